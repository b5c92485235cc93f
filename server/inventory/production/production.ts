import { sumCosts } from '#server/inventory/stock/production-costs.ts'
import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { v7 as newId } from 'uuid'
import type { z } from 'zod'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import {
  type ProductionInput,
  type ProductionRow,
  reversing,
  whyRunNotReversed,
} from '#shared/inventory/production/api.ts'
import { exactNumber, divideHalfEven } from '#shared/money.ts'
import { assertLiving } from '#server/kernel/assert-living.ts'
import { nextNumber } from '#server/kernel/numbers.ts'
import { assertStillOwn, lockOwnLocation } from '#server/kernel/own-location.ts'
import type { Work } from '#server/kernel/work.ts'
import { averageCosts, lockItemCosts } from '#server/inventory/stock/arrivals.ts'
import { shortOf } from '#server/inventory/stock/commit-stock.ts'
import { writeStock } from '#server/inventory/stock/ledger.ts'
import type { StockEntry, StockSource } from '#server/inventory/stock/stock-entry.ts'
import { makeLot } from '#server/inventory/kits/pack-kits.ts'
import { consumed, partsOf, productOf } from './production-parts.ts'
import { lockItems, readPlaces, allocateDemands } from '#server/inventory/stock/allocate-stock.ts'
import { hasExpired, onDay } from '#shared/inventory/stock/usable-lots.ts'

const makingSource = (id: string, cycle: 1 | 2, reason: string | null = null): StockSource => ({
  type: 'production',
  id,
  cycle,
  reason: 'production',
  customReason: reason,
})

/**
 * Makes a product at a factory from its bill of materials: the materials leave stock there by FEFO, and the product enters it at
 * their cost. Rejected pieces and wasted materials are booked as scrap; the good pieces bear their cost. One balanced operation.
 * Throws INVALID, INSUFFICIENT_STOCK. Returns the run's id.
 */
export async function produce(work: Work, productId: string, input: z.output<typeof ProductionInput>): Promise<string> {
  const { locationId, quantity, rejected, wasted, scrapReason, note, expiryDate = null } = input
  const id = newId()
  const product = await productOf(work, productId)
  if (expiryDate && !product.lot_controlled) throw invalid('expiryDate', 'this product is not lot-tracked')
  if (hasExpired({ expiryDate }, work.today)) throw invalid('expiryDate', 'must not be before today')
  await assertFactory(work, locationId)
  const demands = await partsOf(work, product, quantity + rejected, wasted)
  work.locks.take('stockDocument', id)
  const ids = demands.map((one) => one.itemId)
  await lockItemCosts(work, [productId, ...ids])
  const costs = await costsOf(work, [productId, ...ids])
  const rule = { ...onDay(work.today), locationId }
  await lockItems(work, [productId, ...ids], true)
  const { allocations, shortages } = allocateDemands(await readPlaces(work, ids, rule), demands, rule)
  if (shortages.length > 0)
    throw shortOf(
      shortages.map(({ demand: _demand, ...shortage }) => shortage),
      makingSource(id, 1),
    )
  const lines = demands.map((one) => BigInt(one.quantity) * (costs.get(one.itemId) ?? 0n))
  const total = sumCosts(lines)
  const unitCost = divideHalfEven(total, BigInt(quantity))
  const lots = allocations.map(({ place }) => place.lotId)
  const lotId = product.lot_controlled
    ? await makeLot(work, { itemId: productId, lotNumber: id, unitCost, expiryDate }, lots)
    : productId
  const used = consumed(allocations, demands, scrapReason)
  const made = { lineId: id, itemId: productId, locationId, lotId, dCommitted: 0 }
  const scrap = { effect: 'SCRAP', dOnHand: -rejected, reason: 'production', customReason: scrapReason } as const
  await writeStock(work, makingSource(id, 1), [
    ...used,
    { ...made, effect: 'MAKE_IN', dOnHand: quantity + rejected },
    ...(rejected > 0 ? [{ ...made, ...scrap }] : []),
  ])
  await averageCosts(work, [{ itemId: productId, quantity, value: total }], 'price')
  const run = { id, productId, locationId, lotId, quantity, rejected, scrapReason, total, unitCost, note }
  const number = await writeRun(work, { ...run, costBefore: costs.get(productId) ?? 0n })
  if (lotId !== productId)
    await work.tx.updateTable('lots').set({ lot_number: number }).where('id', '=', lotId).execute()
  await work.tx
    .insertInto('production_run_lines')
    .columns(['id', 'run_id', 'position', 'item_id', 'per_piece', 'quantity', 'wasted', 'cost'])
    .expression(sql`select id, ${id}, position, item_id, per, quantity, wasted, cost
    from unnest(${listOf(demands.map((one) => one.lineId))}, ${ids}::uuid[], ${demands.map((one) => one.per)}::int[],
      ${demands.map((one) => one.quantity)}::int[], ${demands.map((one) => one.wasted)}::int[], ${lines.map(exactNumber)}::bigint[])
      with ordinality as t(id, item_id, per, quantity, wasted, cost, position)`)
    .execute()
  work.audit('production.made', 'productionRun', id, {
    number,
    productId,
    quantity,
    rejected,
    wasted,
    scrapReason,
    total: String(total),
  })
  return id
}

