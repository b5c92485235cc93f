import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import { isUnfit } from '#server/kernel/usable-lots.ts'
import type { Work } from '#server/kernel/work.ts'
import { writeStock } from './ledger.ts'
import type { StockEffect, StockEntry, StockSource } from './stock-entry.ts'

/* What can happen to the pieces that are committed to a document. */

export interface Commitment {
  id: string
  lineId: string
  itemId: string
  locationId: string
  lotId: string
  quantity: number
}

export const commitmentColumns = [
  'id',
  'source_line_id as lineId',
  'item_id as itemId',
  'location_id as locationId',
  'lot_id as lotId',
  'quantity',
] as const

/** The stock entry for a commitment, with the signs of the changes of on hand and committed. */
export const entryOf = (row: Commitment, effect: StockEffect, onHand: number, committed: number): StockEntry => ({
  effect,
  itemId: row.itemId,
  locationId: row.locationId,
  lotId: row.lotId,
  dOnHand: onHand * row.quantity,
  dCommitted: committed * row.quantity,
  lineId: row.lineId,
})

type State = 'open' | 'consumed' | 'released'

/** How a step changes the commitments of a document: their state, and the signs of the changes of on hand and committed. */
const steps = {
  release: { from: 'open', to: 'released', effect: 'RELEASE', onHand: 0, committed: -1 },
  ship: { from: 'open', to: 'consumed', effect: 'SHIP', onHand: -1, committed: -1 },
  unship: { from: 'consumed', to: 'open', effect: 'UNSHIP', onHand: 1, committed: 1 },
  restock: { from: 'consumed', to: 'released', effect: 'RESTOCK', onHand: 1, committed: 0 },
} as const satisfies Record<string, { from: State; to: State; effect: StockEffect; onHand: number; committed: number }>

/** Runs a step on all commitments of a document, or those of one item; returns the changed ones. The document must be locked. */
export async function moveCommitments(
  work: Work,
  source: StockSource,
  name: keyof typeof steps,
  onlyItem: string | null = null,
): Promise<Commitment[]> {
  const { from, to, effect, onHand, committed } = steps[name]
  const rows = await work.tx
    .updateTable('commitment')
    .set({ state: to })
    .where('source_id', '=', source.id)
    // A literal, so that the partial index on commitments that are not released is used by any plan.
    .where('state', '=', sql.lit(from))
    .where(sql<boolean>`(${onlyItem}::uuid is null or item_id = ${onlyItem})`)
    .returning(commitmentColumns)
    .execute()
  await writeStock(
    work,
    source,
    rows.map((row) => entryOf(row, effect, onHand, committed)),
  )
  return rows
}

/** Releases the commitments of one line of a document, so that others can be made. The items must be locked. */
export async function releaseLine(
  work: Work,
  source: StockSource,
  lineId: string,
  effect: 'PICK_OUT' | 'RELEASE' = 'PICK_OUT',
): Promise<void> {
  const rows = await work.tx
    .updateTable('commitment')
    .set({ state: 'released' })
    .where('source_id', '=', source.id)
    .where('state', '=', sql.lit('open'))
    .where('source_line_id', '=', lineId)
    .returning(commitmentColumns)
    .execute()
  await writeStock(
    work,
    source,
    rows.map((row) => entryOf(row, effect, 0, -1)),
  )
}

/** Marks the commitments of a document as consumed, for a caller that books their entries. The document must be locked. */
export async function consumeCommitments(work: Work, sourceId: string): Promise<Commitment[]> {
  return work.tx
    .updateTable('commitment')
    .set({ state: 'consumed' })
    .where('source_id', '=', sourceId)
    .where('state', '=', sql.lit('open'))
    .returning(commitmentColumns)
    .execute()
}

/** Goods must not leave if their lot expired, or was held or recalled, since they were committed. Throws INSUFFICIENT_STOCK. */
export async function assertLotsUsable(
  work: Work,
  sourceId: string,
  wayOut = 'Start picking again to use other lots.',
): Promise<void> {
  const { rows } = await sql<{ name: string; lot: string }>`select i.name, l.lot_number as lot
    from commitment k join lots l on l.id = k.lot_id join items i on i.id = k.item_id
    where k.source_id = ${sourceId} and k.state = 'open' and ${isUnfit('l', work.today)}`.execute(work.tx)
  if (rows.length === 0) return
  const words = rows.map(({ name, lot }) => `${name}, lot ${lot}`).join('; ')
  throw new Refusal('INSUFFICIENT_STOCK', `Lots have expired or are blocked: ${words}. ${wayOut}`)
}
