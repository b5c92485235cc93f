-- Customers, their orders, what was shipped, and what was paid.

create table accounts (
  id uuid primary key,
  name text not null,
  code text,
  email text,
  phone text,
  address text,
  country text,
  status text not null default 'active' check (status in ('active', 'inactive')),
  labels text[] not null default '{}',
  notes text,
  price_tier text not null default 'retail' check (price_tier in ('retail', 'wholesale', 'distributor', 'highVolume')),
  payment_terms_days integer not null default 30,
  min_shelf_life_days integer not null default 0,
  external_ref text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  version integer not null default 1
);
create unique index accounts_code on accounts (lower(code)) where deleted_at is null and code is not null;
create unique index accounts_external on accounts (external_ref) where external_ref is not null;
create index accounts_list on accounts (lower(name), id) where deleted_at is null;
create index accounts_search on accounts using gin ((name || ' ' || coalesce(code, '')) gin_trgm_ops) where deleted_at is null;

create table sales_orders (
  id uuid primary key,
  number text not null unique,
  account_id uuid not null references accounts,
  status text not null check (status in ('PENDING', 'CONFIRMED', 'AWAITING_STOCK', 'PROCESSING', 'READY_FOR_SHIPPING',
    'FOR_SHIPPING', 'SHIPPED', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERED', 'CANCELLED', 'RETURNED', 'FAILED_DELIVERY')),
  cycle integer not null default 1,
  order_date date not null,
  requested_date date,
  delivered_date date,
  reference text,
  notes text,
  cancel_reason text,
  -- minor units; kept in step with the lines
  total bigint not null check (total >= 0),
  line_count integer not null,
  -- of the invoice that stands; null without one
  payment_status text,
  origin text not null default 'app' check (origin in ('app', 'import')),
  external_ref text,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  version integer not null default 1
);
create unique index sales_orders_external on sales_orders (external_ref) where external_ref is not null;
create index sales_orders_by_creation on sales_orders (created_at desc, id desc) where deleted_at is null;
create index sales_orders_by_status on sales_orders (status, created_at desc, id desc) where deleted_at is null;
create index sales_orders_by_account on sales_orders (account_id, created_at desc, id desc) where deleted_at is null;
create index sales_orders_account_dates on sales_orders (account_id, order_date) where deleted_at is null;
create index sales_orders_by_date on sales_orders (order_date desc, id desc) where deleted_at is null;
create index sales_orders_by_number on sales_orders (number desc, id desc) where deleted_at is null;
create index sales_orders_search on sales_orders using gin ((number || ' ' || coalesce(reference, '')) gin_trgm_ops) where deleted_at is null;

create table sales_order_lines (
  id uuid primary key,
  order_id uuid not null references sales_orders,
  position integer not null,
  item_id uuid not null references items,
  quantity integer not null check (quantity > 0),
  price_tier text,
  unit_price bigint not null check (unit_price >= 0),
  total bigint not null check (total >= 0),
  external_ref text,
  unique (order_id, position)
);
create index sales_order_lines_item on sales_order_lines (item_id);
create unique index sales_order_lines_external on sales_order_lines (external_ref) where external_ref is not null;

-- The recorded way of every order through its statuses.
create table sales_order_moves (
  id bigint generated always as identity primary key,
  order_id uuid not null references sales_orders,
  move text not null,
  from_status text,
  to_status text not null,
  reason text,
  actor_id uuid,
  at timestamptz not null default now()
);
create index sales_order_moves_order on sales_order_moves (order_id, id);
create trigger sales_order_moves_written_once before update or delete or truncate on sales_order_moves
  for each statement execute function refuse_change();

create table invoices (
  id uuid primary key,
  number text not null unique,
  order_id uuid not null references sales_orders,
  cycle integer not null,
  account_id uuid not null references accounts,
  issued_date date not null,
  due_date date not null,
  total bigint not null check (total >= 0),
  paid bigint not null default 0 check (paid >= 0 and paid <= total),
  payment_status text not null generated always as (
    case when paid >= total then 'Paid in Full' when paid > 0 then 'Partially Paid' else 'Unpaid' end) stored,
  voided_at timestamptz,
  void_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  version integer not null default 1
);
create unique index invoices_standing on invoices (order_id) where voided_at is null;
create index invoices_by_number on invoices (number desc, id desc) where deleted_at is null;
create index invoices_by_issue on invoices (issued_date desc, id desc) where deleted_at is null;
create index invoices_by_due on invoices (due_date desc, id desc) where deleted_at is null;
create index invoices_open on invoices (payment_status, number desc, id desc) where deleted_at is null;
create index invoices_account on invoices (account_id, number desc) where deleted_at is null;

create table invoice_lines (
  id uuid primary key,
  invoice_id uuid not null references invoices,
  position integer not null,
  item_id uuid not null references items,
  quantity integer not null,
  unit_price bigint not null,
  total bigint not null,
  unique (invoice_id, position)
);

create table payment_entry (
  id uuid primary key,
  invoice_id uuid not null references invoices,
  kind text not null check (kind in ('PAYMENT', 'REVERSAL')),
  amount bigint not null check (amount > 0),
  method text,
  reference text,
  received_date date not null,
  reason text,
  reverses_id uuid unique references payment_entry,
  check ((kind = 'REVERSAL') = (reverses_id is not null)),
  actor_id uuid,
  at timestamptz not null default now()
);
create index payment_entry_invoice on payment_entry (invoice_id, at);
create trigger payment_entry_written_once before update or delete or truncate on payment_entry
  for each statement execute function refuse_change();

create table shipments (
  id uuid primary key,
  number text not null unique,
  order_id uuid not null references sales_orders,
  status text not null check (status in ('READY_FOR_SHIPPING', 'ON_THE_WAY', 'DELIVERED', 'FAILED_DELIVERY')),
  method text check (method in ('own_driver', 'carrier', 'pick_up')),
  carrier text,
  tracking_number text,
  attempt integer not null default 1,
  expected_date date,
  dispatched_at timestamptz,
  delivered_at timestamptz,
  received_by text,
  failure_reason text,
  note text,
  weight_grams bigint,
  -- minor units
  freight bigint,
  external_ref text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  version integer not null default 1
);
create unique index shipments_external on shipments (external_ref) where external_ref is not null;
create index shipments_order on shipments (order_id) where deleted_at is null;

create table shipment_lines (
  id uuid primary key,
  shipment_id uuid not null references shipments,
  order_line_id uuid not null references sales_order_lines,
  item_id uuid not null references items,
  location_id uuid not null references locations,
  lot_id uuid not null references lots,
  quantity integer not null check (quantity > 0)
);
create index shipment_lines_shipment on shipment_lines (shipment_id);

create table imports (
  id uuid primary key,
  file_name text not null,
  content bytea not null,
  encoding text not null,
  delimiter text not null,
  state text not null default 'uploaded'
    check (state in ('uploaded', 'checking', 'checked', 'running', 'done', 'failed', 'cancelled')),
  columns text[] not null,
  samples text[] not null,
  mapping jsonb not null,
  progress integer not null default 0,
  rows integer not null,
  good integer not null default 0,
  known integer not null default 0,
  bad integer not null default 0,
  -- the first of them; the error file is made from the content
  problems jsonb not null default '[]',
  to_add jsonb not null default '{}',
  added jsonb not null default '{}',
  -- read after each batch
  cancel_requested boolean not null default false,
  failure text,
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index imports_newest on imports (created_at desc, id desc);
