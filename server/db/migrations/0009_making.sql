-- What moves and makes goods: stock transfers, kits, production.

-- What one piece of a lot cost, where it was made here: the sum of what went into it. In ten-thousandths of the major unit.
alter table lots add column unit_cost bigint check (unit_cost >= 0);

create index items_by_material_type on items (lower(material_type), lower(name), id)
  where kind = 'raw_material' and deleted_at is null;

create table stock_transfers (
  id uuid primary key,
  number text not null unique,
  source_id uuid not null references locations,
  destination_id uuid not null references locations,
  check (source_id <> destination_id),
  status text not null check (status in ('pending', 'completed', 'cancelled')),
  cycle integer not null default 1,
  note text,
  cancel_reason text,
  -- underway since then: a fact within pending, not a status
  dispatched_at timestamptz,
  completed_at timestamptz,
  -- kept in step with the lines, for the list
  pieces bigint not null,
  line_count integer not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  version integer not null default 1
);
create index stock_transfers_list on stock_transfers (created_at desc, id desc) where deleted_at is null;
create index stock_transfers_by_status on stock_transfers (status, created_at desc, id desc) where deleted_at is null;
create index stock_transfers_from on stock_transfers (source_id, created_at desc, id desc) where deleted_at is null;
create index stock_transfers_to on stock_transfers (destination_id, created_at desc, id desc) where deleted_at is null;

create table stock_transfer_lines (
  id uuid primary key,
  transfer_id uuid not null references stock_transfers,
  position integer not null,
  item_id uuid not null references items,
  -- the lot that was chosen; null where the first to expire go
  lot_id uuid references lots,
  quantity integer not null check (quantity > 0),
  unique (transfer_id, position)
);
create index stock_transfer_lines_item on stock_transfer_lines (item_id);

-- What was counted on arrival, line by line and lot by lot.
create table stock_transfer_receipts (
  line_id uuid not null references stock_transfer_lines,
  lot_id uuid not null references lots,
  transfer_id uuid not null references stock_transfers,
  sent integer not null check (sent > 0),
  received integer not null check (received between 0 and sent),
  -- what became of the rest
  rest text check (rest in ('return', 'write_off')),
  reason text,
  custom_reason text,
  check ((received < sent) = (rest is not null)),
  check ((rest = 'write_off') = (reason is not null) or rest is null),
  primary key (line_id, lot_id)
);
create index stock_transfer_receipts_transfer on stock_transfer_receipts (transfer_id);

-- What one kit holds. The kit itself is an item of the kind 'kit'.
create table kit_components (
  kit_id uuid not null references items,
  position integer not null,
  item_id uuid not null references items,
  quantity integer not null check (quantity > 0),
  primary key (kit_id, item_id),
  check (kit_id <> item_id)
);
create index kit_components_uses on kit_components (item_id);

create table kit_orders (
  id uuid primary key,
  number text not null unique,
  kit_id uuid not null references items,
  location_id uuid not null references locations,
  quantity integer not null check (quantity > 0),
  status text not null check (status in ('pending', 'completed', 'cancelled')),
  cycle integer not null default 1,
  note text,
  cancel_reason text,
  -- the lot that was made
  lot_id uuid references lots,
  -- what the parts cost together and one kit of them, ten-thousandths
  total_cost bigint,
  unit_cost bigint,
  -- kits taken apart again
  taken_apart integer not null default 0 check (taken_apart between 0 and quantity),
  completed_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  version integer not null default 1
);
create index kit_orders_list on kit_orders (created_at desc, id desc) where deleted_at is null;
create index kit_orders_by_status on kit_orders (status, created_at desc, id desc) where deleted_at is null;
create index kit_orders_of_kit on kit_orders (kit_id, created_at desc, id desc) where deleted_at is null;

-- What a kit held when its order was written: a kit that is changed later changes no order.
create table kit_order_lines (
  id uuid primary key,
  order_id uuid not null references kit_orders,
  position integer not null,
  item_id uuid not null references items,
  per_kit integer not null check (per_kit > 0),
  quantity integer not null check (quantity > 0),
  unique (order_id, position),
  unique (order_id, item_id)
);
create index kit_order_lines_item on kit_order_lines (item_id);

-- One making of a product at a factory, or the taking back of one.
create table production_runs (
  id uuid primary key,
  number text not null unique,
  product_id uuid not null references items,
  location_id uuid not null references locations,
  lot_id uuid not null references lots,
  quantity integer not null check (quantity > 0),
  scrapped integer not null default 0 check (scrapped >= 0),
  scrap_reason text,
  check ((scrapped > 0) = (scrap_reason is not null)),
  total_cost bigint not null,
  unit_cost bigint not null,
  -- of the product, before and after
  cost_before bigint not null,
  cost_after bigint not null,
  note text,
  -- the run that this one takes back; and why
  reverses_id uuid unique references production_runs,
  reverse_reason text,
  check ((reverses_id is null) = (reverse_reason is null)),
  actor_id uuid,
  at timestamptz not null default now()
);
create index production_runs_list on production_runs (at desc, id desc);
create index production_runs_product on production_runs (product_id, at desc, id desc);

create table production_run_lines (
  id uuid primary key,
  run_id uuid not null references production_runs,
  position integer not null,
  item_id uuid not null references items,
  per_piece integer not null check (per_piece > 0),
  unique (run_id, position)
);
create index production_run_lines_item on production_run_lines (item_id);

-- The recorded way of every transfer and kit order.
create table stock_document_moves (
  id bigint generated always as identity primary key,
  document_type text not null check (document_type in ('transfer', 'kit')),
  document_id uuid not null,
  move text not null,
  from_status text,
  to_status text not null,
  reason text,
  quantity integer,
  actor_id uuid,
  at timestamptz not null default now()
);
create index stock_document_moves_document on stock_document_moves (document_id, id);
create trigger stock_document_moves_written_once before update or delete or truncate on stock_document_moves
  for each statement execute function refuse_change();
