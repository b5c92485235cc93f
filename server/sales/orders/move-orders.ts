import { sql } from 'kysely'
import type { Work } from '#server/kernel/work.ts'
import { nextVersion } from '#server/db/next-version.ts'

/** Gives all estimates of a customer, deleted ones included, to another. Both are held. */
export async function moveEstimates(work: Work, from: string, to: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from estimates where account_id = ${from}
    order by id for no key update`.execute(work.tx)
  work.locks.take('estimate', ...rows.map(({ id }) => id))
  await work.tx
    .updateTable('estimates')
    .set({ account_id: to, version: nextVersion, updated_at: work.now })
    .where('account_id', '=', from)
    .execute()
}

/** Gives all orders, with their returns, of a customer, deleted ones included, to another. Both are held. */
export async function moveOrders(work: Work, from: string, to: string): Promise<number> {
  const { rows } = await sql<{ id: string }>`select id from sales_orders where account_id = ${from}
    order by id for no key update`.execute(work.tx)
  const [first] = rows
  if (!first) return 0
  work.locks.take('salesOrder', ...rows.map(({ id }) => id))
  await work.tx
    .updateTable('sales_orders')
    .set({ account_id: to, version: nextVersion, updated_at: work.now })
    .where('account_id', '=', from)
    .execute()
  await work.tx
    .updateTable('sales_returns')
    .set({ account_id: to, version: nextVersion, updated_at: work.now })
    .where('account_id', '=', from)
    .execute()
  // Lists and pages are asked again whichever of them is named.
  work.announce('sales_order_updated', { salesOrderId: first.id })
  return rows.length
}
