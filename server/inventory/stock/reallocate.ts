import { sql } from 'kysely'
import { type UseRule, mayUse } from '#shared/inventory/stock/usable-lots.ts'
import type { LotStatus } from '#shared/inventory/stock/lot-status.ts'
import type { Work } from '#server/kernel/work.ts'
import { writeAllocations } from './commit-stock.ts'
import { type Demand, readPlaces, allocateDemands } from './allocate-stock.ts'
import { bookLocked } from './ledger.ts'
import type { StockSource } from './stock-entry.ts'

/** A locked order whose commitments may be moved: its cycle, its rule, its lines' items. */
export interface CommittedLine {
  id: string
  cycle: number
  rule: UseRule
}

/** Pieces that an order lost of its lots, and how many of them no other lot could replace. */
export interface Loss {
  orderId: string
  lost: number
  short: number
}

interface Held {
  id: string
  type: string
  orderId: string
  lineId: string
  itemId: string
  itemName: string
  locationId: string
  lotId: string
  quantity: number
  lotStatus: LotStatus
  expiryDate: string | null
}

/** The orders with commitments to these lots. */
export async function ordersCommittedTo(work: Work, lotIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct k.source_id as id
    from lots l join commitment k on k.item_id = l.item_id and k.lot_id = l.id and k.state = 'open'
    where l.id = any(${lotIds}::uuid[]) and k.source_type = 'sales_order'`.execute(work.tx)
  return rows.map((row) => row.id)
}

/** Another transaction committed or used a lot while we waited: the transaction is retried with the current data. */
export class LotUsedMeanwhile extends Error {
  readonly code = '40001'
}

/**
 * Releases orders' commitments to these lots that are no longer allowed (a lot was blocked, or expires sooner), and commits other
 * lots by FEFO; `orders` in the order of allocation. They must be locked, and the balances of the lots' items by `lockItems`.
 * Commitments of other documents stay unchanged.
 */
export async function reallocateFromLots(
  work: Work,
  lotIds: readonly string[],
  orders: readonly CommittedLine[],
  reason: string,
  /** `only`: ignores commitments of orders that are not in `orders`, instead of throwing LotUsedMeanwhile. */
  whose: 'everybody' | 'only' = 'everybody',
): Promise<Loss[]> {
  const byId = new Map(orders.map((order) => [order.id, order]))
  const { rows } =
    await sql<Held>`select k.id, k.source_type as type, k.source_id as "orderId", k.source_line_id as "lineId",
      k.item_id as "itemId", i.name as "itemName", k.location_id as "locationId", k.lot_id as "lotId", k.quantity,
      l.status as "lotStatus", l.expiry_date as "expiryDate"
    from lots l join commitment k on k.item_id = l.item_id and k.lot_id = l.id and k.state = 'open'
    join items i on i.id = k.item_id
    where l.id = any(${lotIds}::uuid[]) and k.source_type = 'sales_order'`.execute(work.tx)
  if (whose === 'everybody' && rows.some((row) => !byId.has(row.orderId)))
    throw new LotUsedMeanwhile('A lot was promised meanwhile')
  const lost = rows.filter((row) => {
    const rule = byId.get(row.orderId)?.rule
    return rule && !mayUse(row, rule)
  })
  const [first] = lost
  const [oldest] = orders
  if (!first || !oldest) return []
  await work.tx
    .updateTable('commitment')
    .set({ state: 'released' })
    .where('id', '=', sql<string>`any(${lost.map((row) => row.id)}::uuid[])`)
    .execute()
  const source: StockSource = {
    type: 'sales_order',
    id: first.orderId,
    cycle: 0,
    reason: 'lot_blocked',
    customReason: reason,
  }
  const of = (orderId: string) => ({ id: orderId, cycle: byId.get(orderId)?.cycle ?? 0 })
  await bookLocked(
    work,
    source,
    lost.map((row) => ({
      effect: 'RELEASE',
      itemId: row.itemId,
      locationId: row.locationId,
      lotId: row.lotId,
      dOnHand: 0,
      dCommitted: -row.quantity,
      lineId: row.lineId,
      of: of(row.orderId),
    })),
  )
  const lostBy = grouped(lost, (row) => row.orderId)
  const demands = orders.flatMap((order) => demandsOf(lostBy.get(order.id) ?? [], order))
  const places = await readPlaces(work, [...new Set(lost.map((row) => row.itemId))])
  const { allocations, shortages } = allocateDemands(places, demands, oldest.rule)
  await writeAllocations(work, source, allocations, 'COMMIT')
  const shortBy = grouped(shortages, ({ demand }) => demand.of?.id ?? '')
  return orders.flatMap((order) => {
    const mine = lostBy.get(order.id) ?? []
    if (mine.length === 0) return []
    const short = shortBy.get(order.id) ?? []
    return [
      {
        orderId: order.id,
        lost: mine.reduce((sum, row) => sum + row.quantity, 0),
        short: short.reduce((sum, one) => sum + one.wanted - one.available, 0),
      },
    ]
  })
}

/** Groups by order in one pass: a lot may be committed to thousands of orders. */
function grouped<T>(rows: readonly T[], orderOf: (row: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const group = groups.get(orderOf(row))
    if (group) group.push(row)
    else groups.set(orderOf(row), [row])
  }
  return groups
}

/** The demands for what an order's lines lost, one per line. */
function demandsOf(lost: readonly Held[], order: CommittedLine): Demand[] {
  const lines = new Map<string, Demand>()
  for (const row of lost) {
    const { lineId, itemId, itemName } = row
    const quantity = (lines.get(lineId)?.quantity ?? 0) + row.quantity
    lines.set(lineId, {
      lineId,
      itemId,
      itemName,
      quantity,
      of: { id: order.id, cycle: order.cycle },
      rule: order.rule,
    })
  }
  return [...lines.values()]
}
