-- What was not picked of an order ships later, as a back-order of its own.
alter table sales_orders add column parent_id uuid references sales_orders;
create index sales_orders_children on sales_orders (parent_id) where parent_id is not null;
