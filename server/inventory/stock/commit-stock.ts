import { type RawBuilder, sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { v7 as newId } from 'uuid'
import type { Allocation, Place } from '#shared/inventory/stock/allocate.ts'
import { formatShortage } from '#shared/inventory/stock/shortage.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { Work } from '#server/kernel/work.ts'
import {
  allocateDemands,
  type CommitRule,
  type Demand,
  lockItems,
  readPlaces,
  type Shortage,
} from './allocate-stock.ts'
import { commitmentColumns, entryOf } from './commitments.ts'
import { bookLocked } from './ledger.ts'
import type { StockEffect, StockEntry, StockSource } from './stock-entry.ts'

/**
 * Commits stock to the lines by FEFO. All or nothing: throws INSUFFICIENT_STOCK with `details: Shortage[]`; with `partly` it
 * commits what is available. Returns the shortages.
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

/** Allocates locked balances to all lines, for a caller that writes the result. Throws INSUFFICIENT_STOCK like commitStock. */
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

/** The error that lists what is missing. */
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
  /** Why a user chose these lots instead of those that expire first. */
  choice?: { reason: string | null; by: string }
  /** Entries that release stock at the same time. */
  released?: readonly StockEntry[]
  /** CTEs for other writes of the command. */
  acts?: RawBuilder<unknown>
}

/** Books allocations and creates their commitments, in one statement. The items must be locked. */
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

/** The effects in the ledger for releasing and committing again. */
const renewals = {
  pick: { out: 'PICK_OUT', in: 'PICK_IN', intro: 'Some reserved lots have expired or are blocked.' },
  edit: { out: 'RELEASE', in: 'COMMIT', intro: 'Not enough stock.' },
} as const

/**
 * Releases all commitments of a document and commits them again, in one step: for the pick list, so that lots which arrived later
 * and expire sooner are taken first; or after the document was edited. The document must be locked.
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
