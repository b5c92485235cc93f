-- Lots as records of their own: who delivered them, why they are blocked, what they became, and recalls of them.

alter table lots
  -- who delivered it; of a lot that was made here: null
  add column supplier_id uuid references suppliers,
  add column updated_at timestamptz not null default now(),
  add column version integer not null default 1;
update lots l set supplier_id = i.supplier_id from items i where i.id = l.item_id and l.id <> l.item_id;
-- the lot "none" (its id is the item's) is no lot that anybody looks for
create index lots_by_expiry on lots (coalesce(expiry_date, 'infinity'::date), id) where id <> item_id;
create index lots_by_creation on lots (created_at desc, id desc) where id <> item_id;
create index lots_by_number on lots (lower(lot_number), id) where id <> item_id;
create index lots_search on lots using gin (lot_number gin_trgm_ops) where id <> item_id;
create index lots_blocked on lots (status) where status <> 'AVAILABLE';
create index lots_supplier on lots (supplier_id, id) where id <> item_id;

-- Every change of a lot with its reason; never changed itself.
create table lot_changes (
  id bigint generated always as identity primary key,
  lot_id uuid not null references lots,
  act text not null check (act in ('hold', 'quarantine', 'release', 'recall', 'withdraw', 'edit')),
  from_status text not null,
  to_status text not null,
  old_expiry date,
  new_expiry date,
  reason text not null,
  -- the lot's last movement before the change: whatever leaves after it left a lot that was as the change left it
  after_entry bigint not null,
  actor_id uuid,
  at timestamptz not null default now()
);
create index lot_changes_lot on lot_changes (lot_id, id);
create trigger lot_changes_written_once before update or delete or truncate on lot_changes
  for each statement execute function refuse_change();

-- Where a lot's pieces went: only what changed the stock on hand, so that a promise costs nothing here.
create index stock_entry_lot on stock_entry (lot_id, id) where d_on_hand <> 0;

-- Why a lot was taken that does not expire first.
alter table commitment add column lot_reason text, add column chosen_by uuid;

-- No minimum of their own: the company's default holds for them.
alter table accounts alter column min_shelf_life_days drop not null, alter column min_shelf_life_days drop default,
  add check (min_shelf_life_days >= 0);
update accounts set min_shelf_life_days = null where min_shelf_life_days = 0;

/* What a customer may ask to be left of a lot's life when it arrives: their own days, else the company's. */
create function shelf_life_asked(own integer) returns integer language sql stable as $$
  select coalesce(own, (select (content #>> '{inventory,minimumShelfLifeDays}')::int from settings), 0)
$$;

create table recalls (
  id uuid primary key,
  number text not null unique,
  status text not null default 'OPEN' check (status in ('OPEN', 'CLOSED', 'WITHDRAWN')),
  reason text not null,
  -- what customers are asked to do
  instruction text not null,
  -- how the lots were found, where not by name
  supplier_id uuid references suppliers,
  received_from date,
  received_to date,
  summary text,
  took_ms integer not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  ended_by uuid,
  ended_at timestamptz,
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create index recalls_list on recalls (created_at desc, id desc);

create table recall_lots (
  recall_id uuid not null references recalls,
  lot_id uuid not null references lots,
  -- as it was before the recall
  status_before text not null,
  -- made of a recalled lot, not named itself
  is_derived boolean not null,
  primary key (recall_id, lot_id)
);
create index recall_lots_lot on recall_lots (lot_id);

-- Every unit as it was found when the recall began.
create table recall_finds (
  id bigint generated always as identity primary key,
  recall_id uuid not null references recalls,
  lot_id uuid not null references lots,
  place text not null check (place in ('stock', 'order', 'parcel', 'underway', 'customer')),
  location_id uuid references locations,
  order_id uuid references sales_orders,
  quantity integer not null check (quantity > 0)
);
create index recall_finds_recall on recall_finds (recall_id, id);

-- Whom to tell, and whether they were.
create table recall_customers (
  recall_id uuid not null references recalls,
  account_id uuid not null references accounts,
  told_how text check (told_how in ('mail', 'phone', 'visit', 'letter', 'other')),
  told_note text,
  told_at timestamptz,
  told_by uuid,
  primary key (recall_id, account_id)
);

-- What came back; each is the source of one ledger entry.
create table recall_returns (
  id uuid primary key,
  recall_id uuid not null references recalls,
  account_id uuid not null references accounts,
  lot_id uuid not null references lots,
  location_id uuid not null references locations,
  quantity integer not null check (quantity > 0),
  note text,
  actor_id uuid,
  at timestamptz not null default now()
);
create index recall_returns_recall on recall_returns (recall_id, at);
