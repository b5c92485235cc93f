-- Each customer has its row since 0101: a new order only has to move the day on, where it is later.
create or replace function note_last_order() returns trigger language plpgsql as $$
declare
  account uuid;
begin
  if tg_op = 'INSERT' then
    if new.deleted_at is null then
      update retention_customers set last_order_date = new.order_date
        where account_id = new.account_id and (last_order_date is null or last_order_date < new.order_date);
    end if;
    return null;
  end if;
  for account in select distinct a from unnest(array[old.account_id, new.account_id]) a order by a loop
    -- Locked by a statement of its own: the next one sees what whoever held it has written.
    perform from retention_customers where account_id = account for no key update;
    update retention_customers set last_order_date =
        (select max(order_date) from sales_orders where account_id = account and deleted_at is null)
      where account_id = account;
  end loop;
  return null;
end $$;
