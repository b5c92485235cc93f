-- Whose customer it is, and calls that are to be made instead of a retention message.
alter table accounts add column owner_id uuid references users;

create table call_tasks (
  id uuid primary key,
  account_id uuid not null references accounts,
  note text,
  due_date date not null,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  done_by uuid references users,
  check ((done_at is null) = (done_by is null))
);
create index call_tasks_by_account on call_tasks (account_id, created_at desc);
create index call_tasks_open on call_tasks (account_id) where done_at is null;
