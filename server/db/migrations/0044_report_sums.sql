-- What reports add up: daily sums, written by triggers in the transaction that changes the books. Rows are only ever added,
-- with amounts below zero where something is taken back, so no transaction waits for another one's; a job merges them.

create table sales_days (
  day date not null,
  account_id uuid not null,
  status text not null,
  orders bigint not null,
  -- minor units, with tax
  total bigint not null
);
create index sales_days_day on sales_days (day) include (account_id, status, orders, total);

-- Of orders that are sales; minor units, without tax.
create table item_sales_days (
  day date not null,
  item_id uuid not null,
  quantity bigint not null,
  net bigint not null
);
create index item_sales_days_day on item_sales_days (day) include (item_id, quantity, net);

create table purchase_days (
  day date not null,
  supplier_id uuid not null,
  status text not null,
  orders bigint not null,
  total bigint not null
);
create index purchase_days_day on purchase_days (day) include (supplier_id, status, orders, total);

-- Pieces in and out of stock on hand.
create table stock_days (
  day date not null,
  item_id uuid not null,
  location_id uuid not null,
  effect text not null,
  reason text not null,
  quantity bigint not null
);
create index stock_days_day on stock_days (day) include (item_id, location_id, effect, quantity);

/* Which orders are sales: promised, and not taken back. */
create function is_sale(status text, deleted_at timestamptz) returns boolean language sql immutable as $$
  select status not in ('PENDING', 'CANCELLED', 'RETURNED') and deleted_at is null
$$;

/* The company's calendar day of a moment. */
create function company_day(at timestamptz) returns date language sql stable as $$
  select (at at time zone coalesce((select content->>'timeZone' from settings), 'UTC'))::date
$$;

create function sum_new_orders() returns trigger language plpgsql as $$
begin
  insert into sales_days (day, account_id, status, orders, total)
    select order_date, account_id, status, count(*), sum(total) from added where deleted_at is null group by 1, 2, 3;
  return null;
end $$;
create trigger sales_orders_sum_new after insert on sales_orders referencing new table as added
  for each statement execute function sum_new_orders();

create function sum_changed_order() returns trigger language plpgsql as $$
declare
  was boolean := is_sale(old.status, old.deleted_at);
  now_is boolean := is_sale(new.status, new.deleted_at);
begin
  insert into sales_days (day, account_id, status, orders, total)
    select old.order_date, old.account_id, old.status, -1, -old.total where old.deleted_at is null
    union all select new.order_date, new.account_id, new.status, 1, new.total where new.deleted_at is null;
  if was <> now_is or old.order_date <> new.order_date then
    insert into item_sales_days (day, item_id, quantity, net)
      select d.day, l.item_id, d.sign * sum(l.quantity), d.sign * sum(l.net)
      from sales_order_lines l cross join (values (old.order_date, -1, was), (new.order_date, 1, now_is)) d(day, sign, counts)
      where l.order_id = new.id and d.counts group by d.day, d.sign, l.item_id;
  end if;
  return null;
end $$;
create trigger sales_orders_sum_changed after update on sales_orders for each row
  when (old.status <> new.status or old.total <> new.total or old.account_id <> new.account_id
    or old.order_date <> new.order_date or old.deleted_at is distinct from new.deleted_at)
  execute function sum_changed_order();

create function sum_removed_order() returns trigger language plpgsql as $$
begin
  insert into sales_days (day, account_id, status, orders, total)
    select old.order_date, old.account_id, old.status, -1, -old.total;
  return null;
end $$;
create trigger sales_orders_sum_removed after delete on sales_orders for each row
  when (old.deleted_at is null) execute function sum_removed_order();

create function sum_order_lines() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into item_sales_days (day, item_id, quantity, net)
      select o.order_date, l.item_id, -sum(l.quantity), -sum(l.net) from removed l join sales_orders o on o.id = l.order_id
      where is_sale(o.status, o.deleted_at) group by 1, 2;
  end if;
  if tg_op <> 'DELETE' then
    insert into item_sales_days (day, item_id, quantity, net)
      select o.order_date, l.item_id, sum(l.quantity), sum(l.net) from added l join sales_orders o on o.id = l.order_id
      where is_sale(o.status, o.deleted_at) group by 1, 2;
  end if;
  return null;
end $$;
create trigger sales_order_lines_sum_new after insert on sales_order_lines referencing new table as added
  for each statement execute function sum_order_lines();
create trigger sales_order_lines_sum_changed after update on sales_order_lines
  referencing old table as removed new table as added for each statement execute function sum_order_lines();
create trigger sales_order_lines_sum_removed after delete on sales_order_lines referencing old table as removed
  for each statement execute function sum_order_lines();

create function sum_purchase_order() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into purchase_days (day, supplier_id, status, orders, total)
      select old.order_date, old.supplier_id, old.status, -1, -old.total where old.deleted_at is null;
  end if;
  if tg_op <> 'DELETE' then
    insert into purchase_days (day, supplier_id, status, orders, total)
      select new.order_date, new.supplier_id, new.status, 1, new.total where new.deleted_at is null;
  end if;
  return null;
end $$;
create trigger purchase_orders_sum_new after insert or delete on purchase_orders for each row
  execute function sum_purchase_order();
create trigger purchase_orders_sum_changed after update on purchase_orders for each row
  when (old.status <> new.status or old.total <> new.total or old.supplier_id <> new.supplier_id
    or old.order_date <> new.order_date or old.deleted_at is distinct from new.deleted_at)
  execute function sum_purchase_order();

create function sum_stock_entries() returns trigger language plpgsql as $$
begin
  insert into stock_days (day, item_id, location_id, effect, reason, quantity)
    select company_day(at), item_id, location_id, effect, reason, sum(d_on_hand) from added where d_on_hand <> 0
    group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger stock_entry_sum after insert on stock_entry referencing new table as added
  for each statement execute function sum_stock_entries();

-- Another time zone puts entries on other days.
create function sum_stock_again() returns trigger language plpgsql as $$
begin
  lock table stock_entry in share row exclusive mode;
  delete from stock_days;
  insert into stock_days (day, item_id, location_id, effect, reason, quantity)
    select company_day(at), item_id, location_id, effect, reason, sum(d_on_hand) from stock_entry where d_on_hand <> 0
    group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger settings_sum_stock after update on settings for each row
  when ((old.content ->> 'timeZone') is distinct from (new.content ->> 'timeZone')) execute function sum_stock_again();
create trigger settings_sum_stock_first after insert on settings for each row
  when (coalesce(new.content ->> 'timeZone', 'UTC') <> 'UTC') execute function sum_stock_again();

insert into sales_days (day, account_id, status, orders, total)
  select order_date, account_id, status, count(*), sum(total) from sales_orders where deleted_at is null group by 1, 2, 3;
insert into item_sales_days (day, item_id, quantity, net)
  select o.order_date, l.item_id, sum(l.quantity), sum(l.net) from sales_orders o join sales_order_lines l on l.order_id = o.id
  where is_sale(o.status, o.deleted_at) group by 1, 2;
insert into purchase_days (day, supplier_id, status, orders, total)
  select order_date, supplier_id, status, count(*), sum(total) from purchase_orders where deleted_at is null group by 1, 2, 3;
insert into stock_days (day, item_id, location_id, effect, reason, quantity)
  select company_day(at), item_id, location_id, effect, reason, sum(d_on_hand) from stock_entry where d_on_hand <> 0
  group by 1, 2, 3, 4, 5;
