-- Where goods and invoices of an order go: an address of the customer, none being the main one. It is written down as it is when
-- the order is confirmed, and no later change of the address book changes it.
alter table sales_orders
  add column ship_to_id uuid references addresses on delete set null,
  add column bill_to_id uuid references addresses on delete set null,
  -- name, address, country, latitude, longitude, taxNumber
  add column ship_to jsonb,
  add column bill_to jsonb;
create index sales_orders_ship_to on sales_orders (ship_to_id) where ship_to_id is not null;
create index sales_orders_bill_to on sales_orders (bill_to_id) where bill_to_id is not null;

alter table estimates
  add column ship_to_id uuid references addresses on delete set null,
  add column bill_to_id uuid references addresses on delete set null;
create index estimates_ship_to on estimates (ship_to_id) where ship_to_id is not null;
create index estimates_bill_to on estimates (bill_to_id) where bill_to_id is not null;

alter table requisitions add column ship_to_id uuid references addresses on delete set null;
create index requisitions_ship_to on requisitions (ship_to_id) where ship_to_id is not null;

alter table invoices add column ship_to jsonb, add column bill_to jsonb;

-- Until now goods went to the first shipping address on the map, and invoices to the main address.
update sales_orders o set ship_to_id = (select d.id from addresses d
  where d.account_id = o.account_id and d.kind = 'shipping' and d.latitude is not null order by d.created_at, d.id limit 1);
update sales_orders o set
  ship_to = coalesce((select jsonb_build_object('name', d.name, 'address', d.address, 'country', coalesce(d.country, a.country),
      'latitude', d.latitude, 'longitude', d.longitude, 'taxNumber', a.tax_number) from addresses d where d.id = o.ship_to_id),
    jsonb_build_object('name', null, 'address', a.address, 'country', a.country, 'latitude', a.latitude, 'longitude', a.longitude,
      'taxNumber', a.tax_number)),
  bill_to = jsonb_build_object('name', null, 'address', a.address, 'country', a.country, 'latitude', a.latitude,
    'longitude', a.longitude, 'taxNumber', a.tax_number)
  from accounts a where a.id = o.account_id and o.status not in ('PENDING', 'CANCELLED');
update invoices v set
  ship_to = o.ship_to,
  bill_to = coalesce(o.bill_to, (select jsonb_build_object('name', null, 'address', a.address, 'country', a.country,
    'latitude', a.latitude, 'longitude', a.longitude, 'taxNumber', a.tax_number) from accounts a where a.id = v.account_id))
  from sales_orders o where o.id = v.order_id;
