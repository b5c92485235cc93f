import type { Dashboard } from '#shared/reports/api.ts'
import { useCan } from '#web/session/session.ts'

/** Which parts of the dashboard a user gets. */
export interface Seen {
  orders: boolean
  invoices: boolean
  stock: boolean
  sales: boolean
}

/** What the answer holds; before it is there, what the user's rights promise, so that nothing jumps when it arrives. */
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

/** A company that has neither a product nor an order yet. */
export function isNew({ lowStock, ordersByStatus }: Dashboard): boolean {
  return lowStock?.products === 0 && ordersByStatus?.every(({ count }) => count === 0) === true
}
