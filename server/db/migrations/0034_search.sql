-- One search over everything: what people type of a record, in an index of each table that grows.

create index accounts_found on accounts using gin ((name || ' ' || coalesce(code, '') || ' ' || coalesce(email, '') || ' ' ||
  coalesce(phone, '') || ' ' || coalesce(translate(phone, ' +-()/.', ''), '')) gin_trgm_ops) where deleted_at is null;
create index suppliers_found on suppliers using gin ((name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' ||
  coalesce(translate(phone, ' +-()/.', ''), '')) gin_trgm_ops) where deleted_at is null;
create index prospects_found on prospects using gin ((name || ' ' || coalesce(contact, '') || ' ' || coalesce(email, '') || ' ' ||
  coalesce(phone, '') || ' ' || coalesce(translate(phone, ' +-()/.', ''), '')) gin_trgm_ops) where deleted_at is null;
create index contacts_found on contacts using gin ((name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, ''))
  gin_trgm_ops) where deleted_at is null;
create index opportunities_found on opportunities using gin (title gin_trgm_ops) where deleted_at is null;
create index invoices_found on invoices using gin (number gin_trgm_ops) where voided_at is null and deleted_at is null;
create index stock_transfers_found on stock_transfers using gin (number gin_trgm_ops) where deleted_at is null;
create index production_runs_found on production_runs using gin (number gin_trgm_ops);
create index kit_orders_found on kit_orders using gin (number gin_trgm_ops) where deleted_at is null;
