import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import type { z } from 'zod'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import { maxCountAgeDays, type ShelfCountInput } from '#shared/portal/shelf-api.ts'
import type { Work } from '#server/kernel/work.ts'
import type { PortalViewer } from './portal-viewer.ts'
import { orderedFromCount } from './shelf-list.ts'
import { lockShelf } from './shelves.ts'

type Input = z.output<typeof ShelfCountInput>

/** The time of a count; a device clock that is ahead counts as now. Throws TOO_LATE if the count waited too long. */
export function countMoment(work: Work, { countedAt }: Pick<Input, 'countedAt'>): Date {
  const at = new Date(Math.min(new Date(countedAt).getTime(), work.now.getTime()))
  if (work.now.getTime() - at.getTime() > maxCountAgeDays * 86_400_000)
    throw new Refusal('TOO_LATE', `This was counted more than ${maxCountAgeDays} days ago. Count again.`)
  return at
}

/** Stores a count of a customer's shelf, once, however often it is sent. Throws NOT_FOUND, TOO_LATE, INVALID. */
export async function takeShelfCount(work: Work, viewer: PortalViewer, shelfId: string, input: Input): Promise<void> {
  const { accountId, userId } = viewer
  const { name } = await lockShelf(work, accountId, shelfId)
  const at = countMoment(work, input)
  const rows = await work.tx
    .insertInto('shelf_counts')
    .values({
      id: input.countId,
      account_id: accountId,
      shelf_id: shelfId,
      counted_by: userId,
      counted_at: at,
      received_at: work.now,
    })
    .onConflict((oc) => oc.column('id').doNothing())
    .returning('id')
    .execute()
  if (rows.length === 0) return assertSameShelf(work, shelfId, input.countId)
  const ids = input.lines.map((line) => line.productId)
  const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index)
  if (twice >= 0) throw invalid(`lines.${twice}.productId`, 'is counted twice')
  const taken = await work.tx
    .insertInto('shelf_count_lines')
    .columns(['count_id', 'item_id', 'counted'])
    .expression(sql`select ${input.countId}, i.id, w.counted
    from unnest(${listOf(ids)}, ${input.lines.map((line) => line.counted)}::int[]) as w(id, counted)
    join items i on i.id = w.id and i.kind in ('product', 'kit')`)
    .returning('item_id')
    .execute()
  const found = new Set(taken.map(({ item_id }) => item_id))
  const unknown = ids.findIndex((id) => !found.has(id))
  if (unknown >= 0) throw invalid(`lines.${unknown}.productId`, 'is not a product')
  work.audit('shelf.counted', 'shelf', shelfId, { accountId, name, countId: input.countId, lines: ids.length })
  work.announce('account_updated', { accountId })
}

/** A repeated count must be of the same shelf; the id of another shelf's count is not found. */
async function assertSameShelf(work: Work, shelfId: string, countId: string): Promise<void> {
  const { rows } = await sql`select 1 from shelf_counts where id = ${countId} and shelf_id = ${shelfId}`.execute(
    work.tx,
  )
  if (rows.length === 0) throw new Refusal('NOT_FOUND')
  work.audit('shelf.countRepeated', 'shelf', shelfId, { countId })
}

/**
 * Locks the shelf of a count, to order from it. Throws NOT_FOUND for another customer's, ALREADY_DONE if the count has an
 * active order or requisition.
 */
export async function lockCount(work: Work, accountId: string, countId: string): Promise<{ shelfId: string }> {
  const { rows } = await sql<{ shelfId: string }>`select c.shelf_id as "shelfId" from shelf_counts c
    where c.id = ${countId} and c.account_id = ${accountId}`.execute(work.tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  await lockShelf(work, accountId, rows[0].shelfId)
  const { rows: ordered } = await sql<{ done: boolean }>`select ${orderedFromCount} as done from shelf_counts c
    where c.id = ${countId}`.execute(work.tx)
  if (ordered[0]?.done)
    throw new Refusal(
      'ALREADY_DONE',
      'An order was placed from this count already. Count the shelf again to order more.',
    )
  return rows[0]
}

/** Stores the order that was placed from a locked count. */
export async function noteShelfOrder(
  work: Work,
  count: { id: string; shelfId: string },
  { orderId = null, requisitionId = null }: { orderId?: string | null; requisitionId?: string | null },
): Promise<void> {
  await work.tx
    .insertInto('shelf_orders')
    .values({ count_id: count.id, shelf_id: count.shelfId, order_id: orderId, requisition_id: requisitionId })
    .execute()
}
