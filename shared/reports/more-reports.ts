import { inventoryReports } from './inventory-reports.ts'
import { defineReport } from './report.ts'

/* Reports that are added up from the records themselves. Each has its page /reports/<name>. */

/** What was shipped, less what came back on the way, at what the very lots cost with their landed fees. */
export const marginReport = defineReport({
  name: 'margin',
  label: 'Margin',
  about: 'Net sales less the landed cost of the lots that were shipped.',
  page: '/reports/margin',
  access: 'invoices.view',
  isSlow: true,
  measures: {
    margin: { label: 'Margin', unit: 'money' },
    net: { label: 'Net sales', unit: 'money' },
    cost: { label: 'Cost of lots', unit: 'money' },
    quantity: { label: 'Units', unit: 'count' },
  },
  ratios: [{ label: 'Margin of net sales', part: 'margin', whole: 'net' }],
  dimensions: {
    item: { label: 'Item', plural: 'Items' },
    customer: { label: 'Customer', plural: 'Customers' },
    representative: { label: 'Representative', plural: 'Representatives' },
    category: { label: 'Category', plural: 'Categories' },
  },
})

/** Lines of confirmed orders: filled at once, or of orders that waited for stock; lost where such an order was cancelled. */
export const fillRateReport = defineReport({
  name: 'fill-rate',
  label: 'Fill rate',
  about: 'Order lines filled from stock at once, and sales lost by orders that were cancelled while short.',
  page: '/reports/fill-rate',
  access: 'invoices.view',
  isSlow: true,
  measures: {
    lines: { label: 'Order lines', unit: 'count' },
    filled: { label: 'Filled at once', unit: 'count' },
    waited: { label: 'Waited for stock', unit: 'count' },
    lost: { label: 'Lost sales', unit: 'money' },
  },
  ratios: [{ label: 'Fill rate', part: 'filled', whole: 'lines' }],
  dimensions: {
    item: { label: 'Item', plural: 'Items' },
    customer: { label: 'Customer', plural: 'Customers' },
  },
})

/** Delivered orders by the day they arrived, against the day that the customer asked for. */
export const onTimeReport = defineReport({
  name: 'on-time',
  label: 'On time in full',
  about: 'Delivered orders that arrived by the requested day with everything in them.',
  page: '/reports/on-time',
  access: 'invoices.view',
  isSlow: true,
  measures: {
    orders: { label: 'Delivered orders', unit: 'count' },
    both: { label: 'On time in full', unit: 'count' },
    onTime: { label: 'On time', unit: 'count' },
    inFull: { label: 'In full', unit: 'count' },
  },
  ratios: [
    { label: 'On time in full', part: 'both', whole: 'orders' },
    { label: 'On time', part: 'onTime', whole: 'orders' },
  ],
  dimensions: { customer: { label: 'Customer', plural: 'Customers' } },
})

/** Stops that were finished, by driver and route. */
export const deliveriesReport = defineReport({
  name: 'deliveries',
  label: 'Deliveries',
  about: 'Attempts, failures, minutes at the stop and distance by driver, vehicle and route.',
  page: '/reports/deliveries',
  access: ['routes.view', 'invoices.view'],
  isSlow: true,
  measures: {
    attempts: { label: 'Attempts', unit: 'count' },
    delivered: { label: 'Delivered', unit: 'count' },
    failed: { label: 'Failed', unit: 'count' },
    minutes: { label: 'Minutes at stops', unit: 'count' },
    metres: { label: 'Kilometres', unit: 'km' },
  },
  ratios: [
    { label: 'Delivered', part: 'delivered', whole: 'attempts' },
    { label: 'Minutes a stop', part: 'minutes', whole: 'attempts', unit: 'number' },
  ],
  dimensions: {
    driver: { label: 'Driver', plural: 'Drivers' },
    route: { label: 'Route', plural: 'Routes' },
    vehicle: { label: 'Vehicle', plural: 'Vehicles' },
  },
})

/** Lines of invoices that stand, less those of credit notes, by the day of the document. */
export const taxReport = defineReport({
  name: 'sales-tax',
  label: 'Sales tax',
  about: 'Net amounts and tax by rate, with credit notes taken off.',
  page: '/reports/sales-tax',
  access: 'invoices.view',
  isSlow: true,
  measures: { tax: { label: 'Tax', unit: 'money' }, net: { label: 'Net amount', unit: 'money' } },
  dimensions: {
    rate: { label: 'Rate', plural: 'Rates' },
    customer: { label: 'Customer', plural: 'Customers' },
  },
})

