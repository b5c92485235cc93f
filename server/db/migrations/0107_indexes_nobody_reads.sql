-- Every index is opened for each statement on its table that is planned, and costs each write. These are not read, or say again what
-- another says.

-- Numbers are unique: the index of the constraint has their order.
drop index sales_orders_by_number;
drop index invoices_by_number;
drop index estimates_by_number;
drop index purchase_orders_by_number;
drop index payments_by_number;
drop index sales_returns_by_number;
-- So are these names.
drop index service_types_list;
drop index vehicles_list;
-- The same as a unique constraint.
drop index route_stops_route;
-- accounts_by_any_name and suppliers_by_any_name have the same columns of all rows, few of which are deleted; users_account as well.
drop index accounts_list;
drop index suppliers_list;
drop index users_of_account;
-- No statement has a condition that they could answer.
drop index list_views_shared;
drop index suppliers_search;
-- Mails, users and shelves are never deleted, and nothing is looked for by them.
drop index estimates_sent_mail;
drop index purchase_orders_sent_mail;
drop index recall_customers_told_mail;
drop index report_recipients_user;
drop index shelf_orders_of_shelf;
-- The search over everything finds invoices by their reference, too, as orders: invoices_search has both.
drop index invoices_found;
-- Lists of documents look for their customer also among deleted ones, so they could not read it.
drop index accounts_search;
create index accounts_search on accounts using gin ((name || ' ' || coalesce(code, '')) gin_trgm_ops);
