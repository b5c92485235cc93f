-- The list of shipments by the expected day, and by how they travel, comes from an index.
create index shipments_by_day on shipments ((coalesce(expected_date, '9999-12-31'::date)), id) where deleted_at is null;
create index shipments_method on shipments (method, created_at desc, id desc) where deleted_at is null;
