-- The customer portal: photos of what goes back, and who has read what about an order.

/* A customer's photo of goods that they want to return. Its file is made anew from what was sent and lies beside the others. */
create table sales_return_photos (
  id uuid primary key,
  return_id uuid not null references sales_returns on delete cascade,
  position integer not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  -- of the file as it was sent
  source_hash text not null,
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  unique (return_id, source_hash)
);

/* Up to when each side, the customer's users or the office, has read the messages of an order. */
create table order_message_reads (
  order_id uuid not null references sales_orders on delete cascade,
  by_customer boolean not null,
  read_at timestamptz not null,
  read_by uuid not null references users,
  primary key (order_id, by_customer)
);
