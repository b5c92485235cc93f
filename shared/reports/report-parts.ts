import type { Measure } from './report.ts'

/* Building blocks of report definitions. */

const measure =
  <const U extends Measure['unit']>(unit: U) =>
  (label: string) => ({ label, unit })
export const money = measure('money')
export const count = measure('count')
export const kilometres = measure('km')
/** The same measure, where more is worse. */
export const bad = <M extends Measure>(of: M) => ({ ...of, moreIsWorse: true }) as const

export const item = { label: 'Item', plural: 'Items' }
export const category = { label: 'Category', plural: 'Categories' }
export const location = { label: 'Location', plural: 'Locations' }
export const customer = { label: 'Customer', plural: 'Customers' }
export const supplier = { label: 'Supplier', plural: 'Suppliers' }
export const status = { label: 'Status', plural: 'Statuses' }
