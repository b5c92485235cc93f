-- Lists of overdue invoices walked all that were ever issued: what is open is little.
create index invoices_open_by_due on invoices (due_date, id) where deleted_at is null and voided_at is null and paid < total;
-- The search of the list of invoices, also of voided ones and by their reference.
create index invoices_search on invoices using gin ((number || ' ' || coalesce(reference, '')) gin_trgm_ops) where deleted_at is null;
-- Before and after a shipment of one status: failed ones alone had an index.
create index shipments_by_status on shipments (status, created_at desc, id desc) where deleted_at is null;
drop index shipments_failed;
