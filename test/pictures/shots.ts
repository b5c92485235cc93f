/** A picture of the documentation: its page, user, and display. */
export interface Shot {
  /** The file name without extension. */
  name: string
  /** The caption in docs/screens.md. */
  title: string
  /** An address, or an SQL statement that returns it as `path`. */
  path: string
  as?: 'admin' | 'driver' | 'customer'
  phone?: true
  dark?: true
}

const at = (start: string, from: string) => `select '${start}' || ${from}`

/** The groups of docs/screens.md, in order. */
export const groups: Readonly<Record<string, readonly Shot[]>> = {
  'The day': [
    { name: 'dashboard', title: 'The dashboard: what waits, and how long', path: '/crm/dashboard' },
    { name: 'dashboard-phone', title: 'The same on a phone', path: '/crm/dashboard', phone: true, dark: true },
  ],
  Stock: [
    { name: 'inventory-dark', title: 'The list of products in the dark theme', path: '/crm/inventory', dark: true },
    {
      name: 'product',
      title: 'A product: on hand, available, reserved, on hold, expired; by location and lot',
      path: at(
        '/crm/inventory/view/',
        `id as path from items where kind = 'product' and name like 'Nitrile%' order by name limit 1`,
      ),
    },
    { name: 'lots', title: 'Lots by expiry', path: '/inventory/lots' },
    { name: 'expiry-radar', title: 'What will expire before it is sold', path: '/inventory/expiry-radar', dark: true },
    {
      name: 'recall',
      title: 'A recall: where every unit is, and who is to be notified',
      path: at('/inventory/recalls/view/', `id as path from recalls order by created_at desc limit 1`),
    },
  ],
  Sales: [
    { name: 'orders', title: 'Sales orders', path: '/orders/sales-orders' },
    {
      name: 'order',
      title: 'An order: its next step, lines, customer, payment, shipment and history',
      path: at(
        '/orders/sales-orders/view/',
        `id as path from sales_orders where status = 'CONFIRMED' order by line_count desc, number limit 1`,
      ),
    },
    {
      name: 'order-phone',
      title: 'The same order on a phone',
      path: at(
        '/orders/sales-orders/view/',
        `id as path from sales_orders where status = 'CONFIRMED' order by line_count desc, number limit 1`,
      ),
      phone: true,
    },
    { name: 'order-new', title: 'A new order', path: '/orders/sales-orders/new' },
    {
      name: 'invoice',
      title: 'An invoice with its payments',
      path: at(
        '/orders/invoices/view/',
        `id as path from invoices where voided_at is null and paid > 0 order by number desc limit 1`,
      ),
      dark: true,
    },
  ],
  'Other documents': [
    {
      name: 'estimate',
      title: 'An estimate',
      path: at('/orders/estimates/view/', `id as path from estimates order by number desc limit 1`),
    },
    {
      name: 'return',
      title: 'A return with what becomes of the goods',
      path: at('/orders/returns/view/', `id as path from sales_returns order by number desc limit 1`),
    },
    {
      name: 'transfer',
      title: 'A stock transfer',
      path: at('/inventory/stock-transfers/view/', `id as path from stock_transfers order by number desc limit 1`),
    },
    {
      name: 'kit-order',
      title: 'A kit order',
      path: at('/inventory/kitting-bundles/view/', `id as path from kit_orders order by number desc limit 1`),
    },
    {
      name: 'shipment',
      title: 'A shipment with its parcels and labels',
      path: at('/logistics/shipping/', `id as path from shipments order by number desc limit 1`),
    },
  ],
  Buying: [
    { name: 'reorder', title: 'What to order, and why', path: '/inventory/reorder' },
    {
      name: 'purchase-order',
      title: 'A purchase order',
      path: at('/orders/purchase-orders/view/', `id as path from purchase_orders order by number desc limit 1`),
    },
  ],
  Deliveries: [
    { name: 'routes', title: 'The routes of a day', path: '/logistics/routes' },
    {
      name: 'route',
      title: 'A route: stops, map, windows',
      path: at(
        '/logistics/routes/',
        `id as path from routes order by (status = 'IN_PROGRESS') desc, number desc limit 1`,
      ),
    },
    { name: 'driver', title: 'The driver’s phone', path: '/logistics/driver-portal', as: 'driver', phone: true },
  ],
  Customers: [
    { name: 'customers', title: 'Customers', path: '/crm/customers' },
    { name: 'opportunities', title: 'Opportunities on a board', path: '/crm/salesopportunities?view=board' },
    { name: 'retention', title: 'Who has not ordered for a while', path: '/marketing/retention' },
    { name: 'portal', title: 'The customer’s portal', path: '/crm/customer-portal', as: 'customer' },
  ],
  Figures: [
    { name: 'sales-report', title: 'Sales by customer, compared', path: '/reports/sales' },
    { name: 'forecast', title: 'The forecast of demand', path: '/inventory/forecast', dark: true },
    { name: 'integrity', title: 'The integrity check', path: '/settings/proof' },
  ],
}
