-- One index for each order of a list that had none: docs/decisions/0107. Orders by the name of a customer, supplier or product walk
-- that table's index by name.
create index sales_orders_by_total on sales_orders (total, id) where deleted_at is null;
create index sales_orders_by_request on sales_orders ((coalesce(requested_date, 'infinity'::date)), id) where deleted_at is null;
create index estimates_by_date on estimates (estimate_date, id) where deleted_at is null;
create index estimates_by_total on estimates (total, id) where deleted_at is null;
create index invoices_by_total on invoices (total, id) where deleted_at is null;
create index invoices_by_balance on invoices ((case when voided_at is null then total - paid else 0 end), id)
  where deleted_at is null;
create index purchase_orders_by_total on purchase_orders (total, id) where deleted_at is null;
create index purchase_orders_by_expected on purchase_orders ((coalesce(expected_date, 'infinity'::date)), id)
  where deleted_at is null;
create index stock_transfers_by_pieces on stock_transfers (pieces, id) where deleted_at is null;
create index kit_orders_by_quantity on kit_orders ((quantity::bigint), id) where deleted_at is null;
create index production_runs_by_quantity on production_runs ((quantity::bigint), id);
create index items_by_price on items (kind, price, id) where deleted_at is null;
create index items_by_any_name on items (lower(name), id) where deleted_at is null;
create index contacts_by_update on contacts (updated_at, id) where deleted_at is null;
create index accounts_by_creation on accounts (created_at, id) where deleted_at is null;
create index suppliers_by_creation on suppliers (created_at, id) where deleted_at is null;
create index users_by_creation on users (created_at, id) where deleted_at is null;
create index users_by_sign_in on users ((coalesce(last_sign_in_at, '1970-01-01Z'::timestamptz)), id) where deleted_at is null;
create index demand_forecasts_by_error on demand_forecasts ((round(coalesce(wape, -1) * 10000)::bigint), item_id);
-- Documents of deleted customers and suppliers stay in their lists.
create index accounts_by_any_name on accounts (lower(name), id);
create index suppliers_by_any_name on suppliers (lower(name), id);
