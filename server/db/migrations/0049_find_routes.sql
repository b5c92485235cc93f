-- A route is found by its number in the search over everything.
create index routes_found on routes using gin (number gin_trgm_ops) where deleted_at is null;
