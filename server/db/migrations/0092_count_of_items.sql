-- How many products there are, beside the low stock of the dashboard and lists: counted in an index of few pages. What changes of an
-- item otherwise leaves it alone.
create index items_kind on items (kind) where deleted_at is null;
