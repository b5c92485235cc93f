import { sql } from 'kysely'
import type { Work } from '#server/kernel/work.ts'
import type { StockSource } from '#server/inventory/stock/stock-entry.ts'
import type { LockedLine, LockedOrder } from '#server/sales/orders/order-lock.ts'

/** The order as the source of stock entries. Every transition has its own cycle, so no effect can be written twice. */
export const stockSource = (order: LockedOrder): StockSource => ({
  type: 'sales_order',
  id: order.id,
  cycle: order.cycle,
  reason: 'sales_order',
})

/** The missing pieces of the order's lines: their quantity less what is committed to them. */
export async function uncommittedLines(
  work: Work,
  order: LockedOrder,
): Promise<(LockedLine & { reserved?: number })[]> {
  if (order.status === 'PENDING') return order.lines
  const { rows } = await sql<{ line: string; held: number }>`select source_line_id as line, sum(quantity)::int as held
    from commitment where source_id = ${order.id} and state = 'open' group by 1`.execute(work.tx)
  const held = new Map(rows.map((row) => [row.line, row.held]))
  return order.lines
    .map((line) => {
      const reserved = held.get(line.lineId) ?? 0
      return { ...line, quantity: line.quantity - reserved, reserved }
    })
    .filter((line) => line.quantity > 0)
}
