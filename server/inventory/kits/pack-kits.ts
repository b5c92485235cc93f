import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { v7 as newId } from 'uuid'
import type { z } from 'zod'
import { invalid } from '#shared/http/refusal.ts'
import type { TakeApart } from '#shared/inventory/kits/kit-orders-api.ts'
import { costByLine, costOfPart, sumCosts } from '#server/inventory/stock/production-costs.ts'
import { exactNumber, divideHalfEven } from '#shared/money.ts'
import { assertLiving } from '#server/kernel/assert-living.ts'
import { lockOwnLocation } from '#server/kernel/own-location.ts'
import type { Work } from '#server/kernel/work.ts'
import { averageCosts, lockItemCosts } from '#server/inventory/stock/arrivals.ts'
import { consumeCommitments, assertLotsUsable } from '#server/inventory/stock/commitments.ts'
import { stepDocument } from '#server/inventory/stock/document-transitions.ts'
import { assertKitOrderOpen, kitSource, type LockedKitOrder, lockKitOrder } from './kit-orders.ts'
import { writeStock } from '#server/inventory/stock/ledger.ts'
import type { StockEntry } from '#server/inventory/stock/stock-entry.ts'

/**
 * Completes a kit order: the items leave stock, and the kits enter it as one lot with the earliest expiry date of its parts and
 * their cost. One balanced operation.
 */
export async function completeKitOrder(work: Work, id: string): Promise<void> {
  const order = await lockKitOrder(work, id)
  assertKitOrderOpen(order, 'complete')
  const { kitId, locationId, quantity, number } = order
  await lockItemCosts(work, [kitId, ...order.lines.map((line) => line.itemId)])
  await assertLotsUsable(work, id, 'Choose other lots.')
  const taken = await consumeCommitments(work, id)
  const costs = await lineCosts(work, order)
  const total = sumCosts(costs)
  const unitCost = divideHalfEven(total, BigInt(quantity))
  const lotId = await makeLot(
    work,
    { itemId: kitId, lotNumber: number, unitCost },
    taken.map((one) => one.lotId),
  )
  const entries = taken.map(({ lineId, itemId, lotId: from, quantity: pieces, ...one }): StockEntry => {
    const at = { lineId, itemId, lotId: from, locationId: one.locationId }
    return { ...at, effect: 'KIT_OUT', dOnHand: -pieces, dCommitted: -pieces }
  })
  const made = { itemId: kitId, locationId, lotId, lineId: id, dOnHand: quantity, dCommitted: 0 }
  await writeStock(work, kitSource(order), [...entries, { ...made, effect: 'KIT_IN' }])
  await averageCosts(work, [{ itemId: kitId, quantity, value: total }], 'price')
  await work.tx
    .updateTable('kit_order_lines as l')
    .from(
      sql<{
        id: string
        cost: number
      }>`unnest(${listOf(order.lines.map((line) => line.id))}, ${costs.map(exactNumber)}::bigint[])`.as<'c'>(
        sql`c(id, cost)`,
      ),
    )
    .set((eb) => ({ cost: eb.ref('c.cost') }))
    .whereRef('l.id', '=', 'c.id')
    .execute()
  await work.tx
    .updateTable('kit_orders')
    .set({ lot_id: lotId, total_cost: exactNumber(total), unit_cost: exactNumber(unitCost) })
    .where('id', '=', id)
    .execute()
  await stepDocument(work, 'kit', order, 'complete', { quantity })
}

/**
 * Takes packed kits apart: they leave stock, and their items return to it there or at another location, to the lots that went
 * into the kits, the last to expire first, as those were packed last. The cost goes back with them, to the smallest unit.
 */
