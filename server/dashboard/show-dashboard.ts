import { mayCall } from '#shared/access/can.ts'
import { type Dashboard, stoppedShown, topItemsShown } from '#shared/reports/api.ts'
import { rangeOf, type RangeQuery } from '#shared/reports/date-range.ts'
import type { Db } from '#server/db/database.ts'
import type { Caller } from '#server/kernel/work.ts'
import { getLowStock } from '#server/inventory/stock/low-stock.ts'
import { getReceivables } from '#server/invoicing/receivables.ts'
import { countOrdersAndSpan } from '#server/reports/order-counts.ts'
import { getSalesFigures } from '#server/reports/sales-figures.ts'
import { listTopItems } from '#server/reports/top-items.ts'
import { listStoppedOrders } from '#server/sales/orders/stopped-goods.ts'

/** The dashboard of one user: reads only what they may see. At most six statements. Throws INVALID. */
export async function showDashboard(db: Db, caller: Caller, query: RangeQuery, today: string): Promise<Dashboard> {
  const seesOrders = mayCall(caller, 'salesOrders.view')
  const seesInvoices = mayCall(caller, 'invoices.view')
  const seesSales = seesOrders || seesInvoices
  const orders = seesSales ? await countOrdersAndSpan(db) : null
  const salesSpan = orders?.salesSpan ?? null
  const range = rangeOf(query, today, salesSpan)
  const [figures, topItems, lowStock, stoppedShipments, receivables] = await Promise.all([
    seesSales ? getSalesFigures(db, range) : null,
    seesSales ? listTopItems(db, range) : null,
    mayCall(caller, 'inventory.view') ? getLowStock(db, topItemsShown) : null,
    seesOrders || mayCall(caller, 'shipping.view') ? listStoppedOrders(db, stoppedShown) : null,
    seesInvoices ? getReceivables(db, today) : null,
  ])
  const { start, end, groupBy } = range
  return {
    range: { start, end, groupBy },
    ordersByStatus: seesOrders && orders ? orders.counts : null,
    sales: figures && { ...figures, earliestSale: salesSpan?.start ?? null, latestSale: salesSpan?.end ?? null },
    topItems,
    lowStock,
    stoppedShipments,
    receivables,
  }
}
