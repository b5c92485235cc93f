-- Who has an order under way, among many customers: the statuses are closedOrders of shared/sales/orders/order-transitions.ts.
create index sales_orders_open_by_account on sales_orders (account_id)
  where deleted_at is null and status not in ('DELIVERED', 'RETURNED', 'CANCELLED');
