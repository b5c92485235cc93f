-- What we offer: estimates, their revisions, the links by which customers answer, and the answers.

create table estimates (
  id uuid primary key,
  -- of a revision the first one's with -R2 behind it
  number text not null unique,
  revision integer not null default 1 check (revision > 0),
  -- what it stands in the place of
  revises_id uuid unique references estimates,
  check ((revision > 1) = (revises_id is not null)),
  account_id uuid not null references accounts,
  opportunity_id uuid references opportunities,
  -- the order that was made of it
  order_id uuid unique references sales_orders,
  status text not null check (status in ('Draft', 'Sent', 'Accepted', 'Converted', 'Declined', 'Expired', 'Cancelled')),
  check ((status = 'Converted') = (order_id is not null)),
  estimate_date date not null,
  -- the last day on which it can be accepted
  valid_until date not null,
  reference text,
  notes text,
  cancel_reason text,
  discount_kind text check (discount_kind in ('amount', 'percent')),
  discount_value bigint check (discount_value >= 0),
  check ((discount_kind is null) = (discount_value is null)),
  -- minor units; kept in step with the lines
  discount bigint not null check (discount >= 0),
  tax bigint not null check (tax >= 0),
  total bigint not null check (total >= 0),
  line_count integer not null,
  sent_at timestamptz,
  sent_to text,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  version integer not null default 1
);
create index estimates_by_creation on estimates (created_at desc, id desc) where deleted_at is null;
create index estimates_by_status on estimates (status, created_at desc, id desc) where deleted_at is null;
create index estimates_by_number on estimates (number desc, id desc) where deleted_at is null;
create index estimates_by_validity on estimates (valid_until, id) where deleted_at is null;
create index estimates_by_account on estimates (account_id, created_at desc, id desc);
create index estimates_by_opportunity on estimates (opportunity_id) where opportunity_id is not null;
create index estimates_open on estimates (valid_until) where status = 'Sent' and deleted_at is null;
create index estimates_search on estimates using gin ((number || ' ' || coalesce(reference, '')) gin_trgm_ops) where deleted_at is null;

create table estimate_lines (
  id uuid primary key,
  estimate_id uuid not null references estimates on delete cascade,
  position integer not null,
  kind text not null check (kind in ('item', 'service', 'fee')),
  item_id uuid references items,
  service_type_id uuid references service_types,
  check ((kind = 'item') = (item_id is not null) and (kind = 'service') = (service_type_id is not null)),
  -- as it was called when it was offered
  name text not null,
  sku text,
  unit text,
  quantity integer not null check (quantity > 0),
  price_tier text,
  -- typed instead of the list price
  own_price boolean not null,
  -- ten-thousandths of the major unit
  unit_price bigint not null check (unit_price >= 0),
  total bigint not null check (total >= 0),
  discount bigint not null check (discount >= 0 and discount <= total),
  tax_name text not null,
  tax_kind text not null check (tax_kind in ('exclusive', 'inclusive', 'exempt')),
  tax_rate integer not null check (tax_rate between 0 and 100000),
  tax bigint not null check (tax >= 0 and (tax = 0 or tax_kind <> 'exempt')),
  net bigint not null generated always as
    (total - discount - case when tax_kind = 'inclusive' then tax else 0 end) stored,
  gross bigint not null generated always as
    (total - discount + case when tax_kind = 'exclusive' then tax else 0 end) stored,
  unique (estimate_id, position)
);
create index estimate_lines_item on estimate_lines (item_id) where item_id is not null;
create index estimate_lines_service on estimate_lines (service_type_id) where service_type_id is not null;

-- The recorded way of every estimate; where both statuses are the same, something was done without a change.
create table estimate_moves (
  id bigint generated always as identity primary key,
  estimate_id uuid not null references estimates,
  move text not null,
  from_status text,
  to_status text not null,
  reason text,
  actor_id uuid,
  at timestamptz not null default now()
);
create index estimate_moves_estimate on estimate_moves (estimate_id, id);
create trigger estimate_moves_written_once before update or delete or truncate on estimate_moves
  for each statement execute function refuse_change();

-- The secret by which a customer sees an estimate and answers: only its hash is kept.
create table estimate_links (
  id uuid primary key,
  estimate_id uuid not null references estimates,
  token_hash bytea not null unique,
  sent_to text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  first_seen_at timestamptz
);
create index estimate_links_estimate on estimate_links (estimate_id);

-- What was answered, by whom, and to which lines exactly. Written once.
create table estimate_answers (
  estimate_id uuid primary key references estimates,
  answer text not null check (answer in ('accepted', 'declined')),
  -- by the mailed link, or recorded by staff
  how text not null check (how in ('link', 'staff')),
  name text not null,
  reason text,
  -- strokes of a pen, [[[x, y], …], …] in a box of 1000 by 400; null where the name was typed instead
  signature jsonb,
  -- SHA-256 of what was shown
  lines_hash bytea not null,
  address text,
  at timestamptz not null
);
create trigger estimate_answers_written_once before update or delete or truncate on estimate_answers
  for each statement execute function refuse_change();
