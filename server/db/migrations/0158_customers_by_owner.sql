-- The customers that somebody looks after.
create index accounts_by_owner on accounts (owner_id) where owner_id is not null and deleted_at is null;
