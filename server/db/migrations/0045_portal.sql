-- The customer portal: what a customer's users may do there, and what they do in it.

/* Of customers' logins. Those that there were before could see and do all that is their customer's. */
alter table users
  add column portal_role text not null default 'owner' check (portal_role in ('owner', 'orderer', 'viewer')),
  -- minor units; an order above it needs an owner's approval; null is no limit
  add column approval_limit bigint check (approval_limit >= 0);
create index users_of_account on users (account_id) where account_id is not null and deleted_at is null;

alter table sales_orders drop constraint sales_orders_origin_check,
  add constraint sales_orders_origin_check check (origin in ('app', 'import', 'portal'));

alter table estimate_answers drop constraint estimate_answers_how_check,
  add constraint estimate_answers_how_check check (how in ('link', 'staff', 'portal'));

/* An order that an orderer may not place alone: it becomes one when an owner approves it. */
create table requisitions (
  id uuid primary key,
  account_id uuid not null references accounts,
  status text not null check (status in ('Waiting', 'Approved', 'Declined', 'Withdrawn')),
  -- [{ productId, quantity }]
  lines jsonb not null,
  requested_date date,
  reference text,
  notes text,
  -- minor units, by the prices of the day on which it was asked for
  total bigint not null check (total >= 0),
  order_id uuid unique references sales_orders,
  check ((status = 'Approved') = (order_id is not null)),
  requested_by uuid not null references users,
  decided_by uuid references users,
  decided_at timestamptz,
  check ((status = 'Waiting') = (decided_at is null)),
  decline_reason text,
  created_at timestamptz not null default now(),
  version integer not null default 1
);
create index requisitions_of_account on requisitions (account_id, created_at desc, id desc);

/* Between a customer and the office, about one order. */
create table order_messages (
  id uuid primary key,
  order_id uuid not null references sales_orders,
  from_customer boolean not null,
  author_id uuid not null references users,
  body text not null,
  at timestamptz not null default now()
);
create index order_messages_of_order on order_messages (order_id, at, id);

/* A customer's answer to a recall; once. */
create table recall_acknowledgements (
  recall_id uuid not null references recalls,
  account_id uuid not null references accounts,
  name text not null,
  -- pieces that they still have by their own count
  held integer not null check (held >= 0),
  note text,
  user_id uuid not null references users,
  at timestamptz not null default now(),
  primary key (recall_id, account_id)
);

/* Somebody of the office looks at the portal as a customer sees it, for a while. */
create table portal_views (
  id uuid primary key,
  session_id uuid not null references sessions on delete cascade,
  user_id uuid not null references users,
  account_id uuid not null references accounts,
  started_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index portal_views_of_session on portal_views (session_id, account_id);
