import { type RawBuilder, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { z } from 'zod'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { CountScope, PlanCount } from '#shared/inventory/counts/api.ts'
import type { Db } from '#server/db/database.ts'
import { all } from '#server/db/keyset.ts'
import { nextNumber } from '#server/kernel/numbers.ts'
import { statusEntry } from '#server/kernel/status-history.ts'
import type { Work } from '#server/kernel/work.ts'
import { abcClasses } from './abc-classes.ts'
import { countHistory, lockCount, transitionCount, assertTransition } from './count-lock.ts'
import { zoneOfBalance } from '#server/inventory/stock/stock-on-hand.ts'
import { nextVersion } from '#server/db/next-version.ts'

type Scope = z.output<typeof CountScope>

/** Balances in the count's scope now, as rows `(item_id, location_id, lot_id)`. */
function balancesInScope(scope: Scope, now: Date): RawBuilder<unknown> {
  const where = [sql`b.on_hand > 0`, sql`i.deleted_at is null`]
  if (scope.locationId) where.push(sql`b.location_id = ${scope.locationId}`)
  if (scope.zoneId) where.push(sql`${zoneOfBalance} = ${scope.zoneId}`)
  if (scope.categoryId) where.push(sql`i.category_id = ${scope.categoryId}`)
  if (scope.abcClass) where.push(sql`b.item_id in (select item_id from abc where class = ${scope.abcClass})`)
  return sql`with ${scope.abcClass ? abcClasses(now) : sql`nothing as (select 1)`}
    select b.item_id, b.location_id, b.lot_id from stock_balance b join items i on i.id = b.item_id where ${all(where)}`
}

export async function previewCount(db: Db, scope: Scope, now: Date): Promise<{ lines: number }> {
  const { rows } = await sql<{
    lines: number
  }>`select count(*)::int as lines from (${balancesInScope(scope, now)}) s`.execute(db)
  return { lines: rows[0]?.lines ?? 0 }
}

/** Throws INVALID for an unknown location or category. Returns the new count's id. */
export async function planCount(work: Work, input: z.output<typeof PlanCount>): Promise<string> {
  const locationId = (input.zoneId && (await holdZone(work, input.zoneId, input.locationId))) || input.locationId
  await assertFound(work, 'locations', 'locationId', locationId)
  await assertFound(work, 'categories', 'categoryId', input.categoryId)
  const id = newId()
  const number = await nextNumber(work, 'CNT')
  await work.tx
    .with('planned', () => statusEntry(work, countHistory, { id, status: null }, { move: 'plan', to: 'PLANNED' }))
    .insertInto('stock_counts')
    .values({
      id,
      number,
      location_id: locationId ?? null,
      zone_id: input.zoneId ?? null,
      category_id: input.categoryId ?? null,
      abc_class: input.abcClass ?? null,
      blind: input.blind,
      recount_percent: input.recountPercent,
      recount_pieces: input.recountPieces,
      note: input.note,
      created_by: work.caller.userId,
      created_at: work.now,
      updated_at: work.now,
    })
    .execute()
  work.audit('count.plan', 'stockCount', id, { number, ...input })
  work.announce('inventory_transaction', { transactionId: id })
  return id
}

/** Locks the zone after its location; returns the location's id. */
async function holdZone(work: Work, id: string, locationId: string | undefined): Promise<string> {
  const { rows } = await sql<{ location: string }>`select l.id as location from locations l
    where l.id = (select location_id from zones where id = ${id}) and l.deleted_at is null for share`.execute(work.tx)
  const location = rows[0]?.location
  const held = await sql`select 1 from zones where id = ${id} and deleted_at is null for share`.execute(work.tx)
  if (!location || held.rows.length === 0 || (locationId && locationId.toLowerCase() !== location))
    throw invalid('zoneId', 'is not a zone of the location')
  return location
}

async function assertFound(work: Work, table: 'locations' | 'categories', field: string, id: string | undefined) {
  if (!id) return
  const { rows } = await sql`select 1 from ${sql.table(table)} where id = ${id} and deleted_at is null
    for share`.execute(work.tx)
  if (rows.length === 0) throw invalid(field, `is not a ${table === 'locations' ? 'location' : 'category'}`)
}

/** Creates the lines from the current balances. Throws INVALID_TRANSITION; NOT_READY if there is no stock in the scope. */
export async function startCount(work: Work, id: string): Promise<void> {
  const count = await lockCount(work, id, 'to move')
  assertTransition(count, 'start')
  const { rows } =
    await sql<Scope>`select location_id as "locationId", zone_id as "zoneId", category_id as "categoryId",
    abc_class as "abcClass" from stock_counts where id = ${id}`.execute(work.tx)
  const done = await work.tx
    .insertInto('stock_count_lines')
    .columns(['id', 'count_id', 'item_id', 'location_id', 'lot_id'])
    .expression(
      sql`select gen_random_uuid(), ${id}, s.item_id, s.location_id, s.lot_id from (${balancesInScope(rows[0] ?? {}, work.now)}) s
        join locations p on p.id = s.location_id and p.deleted_at is null
        join items i on i.id = s.item_id and i.deleted_at is null for share of p, i`,
    )
    .executeTakeFirstOrThrow()
  if (done.numInsertedOrUpdatedRows === 0n) {
    throw new Refusal('NOT_READY', 'There is no stock in this scope.')
  }
  await transitionCount(work, count, 'start')
}

/** Throws NOT_READY while lines wait for a recount, or are open and `leaveOut` is false. */
export async function finishCount(work: Work, id: string, leaveOut: boolean): Promise<void> {
  const count = await lockCount(work, id, 'to move')
  assertTransition(count, 'finish')
  const { rows } = await sql<{ open: number; recount: number; counted: number }>`select
      count(*) filter (where state = 'open')::int as open, count(*) filter (where state = 'recount')::int as recount,
      count(*) filter (where state = 'counted')::int as counted
    from stock_count_lines where count_id = ${id}`.execute(work.tx)
  const { open = 0, recount = 0, counted = 0 } = rows[0] ?? {}
  if (recount > 0) throw waits(recount === 1 ? 'One line waits' : `${recount} lines wait`, 'for a recount')
  if (counted === 0) throw waits('No line', 'is counted yet')
  if (open > 0 && !leaveOut) throw waits(open === 1 ? 'One line is' : `${open} lines are`, 'not counted yet')
  await transitionCount(work, count, 'finish', open > 0 ? `${open} lines left out` : null)
}

const waits = (who: string, what: string) => new Refusal('NOT_READY', `${who} ${what}.`)

/** Requests a recount of lines: they need two counts that agree, as after a difference above the tolerance. */
export async function recountLines(work: Work, id: string, lineIds: readonly string[]): Promise<void> {
  const count = await lockCount(work, id, 'to move')
  assertTransition(count, 'recount')
  const wanted = [...new Set(lineIds)]
  const done = await work.tx
    .updateTable('stock_count_lines')
    .set({ state: sql<string>`case when counted is null then 'open' else 'recount' end`, version: nextVersion })
    .where('count_id', '=', id)
    .where('id', '=', sql<string>`any(${wanted}::uuid[])`)
    .executeTakeFirstOrThrow()
  if (Number(done.numUpdatedRows) !== wanted.length) throw invalid('lines', 'names a line of another count')
  await transitionCount(work, count, 'recount', wanted.length === 1 ? 'One line' : `${wanted.length} lines`)
}

export async function cancelCount(work: Work, id: string, reason: string): Promise<void> {
  const count = await lockCount(work, id, 'to move')
  await transitionCount(work, count, 'cancel', reason)
}
