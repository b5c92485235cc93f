-- Imports of more than one kind: delivery histories, and products from a list.

alter table imports
  add column kind text not null default 'deliveries' check (kind in ('deliveries', 'products')),
  -- the first rows that would add or change a record, as the check found them
  add column steps jsonb not null default '[]';
alter table imports alter column kind drop default;

drop index imports_newest;
create index imports_newest on imports (kind, created_at desc, id desc);
