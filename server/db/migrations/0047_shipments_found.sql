-- Shipments are found by the number of their order, too, and the list's search by the same index.
alter table shipments add column order_number text;
update shipments s set order_number = o.number from sales_orders o where o.id = s.order_id;
create function shipment_order_number() returns trigger language plpgsql as $$
begin
  new.order_number := (select number from sales_orders where id = new.order_id);
  return new;
end $$;
create trigger shipments_order_number before insert or update of order_id on shipments
  for each row execute function shipment_order_number();
drop index shipments_found;
create index shipments_found on shipments using gin ((number || ' ' || coalesce(order_number, '') || ' ' ||
  coalesce(tracking_number, '')) gin_trgm_ops) where deleted_at is null;

-- What waits, and what is late, is a small part of all shipments.
create index shipments_open on shipments (expected_date, id)
  where deleted_at is null and status in ('READY_FOR_SHIPPING', 'ON_THE_WAY');
create index shipments_failed on shipments (created_at desc, id desc)
  where deleted_at is null and status = 'FAILED_DELIVERY';

-- A signature that was drawn here, when the customer picked the goods up: points of its strokes.
alter table delivery_proofs add column strokes jsonb;
