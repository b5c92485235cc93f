import type { Dashboard } from '#shared/reports/api.ts'
import { useCan } from '#web/session/session.ts'

/** The parts of the dashboard that a user may view. */
export interface Seen {
  orders: boolean
  invoices: boolean
  stock: boolean
  sales: boolean
}

/** The parts in the response; before it arrives, those that the user's rights allow, to avoid a layout shift. */
export function useSeen(figures: Dashboard | undefined): Seen {
  const orders = useCan('salesOrders.view')
  const invoices = useCan('invoices.view')
  const stock = useCan('inventory.view')
  if (!figures) return { orders, invoices, stock, sales: orders || invoices }
  return {
    orders: figures.ordersByStatus !== null,
    invoices: figures.receivables !== null,
    stock: figures.lowStock !== null,
    sales: figures.sales !== null,
  }
}

/** Whether the company has neither products nor orders. */
export function isNew({ lowStock, ordersByStatus }: Dashboard): boolean {
  return lowStock?.products === 0 && ordersByStatus?.every(({ count }) => count === 0) === true
}
