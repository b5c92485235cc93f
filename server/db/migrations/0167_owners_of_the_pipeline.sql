-- Whose prospect and whose opportunity it is.
alter table prospects add column owner_id uuid references users;
alter table opportunities add column owner_id uuid references users;
create index prospects_by_owner on prospects (owner_id) where owner_id is not null and deleted_at is null;
create index opportunities_by_owner on opportunities (owner_id) where owner_id is not null and deleted_at is null;
