import { type RawBuilder, sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { allocate, takeInOrder, type Place, type Allocation } from '#shared/inventory/stock/allocate.ts'
import type { Shortage as ItemShortage } from '#shared/inventory/stock/shortage.ts'
import type { UseRule } from '#shared/inventory/stock/usable-lots.ts'
import { isForSale } from '#server/kernel/usable-lots.ts'
import type { Work } from '#server/kernel/work.ts'

/* Allocates stock: locks the balances, reads them and allocates them to the lines of a document. */

export interface Demand {
  lineId: string
  itemId: string
  itemName: string
  quantity: number
  /** Pieces that the line has committed already, in addition to that. */
  reserved?: number
  /** Only this lot, whatever its status and expiry date. */
  lotId?: string | null
  /** The line's document and its commit rule, if several documents are allocated together. */
  of?: { id: string; cycle: number }
  rule?: UseRule
}

export interface CommitRule extends UseRule {
  /** Only stock at this location; by default, at all except customers' locations. */
  locationId?: string
}

export interface Shortage extends ItemShortage {
  itemId: string
}

/** SQL of an array of items. */
type ItemsSql = RawBuilder<readonly string[]>

const these = (itemIds: readonly string[]): ItemsSql => listOf([...new Set(itemIds)].toSorted())

/** Locks all balances of the items with stock (and also empty ones with `empty`), in the ledger's order. */
export async function lockItems(work: Work, itemIds: readonly string[], empty = false): Promise<void> {
  const { rows } = await lockItemsSql(these(itemIds), empty).execute(work.tx)
  work.locks.take('stock', ...rows.map((row) => row.key))
}

/** The same as SQL; it returns the keys of the locked balances. */
export const lockItemsSql = (items: ItemsSql, empty = false) => sql<{
  key: string
}>`select b.item_id || '/' || b.location_id || '/' || b.lot_id as key
    from stock_balance b where b.item_id = any(${items}) and (b.on_hand > 0 or ${empty})
    order by b.item_id, b.location_id, b.lot_id for no key update of b`

/**
 * The available balances. A separate statement after the lock, so that it sees what others committed while we waited. A balance
 * that got its first stock since then was not locked with the others: it is locked here, or skipped if another transaction has
 * locked it. Commitments of `ownId` count as available, as they are about to be released.
 */
export async function readPlaces(
  work: Work,
  itemIds: readonly string[],
  rule: Pick<CommitRule, 'locationId'> = {},
  ownId?: string,
): Promise<Place[]> {
  return readPlacesOf(work, these(itemIds), rule, ownId)
}

export async function readPlacesOf(
  work: Work,
  items: ItemsSql,
  { locationId }: Pick<CommitRule, 'locationId'> = {},
  ownId?: string,
): Promise<Place[]> {
  const own = ownId
    ? sql`coalesce((select sum(k.quantity) from commitment k where k.source_id = ${ownId} and k.state = 'open'
        and (k.item_id, k.location_id, k.lot_id) = (b.item_id, b.location_id, b.lot_id)), 0)::int`
    : sql`0`
  const { rows } = await sql<Place>`select * from (
      select b.item_id as "itemId", b.location_id as "locationId", b.lot_id as "lotId",
        l.status as "lotStatus", l.expiry_date as "expiryDate", b.on_hand - b.committed + ${own} as available,
        coalesce(i.location_id = b.location_id, false) as "isHome"
      from stock_balance b join lots l on l.id = b.lot_id join items i on i.id = b.item_id
      where b.item_id = any(${items}) and b.on_hand > 0
        and ${locationId ? sql`b.location_id = (select ${locationId}::uuid)` : isForSale('b')}
      for no key update of b skip locked) p
    where available > 0`.execute(work.tx)
  return rows
}

/**
 * Allocates the balances to the lines, in their order; two lines of one item share its stock. Lines with a given lot come first,
 * so that no other line takes it.
 */
export function allocateDemands(places: readonly Place[], given: readonly Demand[], rule: UseRule) {
  const demands = [...given.filter((one) => one.lotId), ...given.filter((one) => !one.lotId)]
  const left = new Map<string, Place[]>()
  for (const place of places) left.set(place.itemId, [...(left.get(place.itemId) ?? []), { ...place }])
  const allocations: (Allocation & { demand: Demand })[] = []
  const shortages: (Shortage & { demand: Demand })[] = []
  for (const demand of demands) {
    const there = left.get(demand.itemId) ?? []
    const { taken, short } = demand.lotId
      ? takeInOrder(
          there.filter((one) => one.lotId === demand.lotId),
          demand.quantity,
        )
      : allocate(there, demand.quantity, demand.rule ?? rule)
    for (const allocation of taken) {
      allocations.push({ place: { ...allocation.place }, quantity: allocation.quantity, demand })
      allocation.place.available -= allocation.quantity
    }
    if (short > 0) {
      shortages.push({
        itemId: demand.itemId,
        name: demand.itemName,
        wanted: demand.quantity,
        available: demand.quantity - short,
        ...(demand.reserved && { reserved: demand.reserved }),
        demand,
      })
    }
  }
  return { allocations, shortages }
}
