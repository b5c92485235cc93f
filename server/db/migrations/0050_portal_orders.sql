-- Orders that came from the customer portal, newest first: the office's list of them.
create index sales_orders_from_portal on sales_orders (created_at desc, id desc) where origin = 'portal' and deleted_at is null;
