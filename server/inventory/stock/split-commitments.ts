import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { v7 as newId } from 'uuid'
import type { Work } from '#server/kernel/work.ts'
import { bookLocked } from './ledger.ts'
import type { StockEntry, StockSource } from './stock-entry.ts'
import { lockItems } from './allocate-stock.ts'
import { mayUse } from '#server/kernel/usable-lots.ts'

/** A line that keeps only `keep` pieces of its commitments; the others move to a line of another document. */
export interface SplitLine {
  lineId: string
  keep: number
  toLineId: string
}

interface Held {
  id: string
  lineId: string
  itemId: string
  locationId: string
  lotId: string
  quantity: number
  isFit: boolean
  lotReason: string | null
  chosenBy: string | null
}

/**
 * Moves commitments to another document, lot by lot: the line keeps those that expire first, and lots that may no longer be
 * shipped are given up first, released instead of moved. The document must be locked; this locks all its items at once, because
 * the caller books the rest afterwards.
 */
export async function splitCommitments(
  work: Work,
  source: StockSource,
  to: { id: string; cycle: number },
  itemIds: readonly string[],
  lines: readonly SplitLine[],
): Promise<void> {
  await lockItems(work, itemIds)
  await lockTotals(work, itemIds)
  const { rows } = await sql<Held>`select k.id, k.source_line_id as "lineId", k.item_id as "itemId",
      k.location_id as "locationId", k.lot_id as "lotId", k.quantity, k.lot_reason as "lotReason", k.chosen_by as "chosenBy",
      ${mayUse('l', work.today)} as "isFit"
    from commitment k join lots l on l.id = k.lot_id
    where k.source_id = ${source.id} and k.state = 'open' and k.source_line_id = any(${listOf(lines.map((one) => one.lineId))})
    order by "isFit" desc, l.expiry_date nulls last, k.id`.execute(work.tx)
  const left = new Map(lines.map((line) => [line.lineId, line.keep]))
  const targets = new Map(lines.map((line) => [line.lineId, line.toLineId]))
  const given = rows.flatMap((row) => {
    const keep = left.get(row.lineId) ?? 0
    const remaining = Math.min(keep, row.quantity)
    left.set(row.lineId, keep - remaining)
    return remaining === row.quantity ? [] : [{ row, kept: remaining, quantity: row.quantity - remaining }]
  })
  if (given.length === 0) return
  const handed = given.filter(({ row }) => row.isFit)
  const toLine = (row: Held) => targets.get(row.lineId) ?? row.lineId
  const entries: StockEntry[] = [
    ...given.map(({ row, quantity }) => ({ ...entryOf(row, 'RELEASE', -quantity), lineId: row.lineId })),
    ...handed.map(({ row, quantity }) => ({ ...entryOf(row, 'COMMIT', quantity), lineId: toLine(row), of: to })),
  ]
  const rest = given.flatMap(({ row, kept }) => (kept > 0 ? [{ row, quantity: kept, lineId: row.lineId }] : []))
  const commitments = [
    ...rest.map((one) => commitmentOf(one, source.id, source.cycle)),
    ...handed.map(({ row, quantity }) => commitmentOf({ row, quantity, lineId: toLine(row) }, to.id, to.cycle)),
  ]
  await work.tx
    .updateTable('commitment')
    .set({ state: 'released' })
    .where('id', '=', sql<string>`any(${listOf(given.map(({ row }) => row.id))})`)
    .execute()
  await bookLocked(
    work,
    source,
    entries,
    sql`, promised as (
      insert into commitment (id, source_type, source_id, source_line_id, cycle, item_id, location_id, lot_id, quantity,
        lot_reason, chosen_by)
      select id, ${source.type}, source_id, line_id, cycle, item_id, location_id, lot_id, quantity, lot_reason, chosen_by
      from json_to_recordset(${JSON.stringify(commitments)}::json) as p(id uuid, source_id uuid, line_id uuid, cycle int,
        item_id uuid, location_id uuid, lot_id uuid, quantity int, lot_reason text, chosen_by uuid))`,
  )
}

const entryOf = (row: Held, effect: 'RELEASE' | 'COMMIT', dCommitted: number) => ({
  effect,
  itemId: row.itemId,
  locationId: row.locationId,
  lotId: row.lotId,
  dOnHand: 0,
  dCommitted,
})

const commitmentOf = (
  { row, quantity, lineId }: { row: Held; quantity: number; lineId: string },
  sourceId: string,
  cycle: number,
) => ({
  id: newId(),
  source_id: sourceId,
  line_id: lineId,
  cycle,
  item_id: row.itemId,
  location_id: row.locationId,
  lot_id: row.lotId,
  quantity,
  lot_reason: row.lotReason,
  chosen_by: row.chosenBy,
})

/** Locks the totals of all items at once, in the ledger's order: two bookings of different items among them follow. */
export async function lockTotals(work: Work, itemIds: readonly string[]): Promise<void> {
  const ids = [...new Set(itemIds)].toSorted()
  work.locks.take('itemTotals', ...ids)
  await sql`select item_id from item_stock where item_id = any(${listOf(ids)}) order by item_id for no key update`.execute(
    work.tx,
  )
}
