-- A customer's shelves: what should be there, what was counted, and what was ordered from a count.

create table shelves (
  id uuid primary key,
  account_id uuid not null references accounts,
  name text not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  version integer not null default 1
);
create unique index shelves_name on shelves (account_id, lower(name)) where removed_at is null;

create table shelf_items (
  shelf_id uuid not null references shelves,
  item_id uuid not null references items,
  position integer not null,
  -- pieces
  par integer not null check (par > 0),
  -- what one press of + adds when it is counted
  unit text not null check (unit in ('piece', 'pack')),
  primary key (shelf_id, item_id)
);

/* What somebody of the customer has counted; its id was made by their device, so that it is taken once. */
create table shelf_counts (
  id uuid primary key,
  account_id uuid not null references accounts,
  shelf_id uuid not null references shelves,
  counted_by uuid not null references users,
  counted_at timestamptz not null,
  received_at timestamptz not null default now()
);
create index shelf_counts_of_shelf on shelf_counts (shelf_id, counted_at desc, id desc);

create table shelf_count_lines (
  count_id uuid not null references shelf_counts,
  item_id uuid not null references items,
  counted integer not null check (counted >= 0),
  primary key (count_id, item_id)
);

/* The order, or the requisition, that was made of a count. */
create table shelf_orders (
  count_id uuid not null references shelf_counts,
  shelf_id uuid not null references shelves,
  order_id uuid unique references sales_orders,
  requisition_id uuid unique references requisitions,
  check (num_nonnulls(order_id, requisition_id) = 1)
);
create index shelf_orders_of_shelf on shelf_orders (shelf_id);
create index shelf_orders_of_count on shelf_orders (count_id);
