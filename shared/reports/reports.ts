import { moreReports } from './more-reports.ts'
import { defineReport } from './report.ts'
import { category, count, customer, item, money, status, supplier } from './report-parts.ts'

/** Orders that are sales, by order date; amounts are with tax. */
export const salesReport = defineReport({
  name: 'sales',
  label: 'Sales',
  noun: 'sales records',
  page: '/reports/sales',
  access: 'invoices.view',
  measures: { total: money('Sales'), orders: count('Orders') },
  dimensions: {
    customer,
    country: { label: 'Country', plural: 'Countries' },
  },
})

/** The lines of these orders, by product; amounts are without tax and after discounts. */
export const itemsReport = defineReport({
  name: 'items',
  label: 'Items sold',
  noun: 'sales records',
  page: '/reports',
  access: 'invoices.view',
  measures: { net: money('Revenue'), quantity: count('Units') },
  dimensions: {
    item,
    category,
  },
})

/** All orders by order date, whatever their status. */
export const ordersReport = defineReport({
  name: 'orders',
  label: 'Orders',
  noun: 'order records',
  page: '/reports/sales?tab=status',
  access: 'invoices.view',
  measures: { orders: count('Orders'), total: money('Value') },
  dimensions: { status },
})

/** Placed purchase orders by order date. */
export const purchasesReport = defineReport({
  name: 'purchases',
  label: 'Purchases',
  noun: 'purchase records',
  page: '/reports/inventory?tab=purchases',
  access: ['inventory.view', 'invoices.view'],
  measures: { total: money('Spend'), orders: count('Purchase orders') },
  dimensions: { supplier },
})

/** Prospects by the day they were added. */
export const prospectsReport = defineReport({
  name: 'prospects',
  label: 'Prospects',
  noun: 'prospect records',
  page: '/reports/prospects',
  access: ['crm.view', 'invoices.view'],
  measures: {
    prospects: count('Prospects'),
    converted: count('Converted'),
  },
  ratios: [{ label: 'Conversion', part: 'converted', whole: 'prospects' }],
  dimensions: {
    status,
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

/** A report by its name. Throws if there is none. */
export function reportNamed(name: string) {
  const report = reports.find((one) => one.name === name)
  if (!report) throw new Error(`There is no report ${name}`)
  return report
}

/** The path of a report with a query. */
export function reportPath(name: string, query: Readonly<Record<string, string | undefined>>): string {
  const { page } = reportNamed(name)
  const names = ['range', 'start', 'end', 'groupBy', 'by', 'all']
  const search = names.flatMap((key) => (query[key] ? [`${key}=${encodeURIComponent(query[key])}`] : []))
  if (search.length === 0) return page
  return `${page}${page.includes('?') ? '&' : '?'}${search.join('&')}`
}
