-- Shipments are listed by their customer: that of their order, kept beside its number.
alter table shipments add column account_id uuid references accounts;
update shipments s set account_id = o.account_id from sales_orders o where o.id = s.order_id;
create or replace function shipment_order_number() returns trigger language plpgsql as $$
begin
  select number, account_id into new.order_number, new.account_id from sales_orders where id = new.order_id;
  return new;
end $$;
create function follow_customer_of_order() returns trigger language plpgsql as $$
begin
  update shipments set account_id = new.account_id where order_id = new.id;
  return null;
end $$;
create trigger sales_orders_shipments_customer after update of account_id on sales_orders
  for each row when (old.account_id <> new.account_id) execute function follow_customer_of_order();
create index shipments_by_account on shipments (account_id, id) where deleted_at is null;
