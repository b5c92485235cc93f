import { defineReport } from './report.ts'

/* Reports about the stock, added up from the records themselves. Each has its page /reports/<name>. */

const item = { label: 'Item', plural: 'Items' }
const location = { label: 'Location', plural: 'Locations' }
const category = { label: 'Category', plural: 'Categories' }
const supplier = { label: 'Supplier', plural: 'Suppliers' }

/** What is on hand at the end of a day, at the average cost of that day and first in, first out. */
export const stockValueReport = defineReport({
  name: 'stock-value',
  label: 'Stock at cost',
  about: 'The stock of any day at its moving average cost and first in, first out.',
  page: '/reports/stock-value',
  access: ['inventory.view', 'invoices.view'],
  isSlow: true,
  isBalance: true,
  measures: {
    average: { label: 'At average cost', unit: 'money' },
    fifo: { label: 'First in, first out', unit: 'money' },
    quantity: { label: 'Units', unit: 'count' },
  },
  dimensions: { category, location, supplier, item },
})

/** Items sold by their share of the revenue (A, B, C) and by how evenly they sell (X, Y, Z). */
export const abcXyzReport = defineReport({
  name: 'abc-xyz',
  label: 'ABC/XYZ',
  about: 'A: the items of the first 80 % of revenue, B: up to 95 %. X sells evenly from week to week, Z rarely.',
  page: '/reports/abc-xyz',
  access: ['inventory.view', 'invoices.view'],
  isSlow: true,
  measures: { net: { label: 'Revenue', unit: 'money' }, quantity: { label: 'Units', unit: 'count' } },
  dimensions: {
    class: { label: 'Class', plural: 'Classes' },
    abc: { label: 'ABC class', plural: 'ABC classes' },
    xyz: { label: 'XYZ class', plural: 'XYZ classes' },
    item,
  },
})

/** Stock that was added, lost or corrected by hand or by a count, at the average cost of the day. */
export const adjustmentsReport = defineReport({
  name: 'adjustments',
  label: 'Adjustments and shrinkage',
  about: 'Stock added, lost, scrapped and corrected, by reason.',
  page: '/reports/adjustments',
  access: ['inventory.view', 'invoices.view'],
  isSlow: true,
  measures: {
    shrinkage: { label: 'Shrinkage', unit: 'money' },
    change: { label: 'Change of value', unit: 'money' },
    quantity: { label: 'Change of units', unit: 'count' },
  },
  dimensions: { reason: { label: 'Reason', plural: 'Reasons' }, item, location, category },
})

/** What lots still held on the day after their last day, and what was written off of them since. */
export const expiryCostReport = defineReport({
  name: 'expiry-cost',
  label: 'Cost of expiry',
  about: 'What was on hand of lots when they expired, and what was written off of them.',
  page: '/reports/expiry-cost',
  access: ['inventory.view', 'invoices.view'],
  isSlow: true,
  measures: {
    expired: { label: 'Expired', unit: 'money' },
    quantity: { label: 'Units expired', unit: 'count' },
    writtenOff: { label: 'Written off', unit: 'money' },
  },
  dimensions: { item, category, supplier, location },
})

/** Lines of counts that were applied, by the day of their application. */
export const countAccuracyReport = defineReport({
  name: 'count-accuracy',
  label: 'Count accuracy',
  about: 'Counted places that held what the books said, and what the others were off.',
  page: '/reports/count-accuracy',
  access: ['inventory.view', 'invoices.view'],
  isSlow: true,
  measures: {
    lines: { label: 'Places counted', unit: 'count' },
    exact: { label: 'Exact', unit: 'count' },
    expected: { label: 'Units expected', unit: 'count' },
    off: { label: 'Units off', unit: 'count' },
    value: { label: 'Value off', unit: 'money' },
  },
  ratios: [
    { label: 'Exact places', part: 'exact', whole: 'lines' },
    { label: 'Units off', part: 'off', whole: 'expected' },
  ],
  dimensions: { location, item, counter: { label: 'Counted by', plural: 'Counted by' } },
})

/** Recalls that were not withdrawn: their lots, what had been shipped of them before, and what came back. */
export const recallsReport = defineReport({
  name: 'recalls',
  label: 'Recalled goods',
  about: 'Recalled lots, the units shipped of them before, customers notified and what came back.',
  page: '/reports/recalls',
  access: ['inventory.view', 'invoices.view'],
  isSlow: true,
  measures: {
    shipped: { label: 'Units shipped before', unit: 'count' },
    returned: { label: 'Came back', unit: 'count' },
    lots: { label: 'Lots recalled', unit: 'count' },
    notified: { label: 'Customers notified', unit: 'count' },
  },
  ratios: [{ label: 'Came back of shipped', part: 'returned', whole: 'shipped' }],
  dimensions: {
    recall: { label: 'Recall', plural: 'Recalls' },
    item,
    customer: { label: 'Customer', plural: 'Customers' },
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
