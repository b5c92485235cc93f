-- What customers send back, what becomes of it, and the credit notes for it.

create table sales_returns (
  id uuid primary key,
  number text not null unique,
  order_id uuid not null references sales_orders,
  account_id uuid not null references accounts,
  status text not null check (status in ('Requested', 'Approved', 'Received', 'Inspected', 'Completed', 'Rejected', 'Cancelled')),
  notes text,
  -- where and when the goods arrived
  location_id uuid references locations,
  received_date date,
  check ((location_id is null) = (received_date is null)),
  -- pieces asked for, and arrived of them
  quantity integer not null check (quantity > 0),
  received integer check (received > 0 and received <= quantity),
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create index sales_returns_by_creation on sales_returns (created_at desc, id desc);
create index sales_returns_by_status on sales_returns (status, created_at desc, id desc);
create index sales_returns_by_number on sales_returns (number desc, id desc);
create index sales_returns_order on sales_returns (order_id);
create index sales_returns_account on sales_returns (account_id, created_at desc, id desc);
create index sales_returns_search on sales_returns using gin (number gin_trgm_ops);

create table sales_return_lines (
  id uuid primary key,
  return_id uuid not null references sales_returns,
  position integer not null,
  order_line_id uuid not null references sales_order_lines,
  item_id uuid not null references items,
  -- the lot that was delivered
  lot_id uuid not null references lots,
  quantity integer not null check (quantity > 0),
  reason text not null check (reason in ('damaged', 'wrong_item', 'quality', 'expired', 'recalled', 'not_needed', 'refused', 'other')),
  note text,
  -- arrived of it; null until the goods are here
  received integer check (received >= 0 and received <= quantity),
  unique (return_id, position),
  unique (return_id, order_line_id, lot_id)
);
create index sales_return_lines_order_line on sales_return_lines (order_line_id);
create index sales_return_lines_lot on sales_return_lines (lot_id);

create table sales_return_dispositions (
  line_id uuid not null references sales_return_lines,
  disposition text not null check (disposition in ('restock', 'quarantine', 'scrap', 'supplier')),
  quantity integer not null check (quantity > 0),
  primary key (line_id, disposition)
);

create table sales_return_moves (
  id bigint generated always as identity primary key,
  return_id uuid not null references sales_returns,
  move text not null,
  from_status text,
  to_status text not null,
  reason text,
  actor_id uuid,
  at timestamptz not null default now()
);
create index sales_return_moves_return on sales_return_moves (return_id, id);
create trigger sales_return_moves_written_once before update or delete or truncate on sales_return_moves
  for each statement execute function refuse_change();

-- What is taken off an invoice that stands: posted once, never changed.
create table credit_notes (
  id uuid primary key,
  number text not null unique,
  account_id uuid not null references accounts,
  invoice_id uuid not null references invoices,
  return_id uuid not null unique references sales_returns,
  issued_date date not null,
  -- minor units; `total` is with tax
  tax bigint not null check (tax >= 0 and tax <= total),
  total bigint not null check (total > 0),
  actor_id uuid,
  at timestamptz not null default now()
);
create index credit_notes_account on credit_notes (account_id, issued_date desc, id desc);
create index credit_notes_invoice on credit_notes (invoice_id);
create trigger credit_notes_written_once before update or delete or truncate on credit_notes
  for each statement execute function refuse_change();

create table credit_note_lines (
  id uuid primary key,
  credit_note_id uuid not null references credit_notes,
  position integer not null,
  invoice_line_id uuid not null references invoice_lines,
  name text not null,
  quantity integer not null check (quantity > 0),
  tax_name text not null,
  tax bigint not null check (tax >= 0),
  -- with tax
  total bigint not null check (total >= tax),
  unique (credit_note_id, position)
);
create index credit_note_lines_invoice_line on credit_note_lines (invoice_line_id);
create trigger credit_note_lines_written_once before update or delete or truncate on credit_note_lines
  for each statement execute function refuse_change();
