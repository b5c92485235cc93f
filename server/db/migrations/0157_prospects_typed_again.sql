-- Which prospect may be the same as one that is being added.
create index prospects_names on prospects using gin (lower(name) gin_trgm_ops) where deleted_at is null;
create index prospects_email on prospects (lower(email)) where deleted_at is null;
create index prospects_phone on prospects (phone_end(phone)) where deleted_at is null;
