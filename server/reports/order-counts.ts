import { sql } from 'kysely'
import { notSales } from '#shared/reports/api.ts'
import type { DateSpan } from '#shared/reports/date-range.ts'
import { type OrderStatus, orderStatuses } from '#shared/sales/orders/order-transitions.ts'
import type { Db } from '#server/db/database.ts'

interface Row {
  status: OrderStatus
  count: number
  first: string
  last: string
}

const isSale = (status: OrderStatus) => !(notSales as readonly OrderStatus[]).includes(status)

/** The number of orders in each status, and the first and last day with sales; null without any. One statement. */
export async function countOrdersAndSpan(
  db: Db,
): Promise<{ counts: { status: OrderStatus; count: number }[]; salesSpan: DateSpan | null }> {
  const { rows } = await sql<Row>`select status, count(*) as count, min(order_date) as first, max(order_date) as last
    from sales_orders where deleted_at is null group by status`.execute(db)
  const counts = new Map(rows.map((row) => [row.status, row.count]))
  const sales = rows.filter((row) => isSale(row.status))
  const start = sales.map((row) => row.first).toSorted()[0]
  const end = sales
    .map((row) => row.last)
    .toSorted()
    .at(-1)
  return {
    counts: orderStatuses.map((status) => ({ status, count: counts.get(status) ?? 0 })),
    salesSpan: start && end ? { start, end } : null,
  }
}
