-- Everyone in their place: logins of customers, links to set a password, second factors, known devices, limits and mails.

alter table users
  -- null until they have set one by the link they were mailed
  alter column password_hash drop not null,
  add column account_id uuid references accounts,
  add column deleted_by uuid references users,
  add constraint users_account_of_customers check (account_id is null or role = 'customer');
create index users_account on users (account_id) where account_id is not null;
create index users_by_name on users (lower(name), id) where deleted_at is null;

alter table registration_links
  add column email text,
  add column used_by uuid references users;
create index registration_links_newest on registration_links (created_at desc, id desc);

-- Secrets that are good once, by their hash. `attempts` counts wrong codes under a second-factor challenge.
create table one_time_tokens (
  id uuid primary key,
  token_hash bytea not null unique,
  purpose text not null check (purpose in ('reset', 'set-password', 'second-factor')),
  user_id uuid not null references users,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_tokens_user on one_time_tokens (user_id) where used_at is null;

-- Who asked for a link, known or not: answered later, so that the asking takes as long for both.
create table account_requests (
  id uuid primary key,
  purpose text not null check (purpose in ('reset', 'set-password')),
  email_key text not null,
  created_at timestamptz not null default now()
);

create table second_factors (
  user_id uuid primary key references users,
  -- base32, for the authenticator app
  secret text not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  -- the last 30-second step whose code was taken: none is good twice
  last_step bigint not null default 0
);
create table recovery_codes (
  user_id uuid not null references users,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Browsers in which somebody has signed in: their wrong passwords are counted apart from everybody else's.
create table known_devices (
  id uuid primary key,
  token_hash bytea not null unique,
  user_id uuid not null references users,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);
create index known_devices_user on known_devices (user_id);

create table limits (
  key text primary key,
  hits integer not null,
  since timestamptz not null default now(),
  blocked_until timestamptz
);

create table mail_outbox (
  id uuid primary key,
  to_address text not null,
  subject text not null,
  -- lines and link; null once it was sent or its link is over
  content jsonb,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'kept')),
  attempts integer not null default 0,
  run_at timestamptz not null default now(),
  lease_until timestamptz,
  lease_token uuid,
  problem text,
  -- when the link in it ends
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mail_outbox_due on mail_outbox (run_at) where state = 'queued';
create index mail_outbox_newest on mail_outbox (created_at desc, id desc);
