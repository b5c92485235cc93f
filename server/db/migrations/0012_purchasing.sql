-- What we buy: purchase orders, what arrived of them, what went back; files in mails; who waits for arriving goods.

create table purchase_orders (
  id uuid primary key,
  number text not null unique,
  supplier_id uuid not null references suppliers,
  -- where the goods arrive
  location_id uuid not null references locations,
  status text not null check (status in ('Draft', 'Pending Approval', 'Open', 'Partially Received', 'Received', 'Cancelled', 'Closed')),
  order_date date not null,
  expected_date date,
  -- the supplier's own number of it
  reference text,
  notes text,
  -- minor units; kept in step with lines and fees
  goods_total bigint not null check (goods_total >= 0),
  fees_total bigint not null check (fees_total >= 0),
  total bigint not null check (total = goods_total + fees_total),
  line_count integer not null,
  sent_at timestamptz,
  sent_to text,
  created_by uuid,
  -- who asked for the approval: neither they nor the author give it
  submitted_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  version integer not null default 1
);
create index purchase_orders_by_creation on purchase_orders (created_at desc, id desc) where deleted_at is null;
create index purchase_orders_by_status on purchase_orders (status, created_at desc, id desc) where deleted_at is null;
create index purchase_orders_by_supplier on purchase_orders (supplier_id, created_at desc, id desc) where deleted_at is null;
create index purchase_orders_supplier_dates on purchase_orders (supplier_id, order_date) where deleted_at is null;
create index purchase_orders_by_number on purchase_orders (number desc, id desc) where deleted_at is null;
create index purchase_orders_by_date on purchase_orders (order_date desc, id desc) where deleted_at is null;
create index purchase_orders_search on purchase_orders using gin ((number || ' ' || coalesce(reference, '')) gin_trgm_ops) where deleted_at is null;

create table purchase_order_lines (
  id uuid primary key,
  order_id uuid not null references purchase_orders,
  position integer not null,
  item_id uuid not null references items,
  quantity integer not null check (quantity > 0),
  -- ten-thousandths of the major unit
  unit_cost bigint not null check (unit_cost >= 0),
  total bigint not null check (total >= 0),
  expected_date date,
  -- the most that may arrive: the quantity and the tolerance that held when the order was placed
  receivable integer not null,
  -- arrived and not taken back; what went back to the supplier has arrived all the same
  received integer not null default 0 check (received >= 0 and received <= receivable),
  check (receivable >= quantity),
  unique (order_id, position)
);
create index purchase_order_lines_item on purchase_order_lines (item_id);

create table purchase_order_fees (
  order_id uuid not null references purchase_orders,
  position integer not null,
  kind text not null check (kind in ('freight', 'customs', 'handling', 'other')),
  label text,
  amount bigint not null check (amount > 0),
  primary key (order_id, position)
);

-- The recorded way of every purchase order; where both statuses are the same, something was done without a change.
create table purchase_order_moves (
  id bigint generated always as identity primary key,
  order_id uuid not null references purchase_orders,
  move text not null,
  from_status text,
  to_status text not null,
  reason text,
  actor_id uuid,
  at timestamptz not null default now()
);
create index purchase_order_moves_order on purchase_order_moves (order_id, id);
create trigger purchase_order_moves_written_once before update or delete or truncate on purchase_order_moves
  for each statement execute function refuse_change();

create table goods_receipts (
  id uuid primary key,
  number text not null unique,
  order_id uuid not null references purchase_orders,
  location_id uuid not null references locations,
  received_date date not null,
  -- the number on the supplier's paper
  delivery_note text,
  notes text,
  -- the part of the order's fees that is spread over these lines, in minor units
  fees bigint not null check (fees >= 0),
  reversed_at timestamptz,
  reversed_by uuid,
  reversal_reason text,
  check ((reversed_at is null) = (reversal_reason is null)),
  created_by uuid,
  at timestamptz not null default now()
);
create index goods_receipts_order on goods_receipts (order_id, at);

create table goods_receipt_lines (
  id uuid primary key,
  receipt_id uuid not null references goods_receipts,
  order_line_id uuid not null references purchase_order_lines,
  position integer not null,
  item_id uuid not null references items,
  location_id uuid not null references locations,
  lot_id uuid not null references lots,
  quantity integer not null check (quantity > 0),
  -- arrived broken: it stands in quarantine
  damaged boolean not null default false,
  -- what it cost at the order's unit cost, and its share of the fees, in minor units
  value bigint not null check (value >= 0),
  fees bigint not null check (fees >= 0),
  -- sent back to the supplier
  returned integer not null default 0 check (returned >= 0 and returned <= quantity),
  unique (receipt_id, position)
);
create index goods_receipt_lines_order_line on goods_receipt_lines (order_line_id);

create table supplier_returns (
  id uuid primary key,
  number text not null unique,
  order_id uuid not null references purchase_orders,
  reason text not null,
  created_by uuid,
  at timestamptz not null default now()
);
create index supplier_returns_order on supplier_returns (order_id, at);

create table supplier_return_lines (
  id uuid primary key,
  return_id uuid not null references supplier_returns,
  receipt_line_id uuid not null references goods_receipt_lines,
  position integer not null,
  quantity integer not null check (quantity > 0),
  unique (return_id, position)
);
create index supplier_return_lines_receipt_line on supplier_return_lines (receipt_line_id);

-- What was sold, by day: the reorder page sums the last 90 days of it.
create index stock_entry_shipped on stock_entry (at, item_id) include (d_on_hand)
  where effect in ('SHIP', 'UNSHIP', 'RESTOCK');

-- Items of which pieces became free: orders that wait for them are looked at after the commit.
create table stock_arrivals (
  id bigint generated always as identity primary key,
  item_id uuid not null references items
);

-- Files that go with a mail; they go when the mail was sent.
create table mail_attachments (
  id uuid primary key,
  mail_id uuid not null references mail_outbox on delete cascade,
  name text not null,
  type text not null,
  content bytea not null
);
create index mail_attachments_mail on mail_attachments (mail_id);
