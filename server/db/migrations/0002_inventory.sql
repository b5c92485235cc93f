-- Items, where they stand, and the ledger that explains every piece.
create extension if not exists pg_trgm;

create table suppliers (
  id uuid primary key,
  name text not null,
  email text,
  phone text,
  address text,
  country text,
  status text not null default 'active' check (status in ('active', 'inactive')),
  labels text[] not null default '{}',
  notes text,
  -- set by the import that made the row; the same file finds it again
  external_ref text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  version integer not null default 1
);
create unique index suppliers_name on suppliers (lower(name)) where deleted_at is null;
create unique index suppliers_external on suppliers (external_ref) where external_ref is not null;
create index suppliers_list on suppliers (lower(name), id) where deleted_at is null;
create index suppliers_search on suppliers using gin (name gin_trgm_ops) where deleted_at is null;

create table categories (
  id uuid primary key,
  name text not null,
  description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  version integer not null default 1
);
create unique index categories_name on categories (lower(name)) where deleted_at is null;

create table locations (
  id uuid primary key,
  name text not null,
  type text not null check (type in ('Warehouse', 'Factory')),
  address text,
  latitude double precision,
  longitude double precision,
  description text,
  external_ref text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  version integer not null default 1
);
create unique index locations_name on locations (lower(name)) where deleted_at is null;
create unique index locations_external on locations (external_ref) where external_ref is not null;

create table items (
  id uuid primary key,
  kind text not null check (kind in ('product', 'raw_material', 'kit')),
  sku text not null,
  name text not null,
  description text not null default '',
  category_id uuid references categories,
  supplier_id uuid references suppliers,
  -- home location: receives the initial quantity
  location_id uuid references locations,
  material_type text,
  -- ten-thousandths of the major unit
  price bigint not null default 0 check (price >= 0),
  cost bigint not null default 0 check (cost >= 0),
  price_retail bigint check (price_retail >= 0),
  price_wholesale bigint check (price_wholesale >= 0),
  price_distributor bigint check (price_distributor >= 0),
  price_high_volume bigint check (price_high_volume >= 0),
  moq integer,
  pcs_per_case integer not null default 1 check (pcs_per_case > 0),
  cases_per_bale integer,
  size text,
  color text,
  weight_grams bigint,
  note text,
  barcode text,
  cold_chain boolean not null default false,
  lot_controlled boolean not null default false,
  reorder_point integer,
  external_ref text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  version integer not null default 1
);
create unique index items_sku on items (lower(sku)) where deleted_at is null;
create unique index items_external on items (external_ref) where external_ref is not null;
create index items_by_name on items (kind, lower(name), id) where deleted_at is null;
create index items_by_sku on items (kind, lower(sku), id) where deleted_at is null;
create index items_by_update on items (kind, updated_at, id) where deleted_at is null;
create index items_by_category on items (category_id, lower(name), id) where deleted_at is null;
create index items_by_supplier on items (supplier_id, lower(name), id) where deleted_at is null;
create index items_at_location on items (location_id) where deleted_at is null;
create index items_search on items using gin ((name || ' ' || sku || ' ' || coalesce(barcode, '')) gin_trgm_ops) where deleted_at is null;

create table bill_of_materials (
  product_id uuid not null references items,
  raw_material_id uuid not null references items,
  quantity integer not null check (quantity > 0),
  primary key (product_id, raw_material_id),
  check (product_id <> raw_material_id)
);
create index bill_of_materials_uses on bill_of_materials (raw_material_id);

-- Running totals over all balances of an item, written with them; apart from items and without an index on the figures,
-- so that a movement of stock rewrites no index.
create table item_stock (
  item_id uuid primary key references items,
  on_hand bigint not null default 0 check (on_hand >= 0),
  committed bigint not null default 0 check (committed >= 0 and committed <= on_hand)
) with (fillfactor = 70);

-- Every item has the lot "none" (its id is the item's id); goods without lot control stand there.
create table lots (
  id uuid primary key,
  item_id uuid not null references items,
  lot_number text not null,
  expiry_date date,
  manufactured_on date,
  status text not null default 'AVAILABLE' check (status in ('AVAILABLE', 'ON_HOLD', 'QUARANTINED', 'RECALLED')),
  created_at timestamptz not null default now(),
  unique (item_id, lot_number),
  unique (item_id, id)
);

create table stock_balance (
  item_id uuid not null references items,
  location_id uuid not null references locations,
  lot_id uuid not null,
  on_hand integer not null check (on_hand >= 0),
  committed integer not null check (committed >= 0),
  check (committed <= on_hand),
  primary key (item_id, location_id, lot_id),
  foreign key (item_id, lot_id) references lots (item_id, id)
) with (fillfactor = 70);
create index stock_balance_at_location on stock_balance (location_id);

create table stock_entry (
  id bigint generated always as identity primary key,
  op_id uuid not null,
  effect text not null,
  item_id uuid not null,
  location_id uuid not null references locations,
  lot_id uuid not null,
  d_on_hand integer not null,
  d_committed integer not null,
  check (d_on_hand <> 0 or d_committed <> 0),
  source_type text not null,
  source_id uuid not null,
  source_line_id uuid not null,
  -- grows when a step of the source is taken back, so that taking it again is a new effect
  cycle integer not null,
  reason text not null,
  custom_reason text,
  actor_id uuid,
  -- when it happened (an import books the past); written_at is when we learnt of it
  at timestamptz not null default now(),
  written_at timestamptz not null default now(),
  unique (source_line_id, cycle, effect, item_id, location_id, lot_id, source_type),
  foreign key (item_id, lot_id) references lots (item_id, id)
);
create index stock_entry_item on stock_entry (item_id, id desc);
create index stock_entry_source on stock_entry (source_type, source_id);
create trigger stock_entry_written_once before update or delete or truncate on stock_entry
  for each statement execute function refuse_change();

create table commitment (
  id uuid primary key,
  source_type text not null,
  source_id uuid not null,
  source_line_id uuid not null,
  cycle integer not null,
  item_id uuid not null references items,
  location_id uuid not null references locations,
  lot_id uuid not null references lots,
  quantity integer not null check (quantity > 0),
  state text not null default 'open' check (state in ('open', 'consumed', 'released')),
  created_at timestamptz not null default now()
);
create index commitment_source on commitment (source_id) where state <> 'released';
create index commitment_open on commitment (item_id, location_id, lot_id) where state = 'open';

-- A hand-made change of stock: the document that its entries name.
create table stock_adjustments (
  id uuid primary key,
  number text not null unique,
  item_id uuid not null references items,
  kind text not null check (kind in ('addition', 'reduction', 'initial', 'edit')),
  quantity integer not null,
  reason text not null,
  custom_reason text,
  actor_id uuid,
  at timestamptz not null default now()
);