/** What was open of invoices at the end of a day, by how long it was overdue then. */
export const receivablesReport = defineReport({
  name: 'receivables',
  label: 'Receivables by age',
  about: 'What customers owed at the end of any day, by days overdue.',
  page: '/reports/receivables',
  access: 'invoices.view',
  isSlow: true,
  isBalance: true,
  measures: {
    due: { label: 'Open', unit: 'money' },
    overdue: { label: 'Overdue', unit: 'money' },
    invoices: { label: 'Open invoices', unit: 'count' },
  },
  ratios: [{ label: 'Overdue of open', part: 'overdue', whole: 'due' }],
  dimensions: {
    age: { label: 'Days overdue', plural: 'Days overdue' },
    customer: { label: 'Customer', plural: 'Customers' },
  },
})

/** What suppliers delivered, with its share of freight, customs and handling. */
export const landedCostReport = defineReport({
  name: 'landed-cost',
  label: 'Landed cost',
  about: 'Goods received and the freight, customs and handling that came with them.',
  page: '/reports/landed-cost',
  access: ['inventory.view', 'invoices.view'],
  isSlow: true,
  measures: {
    goods: { label: 'Goods', unit: 'money' },
    fees: { label: 'Landed fees', unit: 'money' },
    quantity: { label: 'Units', unit: 'count' },
  },
  ratios: [{ label: 'Fees of goods', part: 'fees', whole: 'goods' }],
  dimensions: {
    supplier: { label: 'Supplier', plural: 'Suppliers' },
    item: { label: 'Item', plural: 'Items' },
  },
})

/** Lines of placed purchase orders against what the same supplier asked for the item the time before. */
export const priceChangesReport = defineReport({
  name: 'price-changes',
  label: 'Supplier price changes',
  about: 'What purchases cost more or less than at the previous price of the same supplier.',
  page: '/reports/price-changes',
  access: ['inventory.view', 'invoices.view'],
  isSlow: true,
  measures: {
    change: { label: 'Paid more', unit: 'money' },
    lines: { label: 'Lines with a new price', unit: 'count' },
    spend: { label: 'Spend on them', unit: 'money' },
  },
  dimensions: {
    supplier: { label: 'Supplier', plural: 'Suppliers' },
    item: { label: 'Item', plural: 'Items' },
  },
})

/** Purchase orders by the day of their last receipt, against what the supplier promised. */
export const supplierServiceReport = defineReport({
  name: 'supplier-service',
  label: 'Supplier service',
  about: 'Purchase orders on time and in full, and days late, per supplier.',
  page: '/reports/supplier-service',
  access: ['inventory.view', 'invoices.view'],
  isSlow: true,
  measures: {
    orders: { label: 'Orders received', unit: 'count' },
    both: { label: 'On time in full', unit: 'count' },
    onTime: { label: 'On time', unit: 'count' },
    inFull: { label: 'In full', unit: 'count' },
    leadDays: { label: 'Lead days', unit: 'count' },
    promisedDays: { label: 'Promised days', unit: 'count' },
  },
  ratios: [
    { label: 'On time in full', part: 'both', whole: 'orders' },
    { label: 'Lead days, average', part: 'leadDays', whole: 'orders', unit: 'number' },
    { label: 'Promised days, average', part: 'promisedDays', whole: 'orders', unit: 'number' },
  ],
  dimensions: { supplier: { label: 'Supplier', plural: 'Suppliers' } },
})

/** What people did, by the audit log. */
export const activityReport = defineReport({
  name: 'activity',
  label: 'User activity',
  about: 'Recorded actions by user and kind.',
  page: '/reports/activity',
  access: 'admin',
  isSlow: true,
  measures: { actions: { label: 'Actions', unit: 'count' } },
  dimensions: {
    user: { label: 'User', plural: 'Users' },
    action: { label: 'Action', plural: 'Actions' },
    subject: { label: 'Kind of record', plural: 'Kinds of records' },
  },
})

export const moreReports = [
  marginReport,
  fillRateReport,
  onTimeReport,
  deliveriesReport,
  taxReport,
  receivablesReport,
  landedCostReport,
  priceChangesReport,
  supplierServiceReport,
  activityReport,
  ...inventoryReports,
] as const
