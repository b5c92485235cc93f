import type { Route } from '#shared/http/route.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import type { Dashboard } from './api.ts'

interface DashboardFigure {
  label: string
  /** The count is that of this list with this filter, and the amount is the sum of that field of its rows. */
  list: Route
  filter: (range: Dashboard['range']) => Readonly<Record<string, string>>
  count: (figures: Dashboard) => number | undefined
  sum?: { field: string; of: (figures: Dashboard) => string | undefined }
}

const products = { list: inventoryApi.listProducts }
const invoices = { list: invoicingApi.listInvoices }
const receivablesTask = (
  label: string,
  part: 'unpaid' | 'partiallyPaid' | 'overdue',
  filter: Readonly<Record<string, string>>,
) => ({
  ...invoices,
  label,
  filter: () => filter,
  count: ({ receivables }: Dashboard) => receivables?.[part].invoices,
  sum: { field: 'due', of: ({ receivables }: Dashboard) => receivables?.[part].due },
})

/** The dashboard's figures, each with the list that it opens. */
export const dashboardFigures = {
  sales: {
    label: 'Sales',
    list: salesApi.listOrders,
    filter: ({ start, end }) => ({ sale: 'true', from: start, to: end }),
    count: ({ sales }) => sales?.orders,
    sum: { field: 'total', of: ({ sales }) => sales?.total },
  },
  lowStock: {
    ...products,
    label: 'Low stock',
    filter: () => ({ stockStatus: 'lowStock' }),
    count: ({ lowStock }) => lowStock?.low,
  },
  outOfStock: {
    ...products,
    label: 'Out of stock',
    filter: () => ({ stockStatus: 'outOfStock' }),
    count: ({ lowStock }) => lowStock?.out,
  },
  receivables: {
    ...invoices,
    label: 'Receivables',
    filter: () => ({ open: 'true' }),
    count: ({ receivables }) => receivables?.invoices,
    sum: { field: 'due', of: ({ receivables }) => receivables?.due },
  },
  unpaid: receivablesTask('Unpaid', 'unpaid', { paymentStatus: 'Unpaid' }),
  partiallyPaid: receivablesTask('Partially paid', 'partiallyPaid', { paymentStatus: 'Partially Paid' }),
  overdue: receivablesTask('Overdue', 'overdue', { overdue: 'true' }),
} as const satisfies Record<string, DashboardFigure>
export type FigureName = keyof typeof dashboardFigures
