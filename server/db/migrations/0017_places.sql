-- Attributes of products.

-- What a company wants to know of its products beyond the fixed fields: "Sterile: yes", "Length: 25 cm".
create table attributes (
  id uuid primary key,
  name text not null,
  kind text not null check (kind in ('text', 'number', 'choice')),
  unit text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  version integer not null default 1
);
create unique index attributes_name on attributes (lower(name)) where deleted_at is null;
create index attributes_deleted on attributes (deleted_at desc, id desc) where deleted_at is not null;

create table attribute_choices (
  id uuid primary key,
  attribute_id uuid not null references attributes on delete cascade,
  position integer not null,
  label text not null
);
create unique index attribute_choices_label on attribute_choices (attribute_id, lower(label));

create table item_attributes (
  item_id uuid not null references items on delete cascade,
  -- a deleted attribute keeps its values, so that it comes back with them; they go with it for good
  attribute_id uuid not null references attributes on delete cascade,
  -- exactly one of them, by the attribute's kind
  text_value text,
  number_value numeric(18, 4),
  choice_id uuid references attribute_choices on delete cascade,
  check (num_nonnulls(text_value, number_value, choice_id) = 1),
  primary key (item_id, attribute_id)
);
create index item_attributes_attribute on item_attributes (attribute_id, item_id);
create index item_attributes_choice on item_attributes (choice_id) where choice_id is not null;

-- Parts of a location where goods are kept apart: racks, cold rooms, a cage for what is in quarantine.
create table zones (
  id uuid primary key,
  location_id uuid not null references locations on delete cascade,
  name text not null,
  purpose text not null check (purpose in ('storage', 'picking', 'receiving', 'shipping', 'cold', 'quarantine', 'returns')),
  description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  version integer not null default 1
);
create unique index zones_name on zones (location_id, lower(name)) where deleted_at is null;
create index zones_deleted on zones (deleted_at desc, id desc) where deleted_at is not null;

-- Where an item is kept within a location: all of it, or where lot_id stands one lot that is kept elsewhere. The ledger
-- counts by location; a zone says where to look.
create table zone_goods (
  location_id uuid not null references locations on delete cascade,
  item_id uuid not null references items on delete cascade,
  lot_id uuid references lots on delete cascade,
  zone_id uuid not null references zones on delete cascade,
  unique nulls not distinct (location_id, item_id, lot_id)
);
create index zone_goods_zone on zone_goods (zone_id, item_id);

-- A count may be of one zone.
alter table stock_counts add column zone_id uuid references zones;
alter table stock_counts drop constraint stock_counts_check,
  add check (num_nonnulls(location_id, category_id, abc_class) > 0),
  add check (zone_id is null or location_id is not null);
create index stock_counts_zone on stock_counts (zone_id) where zone_id is not null;
create index stock_counts_location on stock_counts (location_id) where status in ('PLANNED', 'COUNTING', 'REVIEW');

-- Each time the books were proved: what was checked, and the first row that does not add up. Nothing is repaired.
create table proofs (
  id uuid primary key,
  -- null: the nightly one
  started_by uuid,
  started_at timestamptz not null,
  -- a process has begun with it
  taken_at timestamptz,
  ended_at timestamptz,
  state text not null check (state in ('running', 'green', 'red', 'failed')),
  -- the checks that are done, in their order, and how many there are
  checks jsonb not null default '[]',
  total integer not null,
  -- why it could not be finished
  failure text,
  check ((state = 'running') = (ended_at is null))
);
create index proofs_list on proofs (started_at desc, id desc);
create unique index proofs_running on proofs ((true)) where state = 'running';
