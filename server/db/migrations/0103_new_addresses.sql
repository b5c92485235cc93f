-- A customer may enter a delivery address with an order of the portal: it is the order's own (name, address, country), until the
-- office adds it to the addresses of the customer, or dismisses it there.
alter table sales_orders
  add column new_ship_to jsonb,
  add column new_ship_to_dismissed boolean not null default false;
alter table requisitions add column new_ship_to jsonb;