export async function takeApartKits(work: Work, id: string, input: z.output<typeof TakeApart>): Promise<void> {
  const order = await lockKitOrder(work, id)
  assertKitOrderOpen(order, 'takeApart')
  const { kitId, lotId, totalCost, lines, takenApart } = order
  const { quantity, reason, locationId = order.locationId, toLocationId = locationId } = input
  const left = order.quantity - takenApart
  if (quantity > left) throw invalid('quantity', `must be at most ${left}`)
  if (lotId === null || totalCost === null) throw new Error(`${order.number} is completed without a lot`)
  for (const [field, place] of Object.entries({ locationId, toLocationId })) await lockOwnLocation(work, place, field)
  const items = lines.map((line) => line.itemId)
  await lockItemCosts(work, [kitId, ...items])
  await assertLiving(work, { items })
  const out: StockEntry = {
    effect: 'UNKIT_OUT',
    itemId: kitId,
    locationId,
    lotId,
    lineId: id,
    dOnHand: -quantity,
    dCommitted: 0,
  }
  await writeStock(work, kitSource(order, reason), [out, ...(await partsBack(work, order, quantity, toLocationId))])
  const part = costOfPart(BigInt(totalCost), order.quantity, takenApart, quantity)
  const shares = costByLine(
    lines.map((line) => ({ per: line.per, cost: BigInt(line.cost ?? 0) })),
    part,
  )
  await averageCosts(
    work,
    [
      { itemId: kitId, quantity: -quantity, value: -part },
      ...lines.map((line, at) => ({ itemId: line.itemId, quantity: line.per * quantity, value: shares[at] ?? 0n })),
    ],
    'price',
  )
  await work.tx
    .updateTable('kit_orders')
    .set({ taken_apart: sql<number>`taken_apart + ${quantity}` })
    .where('id', '=', id)
    .execute()
  await stepDocument(work, 'kit', order, 'takeApart', { reason, quantity })
}

/** The current cost of all pieces of each line, in ten-thousandths, at the items' average cost. The items must be locked. */
async function lineCosts(work: Work, { lines }: LockedKitOrder): Promise<bigint[]> {
  const { rows } = await sql<{ id: string; cost: number }>`select id, cost from items
    where id = any(${listOf(lines.map((line) => line.itemId))})`.execute(work.tx)
  const costs = new Map(rows.map((row) => [row.id, BigInt(row.cost)]))
  return lines.map((line) => BigInt(line.quantity) * (costs.get(line.itemId) ?? 0n))
}

interface MadeLot {
  itemId: string
  lotNumber: string
  unitCost: bigint
  /** Overrides the earliest expiry date of the parts. */
  expiryDate?: string | null
}

/** Creates the lot of made goods, with the earliest expiry date of the lots that went into it. */
export async function makeLot(work: Work, made: MadeLot, partLots: readonly string[]): Promise<string> {
  const id = newId()
  const earliestExpiry = sql<
    string | null
  >`coalesce(${made.expiryDate ?? null}::date, (select min(expiry_date) from lots where id = any(${listOf([...partLots])})))`
  await work.tx
    .insertInto('lots')
    .values({
      id,
      item_id: made.itemId,
      lot_number: made.lotNumber,
      expiry_date: earliestExpiry,
      manufactured_on: work.today,
      unit_cost: Number(made.unitCost),
      created_at: work.now,
      updated_at: work.now,
    })
    .execute()
  return id
}

/** Stock entries that return the items of a number of kits to stock at a location. */
async function partsBack(work: Work, order: LockedKitOrder, kits: number, locationId: string): Promise<StockEntry[]> {
  const { rows } = await sql<{ lineId: string; lotId: string; out: number }>`select e.source_line_id as "lineId",
      e.lot_id as "lotId", -sum(e.d_on_hand)::int as out
    from stock_entry e join lots l on l.id = e.lot_id
    where e.source_type = 'kit' and e.source_id = ${order.id} and e.effect in ('KIT_OUT', 'UNKIT_IN')
    group by e.source_line_id, e.lot_id, l.expiry_date, l.lot_number having sum(e.d_on_hand) < 0
    order by l.expiry_date desc nulls first, l.lot_number desc`.execute(work.tx)
  return order.lines.flatMap((line) => {
    let missing = line.per * kits
    const back: StockEntry[] = []
    for (const { lotId, out } of rows.filter((row) => row.lineId === line.id)) {
      const pieces = Math.min(missing, out)
      if (pieces === 0) break
      missing -= pieces
      const at = { lineId: line.id, itemId: line.itemId, locationId, lotId }
      back.push({ ...at, effect: 'UNKIT_IN', dOnHand: pieces, dCommitted: 0 })
    }
    if (missing > 0) throw new Error(`${order.number} has lost what its kits were packed of`)
    return back
  })
}
