import { inventoryReports } from './inventory-reports.ts'
import { defineRecordReport } from './report.ts'
import { bad, category, count, customer, item, kilometres, money, supplier } from './report-parts.ts'

/* Reports computed from the records themselves. Each has its page /reports/<name>. */

/** Shipments, less those that came back on the way, at the cost of their lots with landed fees. */
export const marginReport = defineRecordReport({
  name: 'margin',
  label: 'Margin',
  noun: 'shipments',
  about: 'Net sales less the landed cost of the lots that were shipped.',
  access: 'invoices.view',
  measures: {
    margin: money('Margin'),
    net: money('Net sales'),
    cost: bad(money('Cost of lots')),
    quantity: count('Units'),
  },
  ratios: [{ label: 'Margin, % of net sales', part: 'margin', whole: 'net' }],
  dimensions: {
    item,
    customer,
    representative: { label: 'Representative', plural: 'Representatives' },
    category,
  },
})

/** Lines of confirmed orders: filled at once, or backordered; lost if a backordered order was cancelled. */
export const fillRateReport = defineRecordReport({
  name: 'fill-rate',
  label: 'Fill rate',
  noun: 'confirmed orders',
  about: 'Order lines filled from stock immediately, and sales lost to backorders that were cancelled.',
  access: 'invoices.view',
  measures: {
    lines: count('Order lines'),
    filled: count('Filled immediately'),
    waited: bad(count('Backordered')),
    lost: bad(money('Lost sales')),
  },
  ratios: [{ label: 'Fill rate', part: 'filled', whole: 'lines' }],
  dimensions: {
    item,
    customer,
  },
})

/** Delivered orders by the day of arrival, against the requested date. */
export const onTimeReport = defineRecordReport({
  name: 'on-time',
  label: 'On time in full',
  noun: 'delivered orders with a requested date',
  about: 'Delivered orders with a requested date: complete, and by that date.',
  access: 'invoices.view',
  measures: {
    orders: count('Orders with a requested date'),
    both: count('On time in full'),
    onTime: count('On time'),
    inFull: count('In full'),
  },
  ratios: [
    { label: 'On time in full', part: 'both', whole: 'orders' },
    { label: 'On time', part: 'onTime', whole: 'orders' },
  ],
  dimensions: { customer },
})

/** Finished stops, by driver and route. */
export const deliveriesReport = defineRecordReport({
  name: 'deliveries',
  label: 'Deliveries',
  noun: 'finished stops',
  about: 'Attempts, failures, minutes at the stop and distance by driver, vehicle and route.',
  access: ['routes.view', 'invoices.view'],
  measures: {
    attempts: count('Attempts'),
    delivered: count('Delivered'),
    failed: bad(count('Failed')),
    minutes: count('Minutes at stops'),
    metres: kilometres('Kilometres'),
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

/** Lines of valid invoices, less those of credit notes, by the day of the document. */
export const taxReport = defineRecordReport({
  name: 'sales-tax',
  label: 'Sales tax',
  noun: 'invoices',
  about: 'Net amounts and tax by rate, less credit notes.',
  access: 'invoices.view',
  measures: { tax: money('Tax'), net: money('Net amount') },
  dimensions: {
    rate: { label: 'Rate', plural: 'Rates' },
    customer,
  },
})

/** Balances due of invoices at the end of a day, by days overdue. */
export const receivablesReport = defineRecordReport({
  name: 'receivables',
  label: 'Receivables by age',
  noun: 'open invoices',
  about: 'What customers owed at the end of any day, by days overdue.',
  access: 'invoices.view',
  isBalance: true,
  measures: {
    due: bad(money('Open')),
    overdue: bad(money('Overdue')),
    invoices: bad(count('Open invoices')),
  },
  ratios: [{ label: 'Overdue of open', part: 'overdue', whole: 'due' }],
  dimensions: {
    age: { label: 'Days overdue', plural: 'Days overdue' },
    customer,
  },
})

/** Receipts from suppliers, with their share of freight, customs and handling. */
export const landedCostReport = defineRecordReport({
  name: 'landed-cost',
  label: 'Landed cost',
  noun: 'receipts',
  about: 'Goods received with their freight, customs and handling.',
  access: ['inventory.view', 'invoices.view'],
  measures: {
    goods: money('Goods'),
    fees: bad(money('Landed fees')),
    expensed: bad(money('Fees expensed')),
    quantity: count('Units'),
  },
  ratios: [{ label: 'Fees, % of goods', part: 'fees', whole: 'goods' }],
  dimensions: {
    supplier,
    item,
  },
})

/** Lines of placed purchase orders against the supplier's previous price of the item. */
export const priceChangesReport = defineRecordReport({
  name: 'price-changes',
  label: 'Supplier price changes',
  noun: 'new purchase prices',
  about: 'Purchases compared with the previous price of the same supplier.',
  access: ['inventory.view', 'invoices.view'],
  measures: {
    change: bad(money('Paid more')),
    lines: count('Lines with a new price'),
    spend: money('Spend on them'),
  },
  dimensions: {
    supplier,
    item,
  },
})

/** Purchase orders by the day of their last receipt, against the supplier's promise. */
export const supplierServiceReport = defineRecordReport({
  name: 'supplier-service',
  label: 'Supplier service',
  noun: 'received purchase orders',
  about: 'Purchase orders on time and in full, and lead times, by supplier.',
  access: ['inventory.view', 'invoices.view'],
  measures: {
    orders: count('Orders received'),
    both: count('On time in full'),
    onTime: count('On time'),
    inFull: count('In full'),
    leadDays: count('Lead days'),
    promisedDays: count('Promised days'),
  },
  ratios: [
    { label: 'On time in full', part: 'both', whole: 'orders' },
    { label: 'Lead days, average', part: 'leadDays', whole: 'orders', unit: 'number' },
    { label: 'Promised days, average', part: 'promisedDays', whole: 'orders', unit: 'number' },
  ],
  dimensions: { supplier },
})

/** Actions of users, from the audit log. */
export const activityReport = defineRecordReport({
  name: 'activity',
  label: 'User activity',
  noun: 'recorded actions',
  about: 'Recorded actions by user and kind.',
  access: 'admin',
  measures: { actions: count('Actions') },
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
