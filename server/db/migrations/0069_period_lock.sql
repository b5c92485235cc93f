-- Up to which day the books are closed. Whoever posts with an earlier date holds the row for share, whoever closes for update.

create table period_lock (
  id integer primary key default 1 check (id = 1),
  closed_until date,
  version integer not null default 1
);
insert into period_lock default values;

create table period_events (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('close', 'reopen')),
  closed_until date,
  reason text,
  check ((kind = 'reopen') = (reason is not null)),
  actor_id uuid,
  at timestamptz not null default now()
);
create trigger period_events_written_once before update or delete or truncate on period_events
  for each statement execute function refuse_change();
