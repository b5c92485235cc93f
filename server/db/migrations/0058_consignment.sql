-- Stock of ours at a customer's: it stays ours until they count it and what they used becomes an order and its invoice.

alter table locations add column consignee_id uuid references accounts;
create index locations_consignee on locations (consignee_id) where consignee_id is not null;

create table consignment_counts (
  id uuid primary key,
  account_id uuid not null references accounts,
  location_id uuid not null references locations,
  status text not null check (status in ('To review', 'Posted', 'Dismissed', 'Replaced')),
  counted_by uuid not null references users,
  counted_at timestamptz not null,
  received_at timestamptz not null default now(),
  decided_by uuid references users,
  decided_at timestamptz,
  reason text,
  -- what was used, as it was sold; null where nothing was
  order_id uuid unique references sales_orders,
  check (order_id is null or status = 'Posted')
);
create index consignment_counts_of_location on consignment_counts (location_id, counted_at desc, id desc);
create index consignment_counts_of_account on consignment_counts (account_id, counted_at desc, id desc);

create table consignment_count_lines (
  count_id uuid not null references consignment_counts,
  item_id uuid not null references items,
  lot_id uuid not null references lots,
  -- what the ledger said when it was counted
  expected integer not null check (expected >= 0),
  counted integer not null check (counted >= 0),
  primary key (count_id, lot_id)
);
