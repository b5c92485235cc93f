-- Customers and suppliers are listed by their last order from an index: each has one row that says on which day that was, kept by
-- triggers of the orders.

-- Of customers retention has one; now also of those who have never ordered.
insert into retention_customers (account_id) select id from accounts on conflict (account_id) do nothing;
create function begin_last_order() returns trigger language plpgsql as $$
begin
  insert into retention_customers (account_id) values (new.id) on conflict (account_id) do nothing;
  return null;
end $$;
create trigger accounts_begin_last_order after insert on accounts for each row execute function begin_last_order();
create index retention_customers_all_by_last_order on retention_customers
  ((coalesce(last_order_date, '0001-01-01'::date)), account_id);

create table supplier_last_orders (
  supplier_id uuid primary key references suppliers,
  -- the newest order that was placed and is neither cancelled nor deleted
  last_order_date date
);
insert into supplier_last_orders (supplier_id, last_order_date)
select s.id, (select max(o.order_date) from purchase_orders o where o.supplier_id = s.id and o.deleted_at is null
    and o.status not in ('Draft', 'Pending Approval', 'Cancelled'))
from suppliers s;
create index supplier_last_orders_by_day on supplier_last_orders
  ((coalesce(last_order_date, '0001-01-01'::date)), supplier_id);

create function begin_last_purchase() returns trigger language plpgsql as $$
begin
  insert into supplier_last_orders (supplier_id) values (new.id);
  return null;
end $$;
create trigger suppliers_begin_last_purchase after insert on suppliers for each row execute function begin_last_purchase();

create function note_last_purchase() returns trigger language plpgsql as $$
declare
  supplier uuid;
begin
  for supplier in select distinct s from unnest(array[old.supplier_id, new.supplier_id]) s where s is not null order by s loop
    -- Locked by a statement of its own: the next one sees what whoever held it has written.
    perform from supplier_last_orders where supplier_id = supplier for no key update;
    update supplier_last_orders set last_order_date =
        (select max(order_date) from purchase_orders where supplier_id = supplier and deleted_at is null
          and status not in ('Draft', 'Pending Approval', 'Cancelled'))
      where supplier_id = supplier;
  end loop;
  return null;
end $$;
create trigger purchase_orders_note_last after insert on purchase_orders
  for each row when (new.deleted_at is null and new.status not in ('Draft', 'Pending Approval', 'Cancelled'))
  execute function note_last_purchase();
create trigger purchase_orders_note_last_changed after update of supplier_id, order_date, status, deleted_at on purchase_orders
  for each row when (old.supplier_id <> new.supplier_id or old.order_date <> new.order_date
    or (old.deleted_at is null) <> (new.deleted_at is null)
    or (old.status in ('Draft', 'Pending Approval', 'Cancelled')) <> (new.status in ('Draft', 'Pending Approval', 'Cancelled')))
  execute function note_last_purchase();
