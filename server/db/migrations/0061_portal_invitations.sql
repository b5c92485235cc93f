-- What a customer's owner invited to an address that somebody has already: it looks to them like any other invitation, so that
-- nobody learns by inviting who has a login here.
create table taken_invitations (
  id uuid primary key,
  account_id uuid not null references accounts,
  email text not null,
  email_key text not null,
  name text not null,
  portal_role text not null check (portal_role in ('owner', 'orderer', 'viewer')),
  approval_limit bigint check (approval_limit >= 0),
  version integer not null default 1,
  invited_by uuid not null references users,
  created_at timestamptz not null default now(),
  unique (account_id, email_key)
);

-- Nobody is told of old messages as new ones.
insert into order_message_reads (order_id, by_customer, read_at, read_by)
  select distinct on (m.order_id, side) m.order_id, side, m.at, m.author_id
  from order_messages m, (values (true), (false)) s(side) order by m.order_id, side, m.at desc, m.id desc;
