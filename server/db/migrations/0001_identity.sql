-- Who may enter, what they did, and what makes a repeated request harmless.

create table users (
  id uuid primary key,
  email text not null,
  -- lower(NFKC(email)): what makes an address unique
  email_key text not null,
  name text not null,
  role text not null check (role in ('admin', 'staff', 'driver', 'customer', 'sales_rep')),
  phone text,
  permissions jsonb not null default '{}',
  device_id text,
  password_hash text not null,
  -- grows when role, permissions, password or suspension change; a session of an older epoch is over
  auth_epoch integer not null default 1,
  bootstrap boolean not null default false,
  suspended_at timestamptz,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1
);
create unique index users_email_key on users (email_key) where deleted_at is null;
create unique index users_bootstrap on users ((true)) where bootstrap;

create table sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  user_id uuid not null references users,
  realm text not null check (realm in ('staff', 'customer')),
  epoch integer not null,
  ip text,
  user_agent text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);

create table registration_links (
  id uuid primary key,
  token_hash bytea not null unique,
  role text not null,
  permissions jsonb not null,
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);

create table idempotency (
  actor_id uuid not null,
  key uuid not null,
  route text not null,
  request_hash bytea not null,
  status integer,
  body text,
  created_at timestamptz not null default now(),
  primary key (actor_id, key)
);
create index idempotency_created on idempotency (created_at);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  act text not null,
  entity text not null,
  entity_id uuid,
  details jsonb not null default '{}',
  request_id text
);
create index audit_log_entity on audit_log (entity, entity_id, id desc);

-- Document numbers without gaps: the row is locked last in a transaction.
create table counters (
  name text not null,
  year integer not null,
  value bigint not null,
  primary key (name, year)
);

create table settings (
  id integer primary key check (id = 1),
  content jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

-- Rows of a ledger or a log are written once.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are written once', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger audit_log_written_once before update or delete or truncate on audit_log
  for each statement execute function refuse_change();
