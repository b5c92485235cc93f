import { type RawBuilder, sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { v7 as newId } from 'uuid'
import type { Allocation, Place } from '#shared/inventory/stock/allocate.ts'
import { formatShortage } from '#shared/inventory/stock/shortage.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { Work } from '#server/kernel/work.ts'
import { bookLocked, writeStock } from './ledger.ts'
import type { StockEffect, StockEntry, StockSource } from './stock-entry.ts'
import {
  type CommitRule,
  type Demand,
  lockItems,
  readPlaces,
  allocateDemands,
  type Shortage,
} from './allocate-stock.ts'
import { isUnfit } from '#server/kernel/usable-lots.ts'

/**
 * Promises goods to the lines, first expiring first. All or nothing: throws INSUFFICIENT_STOCK with
 * `details: Shortage[]`; with `partly` it commits what is available. Returns what is short.
 */
export async function commitStock(
  work: Work,
  source: StockSource,
  demands: readonly Demand[],
  rule: CommitRule,
  partly = false,
): Promise<Shortage[]> {
  const items = demands.map((demand) => demand.itemId)
  work.send(lockItems(work, items))
  const allocated = allocateDemands(await readPlaces(work, items, rule), demands, rule)
  const shortages = allocated.shortages.map(withoutDemand)
  if (shortages.length > 0 && !partly) throw shortOf(shortages, source)
  await writeAllocations(work, source, allocated.allocations, 'COMMIT')
  return shortages
}

/** What all of the lines get of locked places, for a caller that writes it. Throws INSUFFICIENT_STOCK as commitStock does. */
export function allocateAll(
  source: StockSource,
  places: readonly Place[],
  demands: readonly Demand[],
  rule: CommitRule,
): DemandAllocation[] {
  const { allocations, shortages } = allocateDemands(places, demands, rule)
  if (shortages.length > 0) throw shortOf(shortages.map(withoutDemand), source)
  return allocations
}

const withoutDemand = ({ demand: _demand, ...shortage }: Shortage & { demand: Demand }): Shortage => shortage

/** The refusal that tells what is missing. */
export function shortOf(
  shortages: readonly Shortage[],
  source: Pick<StockSource, 'type'>,
  intro = 'Not enough stock.',
): Refusal {
  const verb = source.type === 'sales_order' ? 'ordered' : 'wanted'
  const words = shortages.map((shortage) => formatShortage(shortage, verb))
  return new Refusal('INSUFFICIENT_STOCK', `${intro} ${words.join('; ')}`, { details: shortages })
}

type DemandAllocation = Allocation & { demand: Demand }

interface Beside {
  /** Why a user took these lots and not those that expire first. */
  choice?: { reason: string | null; by: string }
  /** What is given back at the same time. */
  released?: readonly StockEntry[]
  /** CTEs that write what else the act does. */
  acts?: RawBuilder<unknown>
}

/** Books what was shared out, and the promises themselves, in one statement. The items must be locked. */
export async function writeAllocations(
  work: Work,
  source: StockSource,
  allocations: readonly DemandAllocation[],
  effect: StockEffect,
  { choice, released = [], acts }: Beside = {},
) {
  if (allocations.length + released.length === 0) {
    if (acts) await sql`with ${acts} select`.execute(work.tx)
    return
  }
  const entries = allocations.map(({ place, quantity, demand }) => ({
    effect,
    itemId: place.itemId,
    locationId: place.locationId,
    lotId: place.lotId,
    dOnHand: 0,
    dCommitted: quantity,
    lineId: demand.lineId,
    of: demand.of ?? { id: source.id, cycle: source.cycle },
  }))
  const committedCte = sql`, promised as (
    insert into commitment (id, source_type, source_id, source_line_id, cycle, item_id, location_id, lot_id, quantity,
      lot_reason, chosen_by)
    select id, ${source.type}, source_id, line_id, cycle, item_id, location_id, lot_id, quantity,
      ${choice?.reason ?? null}, ${choice?.by ?? null}::uuid
    from unnest(${listOf(entries.map(() => newId()))}, ${entries.map((entry) => entry.lineId)}::uuid[],
      ${entries.map((entry) => entry.itemId)}::uuid[], ${entries.map((entry) => entry.locationId)}::uuid[],
      ${entries.map((entry) => entry.lotId)}::uuid[], ${entries.map((entry) => entry.dCommitted)}::int[],
      ${entries.map((entry) => entry.of.id)}::uuid[], ${entries.map((entry) => entry.of.cycle)}::int[])
      as p(id, line_id, item_id, location_id, lot_id, quantity, source_id, cycle))${acts ? sql`, ${acts}` : sql``}`
  await bookLocked(work, source, [...released, ...entries], committedCte)
}

export interface Commitment {
  id: string
  lineId: string
  itemId: string
  locationId: string
  lotId: string
  quantity: number
}

const commitmentColumns = [
  'id',
  'source_line_id as lineId',
  'item_id as itemId',
  'location_id as locationId',
  'lot_id as lotId',
  'quantity',
] as const

/** What becomes of one promise, by the signs with which on hand and committed change. */
const entryOf = (row: Commitment, effect: StockEffect, onHand: number, committed: number): StockEntry => ({
  effect,
  itemId: row.itemId,
  locationId: row.locationId,
  lotId: row.lotId,
  dOnHand: onHand * row.quantity,
  dCommitted: committed * row.quantity,
  lineId: row.lineId,
})

type State = 'open' | 'consumed' | 'released'

/** What a step does to the commitments of a document: their state, and the sign by which on hand and committed change. */
const steps = {
  release: { from: 'open', to: 'released', effect: 'RELEASE', onHand: 0, committed: -1 },
  ship: { from: 'open', to: 'consumed', effect: 'SHIP', onHand: -1, committed: -1 },
  unship: { from: 'consumed', to: 'open', effect: 'UNSHIP', onHand: 1, committed: 1 },
  restock: { from: 'consumed', to: 'released', effect: 'RESTOCK', onHand: 1, committed: 0 },
} as const satisfies Record<string, { from: State; to: State; effect: StockEffect; onHand: number; committed: number }>

/**
 * Takes every commitment of a document, or those of one item, one step further; returns those it moved. Its document must
 * be locked.
 */
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
    // Literal, so that the index of what is not released serves whatever the plan.
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

/** Gives the promises of one line of a document back, to promise it others. The items must be locked. */
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

/** What the two halves of a new promise are called in the ledger. */
const renewals = {
  pick: { out: 'PICK_OUT', in: 'PICK_IN', intro: 'Some reserved lots have expired or are on hold.' },
  edit: { out: 'RELEASE', in: 'COMMIT', intro: 'Not enough stock.' },
} as const

/**
 * Releases all commitments of a document and commits them again, in one step: for the pick list, so that lots that
 * expire sooner and came later go first; for a document that was edited. The document must be locked.
 */
export async function renewCommitments(
  work: Work,
  source: StockSource,
  demands: readonly Demand[],
  rule: CommitRule,
  why: keyof typeof renewals,
): Promise<void> {
  const held = await work.tx
    .selectFrom('commitment')
    .select(commitmentColumns)
    .where('source_id', '=', source.id)
    .where('state', '=', sql.lit('open'))
    .execute()
  const items = demands.map((demand) => demand.itemId)
  work.send(lockItems(work, [...items, ...held.map((row) => row.itemId)]))
  const { allocations, shortages } = allocateDemands(await readPlaces(work, items, rule, source.id), demands, rule)
  if (shortages.length > 0) {
    throw shortOf(shortages.map(withoutDemand), source, renewals[why].intro)
  }
  await work.tx
    .updateTable('commitment')
    .set({ state: 'released' })
    .where('source_id', '=', source.id)
    .where('state', '=', sql.lit('open'))
    .execute()
  const released = held.map((row): StockEntry => entryOf(row, renewals[why].out, 0, -1))
  await writeAllocations(work, source, allocations, renewals[why].in, { released })
}

/** Marks the promises of a document as used up, for a caller that books what became of them. The document must be locked. */
export async function consumeCommitments(work: Work, sourceId: string): Promise<Commitment[]> {
  return work.tx
    .updateTable('commitment')
    .set({ state: 'consumed' })
    .where('source_id', '=', sourceId)
    .where('state', '=', sql.lit('open'))
    .returning(commitmentColumns)
    .execute()
}

/** Goods must not leave when their lot expired, or was held or recalled, since they were promised. Throws INSUFFICIENT_STOCK. */
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
  throw new Refusal('INSUFFICIENT_STOCK', `Lots have expired or are on hold: ${words}. ${wayOut}`)
}
