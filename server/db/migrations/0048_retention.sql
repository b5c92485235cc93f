-- Retention: messages to customers who have not ordered for a while, and their log.

create table retention_settings (
  id smallint primary key default 1 check (id = 1),
  content jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

create table retention_templates (
  id uuid primary key default gen_random_uuid(),
  channel text not null check (channel in ('Email', 'SMS')),
  -- the first message of a spell without orders, the second, the third
  step smallint not null check (step between 1 and 3),
  subject text not null,
  body text not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  unique (channel, step)
);
insert into retention_templates (channel, step, subject, body)
select channel, step,
  case when channel = 'SMS' then '' when step = 1 then 'Time to reorder, {customer}?' when step = 2 then 'Can we help with your next order?' else 'Is there anything we can do better?' end,
  case
    when channel = 'SMS' then E'{company}: your last order was on {lastOrder}.\nNeed anything? Call {phone}.\nReply STOP to opt out.'
    when step = 1 then E'Dear {customer},\n\nYour last order with us was on {lastOrder}, {daysSince} days ago.\n\nYou usually order {usualItems}.\n\nReply to this email or call us to order again.'
    when step = 2 then E'Dear {customer},\n\nWe have not received an order from you since {lastOrder}. You usually order {usualItems}.\n\nReply to this email and we will prepare an estimate for you.'
    else E'Dear {customer},\n\nYour last order with us was on {lastOrder}.\n\nIf something was not right, please tell us: reply to this email or call {phone}.'
  end
from unnest(array['Email', 'SMS']) channel, generate_series(1, 3) step;

-- One row a customer who has ordered or opted out.
create table retention_customers (
  account_id uuid primary key references accounts,
  -- kept by the trigger below: the newest order that is not deleted
  last_order_date date,
  -- days from one order to the next, the median of the products' medians, worked out when the last order was on rhythm_of
  rhythm_days integer,
  rhythm_of date,
  expected_date date generated always as (rhythm_of + rhythm_days) stored,
  opted_out_at timestamptz,
  opted_out_by text check (opted_out_by in ('Link', 'Mail program', 'SMS', 'Staff')),
  unsubscribe_key uuid not null default gen_random_uuid() unique,
  -- 0 to 99, the same for ever: those below the share that is held out get no message
  hold_out_bucket integer generated always as (('x' || substr(md5('hold-out ' || account_id::text), 1, 6))::bit(24)::integer % 100) stored,
  check ((opted_out_at is null) = (opted_out_by is null))
);
create index retention_customers_by_last_order on retention_customers (last_order_date desc, account_id desc)
  where last_order_date is not null;
create index retention_customers_opted_out on retention_customers (opted_out_at desc, account_id desc) where opted_out_at is not null;

insert into retention_customers (account_id, last_order_date)
select account_id, max(order_date) from sales_orders where deleted_at is null group by account_id;

create function note_last_order() returns trigger language plpgsql as $$
declare
  account uuid;
begin
  if tg_op = 'INSERT' then
    if new.deleted_at is null then
      insert into retention_customers (account_id, last_order_date) values (new.account_id, new.order_date)
        on conflict (account_id) do nothing;
      update retention_customers set last_order_date = new.order_date
        where account_id = new.account_id and (last_order_date is null or last_order_date < new.order_date);
    end if;
    return null;
  end if;
  for account in select distinct a from unnest(array[old.account_id, new.account_id]) a order by a loop
    insert into retention_customers (account_id) values (account) on conflict (account_id) do nothing;
    -- Locked by a statement of its own: the next one sees what whoever held it has written.
    perform from retention_customers where account_id = account for no key update;
    update retention_customers set last_order_date =
        (select max(order_date) from sales_orders where account_id = account and deleted_at is null)
      where account_id = account;
  end loop;
  return null;
end $$;
create trigger sales_orders_note_last_order after insert on sales_orders
  for each row execute function note_last_order();
create trigger sales_orders_note_changed_order after update of account_id, order_date, deleted_at on sales_orders
  for each row when (old.account_id <> new.account_id or old.order_date <> new.order_date
    or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function note_last_order();

-- What was done for a customer in a spell, the days since the order of that date: at most once each, and longer than the log.
create table retention_steps (
  id uuid not null unique default gen_random_uuid(),
  account_id uuid not null references accounts,
  spell date not null,
  step smallint not null check (step between 1 and 3),
  kind text not null check (kind in ('message', 'held out', 'call')),
  trigger text not null check (trigger in ('inactive', 'rhythm')),
  at timestamptz not null,
  primary key (account_id, spell, step)
);
create index retention_steps_by_time on retention_steps (at desc, id desc) where step = 1 and kind <> 'call';

create table retention_messages (
  id uuid primary key,
  account_id uuid not null references accounts,
  spell date not null,
  step smallint not null,
  trigger text not null check (trigger in ('inactive', 'rhythm')),
  channel text not null check (channel in ('Email', 'SMS')),
  to_address text not null,
  -- as it went, written down before it leaves
  subject text,
  body text,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed')),
  problem text,
  -- nobody knows whether it arrived
  is_uncertain boolean not null default false,
  provider_id text,
  delivered_at timestamptz,
  resend_of uuid unique references retention_messages on delete set null,
  queued_at timestamptz not null,
  started_at timestamptz,
  -- when it was sent or failed
  at timestamptz,
  check ((state in ('sent', 'failed')) = (at is not null))
);
create unique index retention_messages_once on retention_messages (account_id, spell, step) where resend_of is null;
create index retention_messages_by_time on retention_messages (at desc, id desc) where at is not null;
create index retention_messages_waiting on retention_messages (queued_at, id) where state in ('waiting', 'sending');
create index retention_messages_by_account on retention_messages (account_id, queued_at);
create index retention_messages_by_provider on retention_messages (provider_id) where provider_id is not null;
