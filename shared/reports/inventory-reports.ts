import { defineRecordReport } from './report.ts'
import { category, count, customer, item, location, money, supplier } from './report-parts.ts'

/* Reports about the stock, added up from the records themselves. Each has its page /reports/<name>. */

/** What is on hand at the end of a day, at the average cost of that day and first in, first out. */
export const stockValueReport = defineRecordReport({
  name: 'stock-value',
  label: 'Stock at cost',
  noun: 'goods on hand',
  about: 'The stock of any day at its moving average cost and first in, first out.',
  access: ['inventory.view', 'invoices.view'],
  isBalance: true,
  measures: {
    average: money('At average cost'),
    fifo: money('First in, first out'),
    quantity: count('Units'),
  },
  dimensions: { category, location, supplier, item },
})

/** Items sold by their share of the revenue (A, B, C) and by how evenly they sell (X, Y, Z). */
export const abcXyzReport = defineRecordReport({
  name: 'abc-xyz',
  label: 'ABC/XYZ',
  noun: 'sales records',
  about: 'A: the items of the first 80 % of revenue, B: up to 95 %. X sells evenly from week to week, Z rarely.',
  access: ['inventory.view', 'invoices.view'],
  measures: { net: money('Revenue'), quantity: count('Units') },
  dimensions: {
    class: { label: 'Class', plural: 'Classes' },
    abc: { label: 'ABC class', plural: 'ABC classes' },
    xyz: { label: 'XYZ class', plural: 'XYZ classes' },
    item,
  },
})

/** Stock that was added, lost or corrected by hand or by a count, at the average cost of the day. */
export const adjustmentsReport = defineRecordReport({
  name: 'adjustments',
  label: 'Adjustments and shrinkage',
  noun: 'adjustments',
  about: 'Stock added, lost, scrapped and corrected, by reason.',
  access: ['inventory.view', 'invoices.view'],
  measures: {
    shrinkage: money('Shrinkage'),
    change: money('Change of value'),
    quantity: count('Change of units'),
  },
  dimensions: { reason: { label: 'Reason', plural: 'Reasons' }, item, location, category },
})

/** What lots still held on the day after their last day, and what was written off of them since. */
export const expiryCostReport = defineRecordReport({
  name: 'expiry-cost',
  label: 'Cost of expiry',
  noun: 'expired lots',
  about: 'What was on hand of lots when they expired, and what was written off of them.',
  access: ['inventory.view', 'invoices.view'],
  measures: {
    expired: money('Expired'),
    quantity: count('Units expired'),
    writtenOff: money('Written off'),
  },
  dimensions: { item, category, supplier, location },
})

/** Lines of counts that were applied, by the day of their application. */
export const countAccuracyReport = defineRecordReport({
  name: 'count-accuracy',
  label: 'Count accuracy',
  noun: 'applied counts',
  about: 'Counted places that held what the books said, and what the others were off.',
  access: ['inventory.view', 'invoices.view'],
  measures: {
    lines: count('Places counted'),
    exact: count('Exact'),
    expected: count('Units expected'),
    off: count('Units off'),
    value: money('Value off'),
  },
  ratios: [
    { label: 'Exact places', part: 'exact', whole: 'lines' },
    { label: 'Units off', part: 'off', whole: 'expected' },
  ],
  dimensions: { location, item, counter: { label: 'Counted by', plural: 'Counted by' } },
})

/** Recalls that were not withdrawn: their lots, what had been shipped of them before, and what came back. */
export const recallsReport = defineRecordReport({
  name: 'recalls',
  label: 'Recalled goods',
  noun: 'recalls',
  about: 'Recalled lots, the units shipped of them before, customers notified and what came back.',
  access: ['inventory.view', 'invoices.view'],
  measures: {
    shipped: count('Units shipped before'),
    returned: count('Came back'),
    lots: count('Lots recalled'),
    notified: count('Customers notified'),
  },
  ratios: [{ label: 'Came back of shipped', part: 'returned', whole: 'shipped' }],
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
