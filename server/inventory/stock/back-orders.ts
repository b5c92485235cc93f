import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { queueJob } from '#server/kernel/queue-job.ts'
import type { Work } from '#server/kernel/work.ts'
import type { StockEntry } from './stock-entry.ts'

/** Queues a job that allocates stock to orders backordered for these items after the commit: pieces may have become available. */
export async function queueBackOrders(work: Work, itemIds: readonly string[]): Promise<void> {
  const items = [...new Set(itemIds)].toSorted()
  if (items.length > 0) await queueJob(work.tx, 'allocate-back-orders', { items })
}

/**
 * The same after a booking, if orders wait for what it freed. Call it when the items' totals are locked: a transaction that
 * backorders an order has either committed, and is seen, or will see the freed stock.
 */
export async function queueBackOrdersAfter(work: Work, entries: readonly StockEntry[]): Promise<void> {
  const items = freed(entries)
  if (items.length === 0) return
  const { rows } = await sql`select 1 from sales_orders o join sales_order_lines l on l.order_id = o.id
    where o.status = 'AWAITING_STOCK' and o.deleted_at is null and l.item_id = any(${listOf(items)}) limit 1`.execute(
    work.tx,
  )
  if (rows.length > 0) await queueBackOrders(work, items)
}

/** Items with more available pieces than before. */
function freed(entries: readonly StockEntry[]): string[] {
  const sums = new Map<string, number>()
  for (const { itemId, dOnHand, dCommitted } of entries)
    sums.set(itemId, (sums.get(itemId) ?? 0) + dOnHand - dCommitted)
  return [...sums].flatMap(([itemId, sum]) => (sum > 0 ? [itemId] : []))
}
