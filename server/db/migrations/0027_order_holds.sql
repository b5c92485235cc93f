-- Somebody has put an order on hold: it is neither picked nor shipped until the hold is released.
alter table sales_orders
  add column held_at timestamptz,
  add column held_by uuid,
  add column hold_reason text,
  add constraint sales_orders_hold check ((held_at is null) = (hold_reason is null));
create index sales_orders_held on sales_orders (created_at desc, id desc) where held_at is not null and deleted_at is null;
-- Orders that somebody waits for, by when; late ones are at its beginning.
create index sales_orders_waited_for on sales_orders (requested_date)
  where deleted_at is null and requested_date is not null and status not in ('DELIVERED', 'RETURNED', 'CANCELLED');

-- A shipping record that was taken off outlives the lines that it was packed for: its order may be edited afterwards.
alter table shipment_lines drop constraint shipment_lines_order_line_id_fkey;
