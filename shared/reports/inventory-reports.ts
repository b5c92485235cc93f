import { defineRecordReport } from './report.ts'
import { bad, category, count, customer, item, location, money, supplier } from './report-parts.ts'

/* Stock reports computed from the records themselves. Each has its page /reports/<name>. */

/** Stock at the end of a day, at the average cost of that day and by FIFO. */
export const stockValueReport = defineRecordReport({
  name: 'stock-value',
  label: 'Stock at cost',
  noun: 'goods on hand',
  about: 'Stock on any date at moving average cost and at FIFO cost.',
  access: ['inventory.view', 'invoices.view'],
  isBalance: true,
  measures: {
    average: money('Value at average cost'),
    fifo: money('First in, first out'),
    quantity: count('Units'),
  },
  dimensions: { category, location, supplier, item },
})

/** Sold items by their share of revenue (A, B, C) and the regularity of their sales (X, Y, Z). */
export const abcXyzReport = defineRecordReport({
  name: 'abc-xyz',
  label: 'ABC/XYZ',
  noun: 'sales records',
  about: 'Items by share of revenue (A: first 80%, B: up to 95%) and by how steadily they sell (X to Z).',
  access: ['inventory.view', 'invoices.view'],
  measures: { net: money('Revenue'), quantity: count('Units') },
  dimensions: {
    class: { label: 'Class', plural: 'Classes' },
    abc: { label: 'ABC class', plural: 'ABC classes' },
    xyz: { label: 'XYZ class', plural: 'XYZ classes' },
    item,
  },
})

/** Manual additions, losses and corrections of stock, and those of counts, at the average cost of the day. */
export const adjustmentsReport = defineRecordReport({
  name: 'adjustments',
  label: 'Adjustments and shrinkage',
  noun: 'adjustments',
  about: 'Stock added, lost, scrapped and corrected, by reason.',
  access: ['inventory.view', 'invoices.view'],
  measures: {
    shrinkage: bad(money('Shrinkage')),
    change: money('Change of value'),
    quantity: count('Change of units'),
  },
  dimensions: { reason: { label: 'Reason', plural: 'Reasons' }, item, location, category },
})

/** Stock of lots after their last day, and later write-offs. */
export const expiryCostReport = defineRecordReport({
  name: 'expiry-cost',
  label: 'Cost of expiry',
  noun: 'expired lots',
  about: 'Stock on hand in lots when they expired, and what was written off.',
  access: ['inventory.view', 'invoices.view'],
  measures: {
    expired: bad(money('Expired')),
    quantity: bad(count('Units expired')),
    writtenOff: bad(money('Written off')),
  },
  dimensions: { item, category, supplier, location },
})

/** Lines of posted counts, by the day of posting. */
export const countAccuracyReport = defineRecordReport({
  name: 'count-accuracy',
  label: 'Count accuracy',
  noun: 'applied counts',
  about: 'Share of counted places that matched the expected quantity, and the differences.',
  access: ['inventory.view', 'invoices.view'],
  measures: {
    lines: count('Places counted'),
    exact: count('Exact'),
    expected: count('Units expected'),
    off: bad(count('Units off')),
    value: bad(money('Value off')),
  },
  ratios: [
    { label: 'Exact places', part: 'exact', whole: 'lines' },
    { label: 'Units off', part: 'off', whole: 'expected' },
  ],
  dimensions: { location, item, counter: { label: 'Counted by', plural: 'Counted by' } },
})

/** Recalls that were not withdrawn: their lots, the quantity shipped before, and returns. */
export const recallsReport = defineRecordReport({
  name: 'recalls',
  label: 'Recalled goods',
  noun: 'recalls',
  about: 'Recalled lots: units shipped before, customers notified and units returned.',
  access: ['inventory.view', 'invoices.view'],
  measures: {
    shipped: count('Units shipped before'),
    returned: count('Returned'),
    lots: count('Lots recalled'),
    notified: count('Customers notified'),
  },
  ratios: [{ label: 'Returned, % of shipped', part: 'returned', whole: 'shipped' }],
  dimensions: {
    recall: { label: 'Recall', plural: 'Recalls' },
    item,
    customer,
  },
})

export const inventoryReports = [
  stockValueReport,
  abcXyzReport,
  adjustmentsReport,
  expiryCostReport,
  countAccuracyReport,
  recallsReport,
] as const
