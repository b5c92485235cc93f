-- A moment of proof before acts with consequences, and passkeys.

-- Until when the session counts as just confirmed: a log-in, or the password, a code or a passkey given again.
alter table sessions add column sudo_until timestamptz;

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users,
  realm text not null check (realm in ('staff', 'customer')),
  -- base64url, as the browser names it
  credential_id text not null unique,
  public_key bytea not null,
  -- grows with each use, where the authenticator counts; one that goes back is a copy
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- What an authenticator has to sign: good once, and for what it was made.
create table passkey_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('register', 'enter', 'second-factor', 'sudo')),
  -- whose it is; null where they say so with the passkey itself
  user_id uuid references users,
  realm text not null check (realm in ('staff', 'customer')),
  expires_at timestamptz not null
);
create index passkey_challenges_over on passkey_challenges (expires_at);
