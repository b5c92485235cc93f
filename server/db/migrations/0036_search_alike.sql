-- Typing errors in the names of prospects and of whom one knows there, as accounts_alike and its like have them.
create index prospects_alike on prospects using gin (lower(name || ' ' || coalesce(contact, '')) gin_trgm_ops)
  where deleted_at is null;
