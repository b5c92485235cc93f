-- The timeline and the statement of a partner show deleted documents, too: each is found by its partner.
create index sales_orders_deleted_of_account on sales_orders (account_id) where deleted_at is not null;
create index invoices_deleted_of_account on invoices (account_id) where deleted_at is not null;
create index purchase_orders_deleted_of_supplier on purchase_orders (supplier_id) where deleted_at is not null;