interface Run {
  id: string
  number: string
  productId: string
  locationId: string
  lotId: string
  quantity: number
  total: number
  unitCost: number
  status: ProductionRow['status']
}

/**
 * Reverses a run completely: all its pieces must be available where they were made. The materials, including wasted ones, return
 * to their lots with their cost. Returns the id of the reversal.
 */
export async function reverseProduction(work: Work, runId: string, reason: string): Promise<string> {
  const run = await lockRun(work, runId)
  const closed = whyRunNotReversed(run, [])
  if (closed) throw new Refusal(closed.code, closed.reason)
  const { productId, locationId, lotId, quantity } = run
  await assertStillOwn(work, [locationId], reversing)
  const { rows: lines } = await sql<{ itemId: string; quantity: number; cost: number }>`select item_id as "itemId",
      quantity, cost from production_run_lines where run_id = ${runId}`.execute(work.tx)
  const items = lines.map((line) => line.itemId)
  await lockItemCosts(work, [productId, ...items])
  await assertLiving(work, { items })
  const before = await costsOf(work, [productId])
  const { rows: used } =
    await sql<StockEntry>`select source_line_id as "lineId", item_id as "itemId", lot_id as "lotId",
      location_id as "locationId", 'UNMAKE_IN' as effect, -sum(d_on_hand)::int as "dOnHand", 0 as "dCommitted"
    from stock_entry where source_type = 'production' and source_id = ${runId} and effect in ('MAKE_OUT', 'SCRAP')
      and item_id <> ${productId} group by 1, 2, 3, 4`.execute(work.tx)
  const out = { lineId: runId, itemId: productId, locationId, lotId, dOnHand: -quantity, dCommitted: 0 }
  // With the same source as the run, so that traces see that it was undone.
  await writeStock(work, makingSource(runId, 2, reason), [{ ...out, effect: 'UNMAKE_OUT' }, ...used])
  await averageCosts(
    work,
    [
      { itemId: productId, quantity: -quantity, value: -BigInt(run.total) },
      ...lines.map((line) => ({ itemId: line.itemId, quantity: line.quantity, value: BigInt(line.cost) })),
    ],
    'price',
  )
  const id = newId()
  const costs = { total: BigInt(run.total), unitCost: BigInt(run.unitCost), costBefore: before.get(productId) ?? 0n }
  const nothing = { rejected: 0, scrapReason: null, note: null }
  const back = { id, productId, locationId, lotId, quantity, ...nothing, ...costs, reverses: { id: runId, reason } }
  const number = await writeRun(work, back)
  work.audit('production.takenBack', 'productionRun', id, { number, of: run.number, reason })
  return id
}

async function lockRun(work: Work, id: string): Promise<Run> {
  work.locks.take('stockDocument', id)
  const { rows } = await sql<Run>`select r.id, r.number, r.product_id as "productId", r.location_id as "locationId",
      r.lot_id as "lotId", r.quantity, r.total_cost as total, r.unit_cost as "unitCost",
      case when r.reverses_id is null then 'made' else 'reversal' end as status
    from production_runs r where r.id = ${id} for no key update`.execute(work.tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  // Read after the lock, so that it sees a reversal that another transaction has committed.
  const { rows: taken } = await sql`select 1 from production_runs where reverses_id = ${id}`.execute(work.tx)
  return { ...rows[0], status: taken.length > 0 ? 'taken_back' : rows[0].status }
}

interface NewRun {
  id: string
  productId: string
  locationId: string
  lotId: string
  quantity: number
  rejected: number
  scrapReason: string | null
  total: bigint
  unitCost: bigint
  costBefore: bigint
  note: string | null
  reverses?: { id: string; reason: string }
}

/** Last: other runs wait for the counter until this transaction commits. Returns the run's number. */
async function writeRun(work: Work, run: NewRun): Promise<string> {
  const number = await nextNumber(work, 'PRD')
  await work.tx
    .insertInto('production_runs')
    .columns([
      'id',
      'number',
      'product_id',
      'location_id',
      'lot_id',
      'quantity',
      'scrapped',
      'scrap_reason',
      'total_cost',
      'unit_cost',
      'cost_before',
      'cost_after',
      'note',
      'reverses_id',
      'reverse_reason',
      'actor_id',
      'at',
    ])
    .expression(sql`select ${run.id}, ${number}, ${run.productId}, ${run.locationId}, ${run.lotId}, ${run.quantity}, ${run.rejected},
      ${run.scrapReason}, ${exactNumber(run.total)},
      ${exactNumber(run.unitCost)}, ${exactNumber(run.costBefore)}, i.cost, ${run.note}, ${run.reverses?.id ?? null},
      ${run.reverses?.reason ?? null}, ${work.caller.userId}, ${work.now}
    from items i where i.id = ${run.productId}`)
    .execute()
  return number
}

async function assertFactory(work: Work, id: string): Promise<void> {
  await lockOwnLocation(work, id)
  const { rows } = await sql<{ type: string }>`select type from locations where id = ${id}`.execute(work.tx)
  if (rows[0]?.type !== 'Factory') throw invalid('locationId', 'must be a factory')
}

async function costsOf(work: Work, ids: readonly string[]): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ id: string; cost: number }>`select id, cost from items
    where id = any(${listOf([...ids])})`.execute(work.tx)
  return new Map(rows.map((row) => [row.id, BigInt(row.cost)]))
}
