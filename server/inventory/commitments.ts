import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { allocate, type AllocationRule, type Place, type Taking } from '#shared/inventory/allocate.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { Work } from '#server/db/work.ts'
import { bookLocked, type StockEffect, type StockEntry, type StockSource, writeStock } from './ledger.ts'

export interface Demand {
  lineId: string
  itemId: string
  itemName: string
  quantity: number
  /** Of which document the line is, and by which rule it is served, where several are served at once. */
  of?: { id: string; cycle: number }
  rule?: AllocationRule
}

export interface Shortage {
  itemId: string
  name: string
  wanted: number
  available: number
}

/** Locks every balance of the items on which something stands (or also the `empty` ones), in the ledger's order. */
export async function lockItems(work: Work, itemIds: readonly string[], empty = false): Promise<void> {
  const { rows } = await sql<{ key: string }>`select b.item_id || '/' || b.location_id || '/' || b.lot_id as key
    from stock_balance b where b.item_id = any(${[...new Set(itemIds)].toSorted()}::uuid[]) and (b.on_hand > 0 or ${empty})
    order by b.item_id, b.location_id, b.lot_id for no key update of b`.execute(work.tx)
  work.locks.take('stock', ...rows.map((row) => row.key))
}

/** What is left to promise. A statement of its own, after the lock: it must see what others committed while we waited. */
export async function readPlaces(work: Work, itemIds: readonly string[]): Promise<Place[]> {
  const { rows } = await sql<Place>`select b.item_id as "itemId", b.location_id as "locationId", b.lot_id as "lotId",
      l.status as "lotStatus", l.expiry_date as "expiryDate", b.on_hand - b.committed as available,
      coalesce(i.location_id = b.location_id, false) as "isHome"
    from stock_balance b join lots l on l.id = b.lot_id join items i on i.id = b.item_id
    where b.item_id = any(${[...new Set(itemIds)]}::uuid[]) and b.on_hand > b.committed`.execute(work.tx)
  return rows
}

/** Shares the places out over the lines, first come first served; two lines of one item see what is left of it. */
export function share(places: readonly Place[], demands: readonly Demand[], rule: AllocationRule) {
  const left = new Map<string, Place[]>()
  for (const place of places) left.set(place.itemId, [...(left.get(place.itemId) ?? []), { ...place }])
  const takings: (Taking & { demand: Demand })[] = []
  const shortages: (Shortage & { demand: Demand })[] = []
  for (const demand of demands) {
    const { taken, short } = allocate(left.get(demand.itemId) ?? [], demand.quantity, demand.rule ?? rule)
    for (const taking of taken) {
      takings.push({ place: { ...taking.place }, quantity: taking.quantity, demand })
      taking.place.available -= taking.quantity
    }
    if (short > 0) {
      shortages.push({
        itemId: demand.itemId,
        name: demand.itemName,
        wanted: demand.quantity,
        available: demand.quantity - short,
        demand,
      })
    }
  }
  return { takings, shortages }
}

/**
 * Promises goods to the lines, first expiring first. All or nothing: throws INSUFFICIENT_STOCK with
 * `details: Shortage[]`; with `partly` it promises what there is. Returns what is short.
 */
export async function commitStock(
  work: Work,
  source: StockSource,
  demands: readonly Demand[],
  rule: AllocationRule,
  partly = false,
): Promise<Shortage[]> {
  const items = demands.map((demand) => demand.itemId)
  await lockItems(work, items)
  const { takings, shortages: short } = share(await readPlaces(work, items), demands, rule)
  const shortages = short.map(({ demand: _demand, ...shortage }) => shortage)
  if (shortages.length > 0 && !partly) {
    const words = shortages.map(({ name, wanted, available }) => `${name}: ${wanted} wanted, ${available} available`)
    throw new Refusal('INSUFFICIENT_STOCK', `Not enough stock. ${words.join('; ')}`, { details: shortages })
  }
  await writeTakings(work, source, takings, 'COMMIT')
  return shortages
}

