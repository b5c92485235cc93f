-- Deleted things and their way back, attributes, zones, services, and the proof that the figures are right.

-- The list of what is deleted, newest first, over all kinds.
create index items_deleted on items (deleted_at desc, id desc) where deleted_at is not null;
create index categories_deleted on categories (deleted_at desc, id desc) where deleted_at is not null;
create index locations_deleted on locations (deleted_at desc, id desc) where deleted_at is not null;
create index suppliers_deleted on suppliers (deleted_at desc, id desc) where deleted_at is not null;
create index accounts_deleted on accounts (deleted_at desc, id desc) where deleted_at is not null;
create index sales_orders_deleted on sales_orders (deleted_at desc, id desc) where deleted_at is not null;
create index invoices_deleted on invoices (deleted_at desc, id desc) where deleted_at is not null;
create index shipments_deleted on shipments (deleted_at desc, id desc) where deleted_at is not null;

-- What is nothing without its item goes with it for good; whatever else names the item keeps it.
alter table lots drop constraint lots_item_id_fkey,
  add constraint lots_item_id_fkey foreign key (item_id) references items on delete cascade;
alter table item_stock drop constraint item_stock_item_id_fkey,
  add constraint item_stock_item_id_fkey foreign key (item_id) references items on delete cascade;
alter table bill_of_materials drop constraint bill_of_materials_product_id_fkey,
  add constraint bill_of_materials_product_id_fkey foreign key (product_id) references items on delete cascade;
