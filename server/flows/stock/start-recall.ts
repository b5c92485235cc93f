import { whyRecallNotClosed } from '#shared/inventory/recalls/recall-guards.ts'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { LotEffect } from '#shared/inventory/lots/api.ts'
import type { Drill } from '#shared/inventory/recalls/recall.ts'
import { businessDate } from '#shared/dates.ts'
import type { CommandDeps } from '#server/kernel/command.ts'
import { SentStatements } from '#server/kernel/sent-statements.ts'
import type { Caller, Work } from '#server/kernel/work.ts'
import { LotUsedMeanwhile } from '#server/inventory/stock/reallocate.ts'
import { endRecall, lockOpenRecall, writeRecall } from '#server/inventory/recalls/recall-actions.ts'
import { readFinds } from '#server/inventory/recalls/recall-findings.ts'
import { lotsConcerned, lotsNamed, type RecallSearch } from '#server/inventory/recalls/recall-search.ts'
import { getRecall, untraceableOf } from '#server/inventory/recalls/recalls.ts'
import { lockOrders } from '#server/sales/orders/order-lock.ts'
import { ordersCarrying } from '#server/sales/orders/stopped-goods.ts'
import { lockInvoices } from './withdraw-stock.ts'
import { blockLots } from './block-lots.ts'

interface Started {
  id: string
  named: string[]
  effect: LotEffect
  tookMs: number
}

/** Finds and blocks all pieces of the lots and of what was made from them, in one transaction. Returns the recall's id. */
export async function startRecall(
  work: Work,
  { reason, instruction, ...search }: RecallSearch & { reason: string; instruction: string },
): Promise<Started> {
  const begun = performance.now()
  const id = newId()
  // Keeps the trace of a widely used lot in memory instead of on disk.
  await sql`set local work_mem = '32MB'`.execute(work.tx)
  const named = await lotsNamed(work.tx, search)
  if (named.length === 0) throw invalid('supplierId', 'delivered no lots in this period')
  const { lots: ids } = await lotsConcerned(work.tx, named)
  if (named.some((lot) => !ids.includes(lot))) throw invalid('lotIds', 'names a lot that does not exist')
  const { lots, effect } = await blockLots(work, ids, 'recall', reason, async () => {
    // Lots that were made from them while we waited for locks belong to the recall, too.
    const now = await lotsConcerned(work.tx, named)
    if (now.lots.length !== ids.length) throw new LotUsedMeanwhile('A lot was used meanwhile')
  })
  const tookMs = performance.now() - begun
  await writeRecall(work, { id, search, reason, instruction, lots, named, tookMs, effect })
  return { id, named, effect, tookMs }
}

/** Carries the result of a rehearsal out of the transaction, which it rolls back. */
class Rehearsed extends Error {
  readonly drill: Drill
  constructor(drill: Drill) {
    super('rehearsed')
    this.drill = drill
  }
}

/** Runs a whole recall in a transaction that is rolled back, to see how long it takes and what it would do. */
export async function rehearseRecall(
  deps: CommandDeps,
  caller: Caller,
  search: RecallSearch,
  seesCustomers: boolean,
): Promise<Drill> {
  try {
    await deps.database.transaction(async (tx, locks) => {
      const now = deps.clock()
      const today = businessDate(now, deps.timeZone())
      const sent = new SentStatements()
      const work: Work = {
        tx,
        locks,
        caller,
        now,
        today,
        send: sent.send,
        announce: () => {},
        audit: () => {},
        makeUnlocked: (_from, make) => make(),
      }
      const { id, named, effect, tookMs } = await sent.around(() =>
        startRecall(work, { ...search, reason: 'Drill', instruction: 'Drill' }),
      )
      const found = await readFinds(tx, id, seesCustomers)
      const untraceable = await untraceableOf(tx, { ...search, lotIds: named })
      throw new Rehearsed({ ...found, untraceable, effect, tookMs: Math.round(tookMs) })
    })
  } catch (error) {
    if (error instanceof Rehearsed) return error.drill
    throw error
  }
  throw new Error('A rehearsal must not end')
}

/** Throws NOT_READY with the open points while customers have to be notified or goods are under way. */
export async function closeRecall(work: Work, id: string, summary: string): Promise<void> {
  await lockOpenRecall(work, id)
  const { openPoints } = await getRecall(work.tx, id, false)
  const why = whyRecallNotClosed({ openPoints })
  if (why) throw new Refusal('NOT_READY', why, { details: { status: 'OPEN', openPoints } })
  await endRecall(work, id, 'CLOSED', summary)
}

/** Withdraws a mistaken recall: its lots, unless another recall has them, are quarantined and can be released. */
export async function withdrawRecall(work: Work, id: string, summary: string): Promise<void> {
  // Lock order: orders with its goods in their shipments come before the recall.
  await lockCarrying(work, id)
  const { number } = await lockOpenRecall(work, id)
  const { rows } = await sql<{ id: string }>`select x.lot_id as id from recall_lots x where x.recall_id = ${id}
    and not exists (select 1 from recall_lots y join recalls r on r.id = y.recall_id
      where y.lot_id = x.lot_id and y.recall_id <> ${id} and r.status <> 'WITHDRAWN')`.execute(work.tx)
  const lots = rows.map((row) => row.id)
  if (lots.length > 0) await blockLots(work, lots, 'withdraw', `Recall ${number}: ${summary}`.slice(0, 500))
  await endRecall(work, id, 'WITHDRAWN', summary)
}

async function lockCarrying(work: Work, recallId: string): Promise<void> {
  const { rows } = await sql<{
    id: string
  }>`select lot_id as id from recall_lots where recall_id = ${recallId}`.execute(work.tx)
  const carrying = await ordersCarrying(
    work,
    rows.map((row) => row.id),
  )
  const orders = await lockOrders(
    work,
    carrying.map((order) => order.id),
  )
  await lockInvoices(work, orders)
}
