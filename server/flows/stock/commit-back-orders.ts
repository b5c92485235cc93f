import { sql } from 'kysely'
import { addDays } from '#shared/dates.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { paymentStatusOf } from '#shared/invoicing/payment-status.ts'
import { command, type CommandDeps } from '#server/kernel/command.ts'
import { eachApart } from '#server/kernel/each-apart.ts'
import { systemCaller, type Work } from '#server/kernel/work.ts'
import { commitStock } from '#server/inventory/stock/commit-stock.ts'
import type { JobHandler } from '#server/kernel/job-contract.ts'
import { issueInvoice } from '#server/invoicing/invoices.ts'
import { lockOrder, assertTransition, transitionOrder, recordHoldEvent } from '#server/sales/orders/order-lock.ts'
import { releasedItems } from '#server/sales/orders/released-items.ts'
import { stockSource, uncommittedLines } from '#server/flows/orders/order-stock.ts'

const batchSize = 500

/**
 * Commits arrived stock to backordered orders, the oldest first. Commands that free stock queue the job in their transaction; it
 * runs after the commit, in one transaction per order, because an arrival locks stock and orders must be locked before stock.
 */
export const backOrderJob = (deps: CommandDeps): JobHandler<'allocate-back-orders'> => ({
  batchSize,
  async runTogether(jobs) {
    const lists = jobs.map(({ data }) => data.items)
    const items = lists.includes(null) ? null : [...new Set(lists.flatMap((list) => list ?? []))]
    const fairness: Fairness = new Map()
    await eachApart(await waitingFor(deps, items), (orderId) => topUpQuietly(deps, orderId, fairness))
  },
  // After an upgrade from a version without the queue, or a restore without its tables, nobody knows what has arrived.
  async missing() {
    const { rows } = await sql`select 1 from pgboss.job where name = 'allocate-back-orders' limit 1`.execute(
      deps.database.db,
    )
    return rows.length > 0 ? [] : [{ data: { items: null } }]
  },
})

/** Orders backordered for these items (null: for any), the longest waiting first, whatever their numbers. */
async function waitingFor(deps: CommandDeps, items: readonly string[] | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select o.id from sales_orders o
    where o.status = 'AWAITING_STOCK' and o.deleted_at is null
      and (${items}::uuid[] is null
        or exists (select 1 from sales_order_lines l where l.order_id = o.id and l.item_id = any(${items}::uuid[])))
    order by (select max(m.id) from sales_order_moves m
      where m.order_id = o.id and m.to_status = 'AWAITING_STOCK' and m.from_status <> 'AWAITING_STOCK') nulls first,
      o.created_at, o.id`.execute(deps.database.db)
  return rows.map((row) => row.id)
}

/**
 * Item → the day until which an older order needed its pieces to last, but didn't get enough. Pieces that arrive while the job
 * runs must not go to a younger order with the same need: the older order gets them in the next run.
 */
type Fairness = Map<string, string>

/** Skips an order that can't be served now (its customer is inactive, or it had a transition). */
async function topUpQuietly(deps: CommandDeps, orderId: string, fairness: Fairness): Promise<void> {
  let short: Fairness = new Map()
  try {
    await command(
      deps,
      { caller: systemCaller, route: 'freeBackOrders', status: 204 },
      async (work) => {
        short = new Map()
        await topUpOrder(work, orderId, fairness, short)
      },
      () => '',
    )
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
  for (const [item, day] of short) {
    const known = fairness.get(item)
    if (known === undefined || day < known) fairness.set(item, day)
  }
}

/** Commits available stock to a backordered order; once it has everything, it is confirmed and its invoice issued. */
async function topUpOrder(work: Work, orderId: string, fairness: Fairness, nowShort: Fairness): Promise<void> {
  const order = await lockOrder(work, orderId)
  // Another command changed it meanwhile: it is no longer backordered.
  if (order.status !== 'AWAITING_STOCK') throw new Refusal('INVALID_TRANSITION')
  assertTransition(order, 'confirm', 'system')
  const goodOn = addDays(order.rule.expectedOn, order.rule.minShelfLifeDays)
  const lacking = await uncommittedLines(work, order)
  const released = await releasedItems(work, order.id)
  const wanted = lacking.filter((line) => {
    if (released.has(line.itemId)) return false
    const older = fairness.get(line.itemId)
    return older === undefined || goodOn < older
  })
  const short = await commitStock(work, stockSource(order), wanted, order.rule, true)
  for (const { itemId } of short) nowShort.set(itemId, goodOn)
  if (short.length > 0 || wanted.length < lacking.length) {
    const missing = short.reduce((sum, one) => sum + one.wanted - one.available, 0)
    const requested = wanted.reduce((sum, line) => sum + line.quantity, 0)
    if (missing === requested) throw new Refusal('INSUFFICIENT_STOCK', 'No stock has arrived for it.')
    return recordHoldEvent(work, order, 'toppedUp', 'Some of the goods have arrived')
  }
  await transitionOrder(work, order, 'confirm', {
    reason: lacking.length > 0 ? 'The goods have arrived' : 'Everything is reserved',
    paymentStatus: paymentStatusOf(BigInt(order.total), BigInt(order.paid)),
  })
  // An order that was paid before it lost stock keeps its invoice.
  if (!order.isInvoiced) await issueInvoice(work, order)
}
