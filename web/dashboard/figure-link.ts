import type { Dashboard } from '#shared/reports/api.ts'
import { dashboardFigures, type FigureName } from '#shared/reports/dashboard-figures.ts'
import { searchOf } from '#web/api/address.ts'
import { paths } from '#web/paths.ts'

const pages: Record<FigureName, string> = {
  sales: paths.orders,
  lowStock: paths.products,
  outOfStock: paths.products,
  receivables: paths.invoices,
  unpaid: paths.invoices,
  partiallyPaid: paths.invoices,
  overdue: paths.invoices,
}

/** The list of exactly the rows that a figure counts; for users who see sales but not orders, the report's records. */
export function figureLink(name: FigureName, figures: Dashboard): string {
  const { range, ordersByStatus } = figures
  if (name === 'sales' && ordersByStatus === null)
    return `${paths.reportRecords('sales')}?${searchOf({ start: range.start, end: range.end })}`
  return `${pages[name]}?${searchOf(dashboardFigures[name].filter(range))}`
}
