-- What is scanned is found by its code alone.
create index items_gtin on items (lpad(barcode, 14, '0')) where barcode ~ '^[0-9]{8,14}$' and deleted_at is null;
create index items_barcode on items (lower(barcode)) where deleted_at is null;
create index lots_scanned on lots (lower(lot_number));

-- A count of what stands where: planned, counted, reviewed, applied as entries.
create table stock_counts (
  id uuid primary key,
  number text not null unique,
  status text not null default 'PLANNED' check (status in ('PLANNED', 'COUNTING', 'REVIEW', 'APPLIED', 'CANCELLED')),
  -- what is counted: everything that matches all that is named here
  location_id uuid references locations,
  category_id uuid references categories,
  abc_class text check (abc_class in ('A', 'B', 'C')),
  check (num_nonnulls(location_id, category_id, abc_class) > 0),
  -- the expected quantity is kept from those who count
  blind boolean not null,
  -- a difference larger than both is counted again
  recount_percent integer not null check (recount_percent between 0 and 100),
  recount_pieces integer not null check (recount_pieces >= 0),
  note text,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);
create index stock_counts_list on stock_counts (created_at desc, id desc);

create table stock_count_moves (
  id bigint generated always as identity primary key,
  count_id uuid not null references stock_counts,
  move text not null,
  from_status text,
  to_status text not null,
  reason text,
  actor_id uuid,
  at timestamptz not null
);
create index stock_count_moves_count on stock_count_moves (count_id, id);

create table stock_count_lines (
  id uuid primary key,
  count_id uuid not null references stock_counts,
  item_id uuid not null references items,
  location_id uuid not null references locations,
  lot_id uuid not null,
  -- somebody found it where the ledger knows of nothing
  added boolean not null default false,
  state text not null default 'open' check (state in ('open', 'recount', 'counted')),
  -- of the last entry
  counted integer check (counted >= 0),
  expected integer check (expected >= 0),
  check ((counted is null) = (expected is null)),
  check (state <> 'counted' or counted is not null),
  entries integer not null default 0,
  version integer not null default 1,
  unique (count_id, item_id, location_id, lot_id),
  foreign key (item_id, lot_id) references lots (item_id, id)
);
create index stock_count_lines_item on stock_count_lines (item_id);

-- Who counted what, and what the ledger said at that moment. Written once.
create table stock_count_entries (
  id bigint generated always as identity primary key,
  line_id uuid not null references stock_count_lines,
  -- the first, the second … time this line was counted
  round integer not null,
  counted integer not null check (counted >= 0),
  expected integer not null,
  -- the last entry of the ledger on this balance when it was counted
  position bigint not null,
  actor_id uuid,
  at timestamptz not null,
  unique (line_id, round)
);
create trigger stock_count_entries_written_once before update or delete or truncate on stock_count_entries
  for each statement execute function refuse_change();
