-- Imports of more than one kind: delivery histories, and products from a list.

alter table imports
  add column kind text not null default 'deliveries' check (kind in ('deliveries', 'products')),
  -- the first rows that would add or change a record, as the check found them
  add column steps jsonb not null default '[]';
alter table imports alter column kind drop default;

drop index imports_newest;
create index imports_newest on imports (kind, created_at desc, id desc);

-- Exports that are made in the background, for the one who asked. Their files are kept in parts, for a day.
create table exports (
  id uuid primary key,
  owner_id uuid not null references users,
  file_name text not null,
  -- the list's filters and order, the format and the columns
  wish jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  rows integer not null,
  progress integer not null default 0,
  failure text,
  created_at timestamptz not null default now(),
  -- when whoever makes it last said so
  touched_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index exports_of_owner on exports (owner_id, created_at desc, id desc);
create index exports_to_make on exports (created_at, id) where state in ('waiting', 'running');

create table export_parts (
  export_id uuid not null references exports on delete cascade,
  place integer not null,
  content bytea not null,
  primary key (export_id, place)
);
