import { moreReports } from './more-reports.ts'
import { defineReport } from './report.ts'

/** Orders that are sales, by their order date; amounts are what customers pay, with tax. */
export const salesReport = defineReport({
  name: 'sales',
  label: 'Sales',
  page: '/reports/sales',
  access: 'invoices.view',
  measures: { total: { label: 'Sales', unit: 'money' }, orders: { label: 'Orders', unit: 'count' } },
  dimensions: {
    customer: { label: 'Customer', plural: 'Customers' },
    country: { label: 'Country', plural: 'Countries' },
  },
})

/** The lines of the same orders, by product; amounts are without tax and after discounts. */
export const itemsReport = defineReport({
  name: 'items',
  label: 'Items sold',
  page: '/reports',
  access: 'invoices.view',
  measures: { net: { label: 'Revenue', unit: 'money' }, quantity: { label: 'Units', unit: 'count' } },
  dimensions: {
    item: { label: 'Item', plural: 'Items' },
    category: { label: 'Category', plural: 'Categories' },
  },
})

/** Every order, whatever became of it, by its order date. */
export const ordersReport = defineReport({
  name: 'orders',
  label: 'Orders',
  page: '/reports/sales?tab=status',
  access: 'invoices.view',
  measures: { orders: { label: 'Orders', unit: 'count' }, total: { label: 'Value', unit: 'money' } },
  dimensions: { status: { label: 'Status', plural: 'Statuses' } },
})

/** Purchase orders that were placed, by their order date. */
export const purchasesReport = defineReport({
  name: 'purchases',
  label: 'Purchases',
  page: '/reports/inventory?tab=purchases',
  access: ['inventory.view', 'invoices.view'],
  measures: { total: { label: 'Spend', unit: 'money' }, orders: { label: 'Purchase orders', unit: 'count' } },
  dimensions: { supplier: { label: 'Supplier', plural: 'Suppliers' } },
})

/** Prospects by the day on which they were added. */
export const prospectsReport = defineReport({
  name: 'prospects',
  label: 'Prospects',
  page: '/reports/inventory?tab=prospects',
  access: ['crm.view', 'invoices.view'],
  measures: {
    prospects: { label: 'Prospects', unit: 'count' },
    converted: { label: 'Converted', unit: 'count' },
  },
  ratios: [{ label: 'Conversion', part: 'converted', whole: 'prospects' }],
  dimensions: {
    status: { label: 'Status', plural: 'Statuses' },
    source: { label: 'Source', plural: 'Sources' },
  },
})

export const reports = [
  salesReport,
  itemsReport,
  ordersReport,
  purchasesReport,
  prospectsReport,
  ...moreReports,
] as const

export const reportNames = reports.map(({ name }) => name) as [string, ...string[]]

/** A report by its name. Throws where there is none. */
export function reportNamed(name: string) {
  const report = reports.find((one) => one.name === name)
  if (!report) throw new Error(`There is no report ${name}`)
  return report
}

/** Where a report opens with what it is asked for. */
export function reportPath(name: string, query: Readonly<Record<string, string | undefined>>): string {
  const { page } = reportNamed(name)
  const names = ['range', 'start', 'end', 'groupBy', 'by', 'all']
  const search = names.flatMap((key) => (query[key] ? [`${key}=${encodeURIComponent(query[key])}`] : []))
  if (search.length === 0) return page
  return `${page}${page.includes('?') ? '&' : '?'}${search.join('&')}`
}
