-- What the list of candidates asks of each customer stands in one row, so that it is counted from one index.
alter table retention_customers
  add column steps smallint not null default 0,
  add column last_step_at timestamptz,
  add column is_active boolean not null default true;

update retention_customers c set steps = t.steps, last_step_at = t.last_at
from (select s.account_id, s.spell, max(s.step) as steps, max(s.at) as last_at from retention_steps s group by 1, 2) t
where t.account_id = c.account_id and t.spell = c.last_order_date;
update retention_customers c set is_active = false from accounts a
where a.id = c.account_id and (a.deleted_at is not null or a.status <> 'active');

drop index retention_customers_by_last_order;
create index retention_customers_by_last_order on retention_customers (last_order_date desc, account_id desc)
  include (steps, last_step_at, rhythm_of, expected_date) where last_order_date is not null and is_active;

-- Steps are those of the spell that the last order began.
create function note_spell() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    -- Most inserts find the customer's row there.
    if exists (select from retention_customers where account_id = new.account_id) then
      return new;
    end if;
    -- Whoever changes the customer waits, or is waited for.
    select a.deleted_at is null and a.status = 'active' into new.is_active from accounts a
    where a.id = new.account_id for share;
  end if;
  select coalesce(max(t.step), 0), max(t.at) into new.steps, new.last_step_at from retention_steps t
  where t.account_id = new.account_id and t.spell = new.last_order_date;
  return new;
end $$;
create trigger retention_customers_note_spell before insert on retention_customers
  for each row execute function note_spell();
create trigger retention_customers_note_new_spell before update of last_order_date on retention_customers
  for each row when (old.last_order_date is distinct from new.last_order_date) execute function note_spell();

create function note_steps() returns trigger language plpgsql as $$
begin
  -- Locked in order and by a statement of its own: the next one sees what whoever held them has written.
  perform from retention_customers where account_id in (select account_id from changed) order by account_id
    for no key update;
  update retention_customers c set steps = coalesce(t.steps, 0), last_step_at = t.last_at
  from (select distinct account_id from changed) x
    join retention_customers k on k.account_id = x.account_id
    left join lateral (select max(s.step) as steps, max(s.at) as last_at from retention_steps s
      where s.account_id = k.account_id and s.spell = k.last_order_date) t on true
  where c.account_id = x.account_id
    and (c.steps, c.last_step_at) is distinct from (coalesce(t.steps, 0)::smallint, t.last_at);
  return null;
end $$;
create trigger retention_steps_note_added after insert on retention_steps
  referencing new table as changed for each statement execute function note_steps();
create trigger retention_steps_note_moved_from after update on retention_steps
  referencing old table as changed for each statement execute function note_steps();
create trigger retention_steps_note_moved_to after update on retention_steps
  referencing new table as changed for each statement execute function note_steps();
create trigger retention_steps_note_removed after delete on retention_steps
  referencing old table as changed for each statement execute function note_steps();

create function note_active_customer() returns trigger language plpgsql as $$
begin
  update retention_customers set is_active = (new.deleted_at is null and new.status = 'active')
  where account_id = new.id;
  return null;
end $$;
create trigger accounts_note_active after update of status, deleted_at on accounts
  for each row when (old.status <> new.status or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function note_active_customer();