/** Books what was shared out, and the promises themselves, in one statement. The items must be locked. */
export async function writeTakings(
  work: Work,
  source: StockSource,
  takings: readonly (Taking & { demand: Demand })[],
  effect: StockEffect,
  /** Why a user took these lots and not those that expire first. */
  choice: { reason: string | null; by: string } | null = null,
) {
  if (takings.length === 0) return
  const entries = takings.map(({ place, quantity, demand }) => ({
    effect,
    itemId: place.itemId,
    locationId: place.locationId,
    lotId: place.lotId,
    dOnHand: 0,
    dCommitted: quantity,
    lineId: demand.lineId,
    of: demand.of ?? { id: source.id, cycle: source.cycle },
  }))
  const promised = sql`, promised as (
    insert into commitment (id, source_type, source_id, source_line_id, cycle, item_id, location_id, lot_id, quantity,
      lot_reason, chosen_by)
    select id, ${source.type}, source_id, line_id, cycle, item_id, location_id, lot_id, quantity,
      ${choice?.reason ?? null}, ${choice?.by ?? null}::uuid
    from unnest(${entries.map(() => newId())}::uuid[], ${entries.map((entry) => entry.lineId)}::uuid[],
      ${entries.map((entry) => entry.itemId)}::uuid[], ${entries.map((entry) => entry.locationId)}::uuid[],
      ${entries.map((entry) => entry.lotId)}::uuid[], ${entries.map((entry) => entry.dCommitted)}::int[],
      ${entries.map((entry) => entry.of.id)}::uuid[], ${entries.map((entry) => entry.of.cycle)}::int[])
      as p(id, line_id, item_id, location_id, lot_id, quantity, source_id, cycle))`
  await bookLocked(work, source, entries, promised)
}

export interface Commitment {
  id: string
  lineId: string
  itemId: string
  locationId: string
  lotId: string
  quantity: number
}

type State = 'open' | 'consumed' | 'released'

/** What a step does to the commitments of a document: their state, and the sign by which on hand and committed change. */
const steps = {
  release: { from: 'open', to: 'released', effect: 'RELEASE', onHand: 0, committed: -1 },
  ship: { from: 'open', to: 'consumed', effect: 'SHIP', onHand: -1, committed: -1 },
  unship: { from: 'consumed', to: 'open', effect: 'UNSHIP', onHand: 1, committed: 1 },
  restock: { from: 'consumed', to: 'released', effect: 'RESTOCK', onHand: 1, committed: 0 },
} as const satisfies Record<string, { from: State; to: State; effect: StockEffect; onHand: number; committed: number }>

/** Takes every commitment of a document one step further; returns those it moved. Its document must be locked. */
export async function moveCommitments(
  work: Work,
  source: StockSource,
  name: keyof typeof steps,
): Promise<Commitment[]> {
  const step = steps[name]
  const { rows } = await sql<Commitment>`update commitment set state = ${step.to}
    where source_id = ${source.id} and state = ${step.from}
    returning id, source_line_id as "lineId", item_id as "itemId", location_id as "locationId", lot_id as "lotId", quantity`.execute(
    work.tx,
  )
  await writeStock(
    work,
    source,
    rows.map(
      (row): StockEntry => ({
        effect: step.effect,
        itemId: row.itemId,
        locationId: row.locationId,
        lotId: row.lotId,
        dOnHand: step.onHand * row.quantity,
        dCommitted: step.committed * row.quantity,
        lineId: row.lineId,
      }),
    ),
  )
  return rows
}

/** Makes the pick list: gives every promise back and takes it anew, so that lots that expire sooner and came later go first. */
export async function allocateAgain(work: Work, source: StockSource, demands: readonly Demand[], rule: AllocationRule) {
  const { rows: held } = await sql<Commitment>`update commitment set state = 'released'
    where source_id = ${source.id} and state = 'open'
    returning id, source_line_id as "lineId", item_id as "itemId", location_id as "locationId", lot_id as "lotId", quantity`.execute(
    work.tx,
  )
  const items = demands.map((demand) => demand.itemId)
  await lockItems(work, items)
  await writeStock(
    work,
    source,
    held.map(
      (row): StockEntry => ({
        effect: 'PICK_OUT',
        itemId: row.itemId,
        locationId: row.locationId,
        lotId: row.lotId,
        dOnHand: 0,
        dCommitted: -row.quantity,
        lineId: row.lineId,
      }),
    ),
  )
  const { takings, shortages } = share(await readPlaces(work, items), demands, rule)
  if (shortages.length > 0) {
    throw new Refusal('INSUFFICIENT_STOCK', 'Some lots that were promised have expired or are on hold.', {
      details: shortages.map(({ demand: _demand, ...shortage }) => shortage),
    })
  }
  await writeTakings(work, source, takings, 'PICK_IN')
}

/** Goods must not leave when their lot expired, or was held or recalled, since they were promised. Throws INSUFFICIENT_STOCK. */
export async function refuseUnfit(work: Work, sourceId: string): Promise<void> {
  const { rows } = await sql<{ name: string; lot: string }>`select i.name, l.lot_number as lot
    from commitment k join lots l on l.id = k.lot_id join items i on i.id = k.item_id
    where k.source_id = ${sourceId} and k.state = 'open' and (l.status <> 'AVAILABLE' or l.expiry_date < ${work.today})`.execute(
    work.tx,
  )
  if (rows.length === 0) return
  const words = rows.map(({ name, lot }) => `${name}, lot ${lot}`).join('; ')
  throw new Refusal(
    'INSUFFICIENT_STOCK',
    `Lots have expired or are on hold: ${words}. Start picking again to take others.`,
  )
}
