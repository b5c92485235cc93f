import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { z } from 'zod'
import { takeInOrder, type Place } from '#shared/inventory/stock/allocate.ts'
import type { AddStock, AddStockLots, ReduceStock } from '#shared/inventory/stock/stock-changes.ts'
import { whyNotReduced } from '#shared/inventory/stock/reduction-guard.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import { nextNumber } from '#server/kernel/numbers.ts'
import { lockOwnLocation } from '#server/kernel/own-location.ts'
import type { Work } from '#server/kernel/work.ts'
import { averageCosts, lockItemCosts } from './arrivals.ts'
import { lotFor } from './arriving-lots.ts'
import { writeStock } from './ledger.ts'
import type { StockEffect, StockEntry } from './stock-entry.ts'

/** The kind that the item must have: the route's right is for that kind only. */
export type ItemKind = 'product' | 'raw_material' | 'kit'

/** The entity in the audit log. */
export const entities = { product: 'product', raw_material: 'rawMaterial', kit: 'kit' } as const satisfies Record<
  ItemKind,
  string
>

interface Item {
  id: string
  kind: ItemKind
  name: string
  location_id: string | null
  lot_controlled: boolean
  /** In all locations. */
  onHand: number
}

export interface Adjustment {
  itemId: string
  kind: 'addition' | 'reduction' | 'initial' | 'edit' | 'audit'
  quantity: number
  reason: string
  customReason?: string | null
  /** For an audit: the expected and counted quantities by location and lot. */
  counts?: readonly Count[]
}

export interface Count {
  locationId: string
  lotId: string
  expected: number
  counted: number
}

/**
 * Adds stock by hand, at a location of the company's own. Throws NOT_FOUND, INVALID for a lot that is missing, unexpected or has
 * another expiry date.
 */
export const addStock = (
  work: Work,
  itemId: string,
  { reason, customReason, ...lot }: z.output<typeof AddStock>,
  kind: ItemKind = 'product',
): Promise<void> => addLots(work, itemId, { reason, customReason, lots: [lot] }, kind, () => '')

/** Adds stock in several lots or locations, with one document. */
export const addStockLots = (
  work: Work,
  itemId: string,
  input: z.output<typeof AddStockLots>,
  kind: ItemKind = 'product',
): Promise<void> => addLots(work, itemId, input, kind, (at) => `lots.${at}.`)

async function addLots(
  work: Work,
  itemId: string,
  { reason, customReason, lots }: z.output<typeof AddStockLots>,
  kind: ItemKind,
  fieldsOf: (at: number) => string,
): Promise<void> {
  const costs = lots.flatMap(({ quantity, unitCost }) =>
    unitCost === undefined ? [] : [{ itemId, quantity, value: BigInt(quantity) * BigInt(unitCost) }],
  )
  if (costs.length > 0) await lockItemCosts(work, [itemId])
  const item = await itemOf(work, itemId, kind)
  const parts: { locationId: string; lotId: string; quantity: number }[] = []
  // New lots are always created in the same order, whatever the order of the rows, to avoid deadlocks.
  const sorted = [...lots.entries()].toSorted(([, a], [, b]) => compare(a.lotNumber ?? '', b.lotNumber ?? ''))
  for (const [at, lot] of sorted) {
    const field = fieldsOf(at)
    const locationId = placeOf(lot.locationId ?? item.location_id, `${field}locationId`)
    await lockOwnLocation(work, locationId, `${field}locationId`)
    const lotId = await lotFor(work, item, lot, field)
    if (parts.some((part) => part.lotId === lotId && part.locationId === locationId))
      throw invalid(`${field}${item.lot_controlled ? 'lotNumber' : 'locationId'}`, 'is in another row already')
    parts.push({ locationId, lotId, quantity: lot.quantity })
  }
  const quantity = parts.reduce((sum, part) => sum + part.quantity, 0)
  await book(work, { itemId, kind: 'addition', quantity, reason, customReason }, 'ADD', parts, entities[kind])
  if (costs.length > 0) await averageCosts(work, costs, 'price')
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Reduces stock by hand: of one lot, or by FEFO (expired lots before all others, as they have to go). */
export async function reduceStock(
  work: Work,
  itemId: string,
  input: z.output<typeof ReduceStock>,
  kind: ItemKind = 'product',
): Promise<void> {
  const item = await itemOf(work, itemId, kind)
  const why = whyNotReduced(item)
  if (why) {
    const { id, name } = item
    throw new Refusal('INSUFFICIENT_STOCK', why, {
      details: [{ itemId: id, name, wanted: input.quantity, available: 0 }],
    })
  }
  const locationId = placeOf(input.locationId ?? item.location_id)
  const change = {
    itemId,
    kind: 'reduction',
    quantity: input.quantity,
    reason: input.reason,
    customReason: input.customReason,
  } as const
  await takeOut(work, change, item, locationId, { lotId: input.lotId })
}

interface TakeOut {
  lotId?: string | undefined
  /** For a form with the quantity that should be left: the quantity it started from. */
  editedFrom?: number
}

export async function takeOut(
  work: Work,
  change: Adjustment,
  item: Item,
  locationId: string,
  { lotId, editedFrom }: TakeOut,
): Promise<void> {
  // A manual reduction may take lots that can't be committed: expired, held and recalled ones have to go.
  const { rows: places } =
    await sql<Place>`select b.item_id as "itemId", b.location_id as "locationId", b.lot_id as "lotId",
      l.status as "lotStatus", l.expiry_date as "expiryDate", b.on_hand - b.committed as available, false as "isHome"
    from stock_balance b join lots l on l.id = b.lot_id
    where b.item_id = ${item.id} and b.location_id = ${locationId} and b.on_hand > 0
      and (${lotId ?? null}::uuid is null or b.lot_id = ${lotId ?? null})
    order by b.item_id, b.location_id, b.lot_id for no key update of b`.execute(work.tx)
  work.locks.take('stock', ...places.map((place) => `${place.itemId}/${place.locationId}/${place.lotId}`))
  const { taken, short } = takeInOrder(places, change.quantity)
  if (short > 0) {
    const available = change.quantity - short
    const count = (pieces: number) => pieces.toLocaleString('en')
    const bound =
      editedFrom === undefined
        ? `must be at most ${count(available)}`
        : `must be at least ${count(editedFrom - available)}`
    throw new Refusal(
      'INSUFFICIENT_STOCK',
      available === 0
        ? 'Nothing can be taken out there: all pieces are reserved or not in stock.'
        : `Only ${count(available)} ${available === 1 ? 'piece' : 'pieces'} can be taken out there; the rest is reserved or not in stock.`,
      {
        fields: { quantity: bound },
        details: [{ itemId: item.id, name: item.name, wanted: change.quantity, available }],
      },
    )
  }
  await book(
    work,
    change,
    change.kind === 'edit' ? 'ADJUST' : 'REDUCE',
    taken.map(({ place, quantity }) => ({
      locationId: place.locationId,
      lotId: place.lotId,
      quantity: -quantity,
    })),
    entities[item.kind],
  )
}

/** Writes the adjustment document and its ledger entries. */
export async function book(
  work: Work,
  change: Adjustment,
  effect: StockEffect,
  parts: readonly { locationId: string; lotId: string; quantity: number }[],
  entity: (typeof entities)[ItemKind] = 'product',
): Promise<void> {
  const id = newId()
  const { itemId, kind, quantity, reason, customReason = null, counts } = change
  const entries = parts.map(
    (part): StockEntry => ({
      effect,
      itemId,
      locationId: part.locationId,
      lotId: part.lotId,
      dOnHand: part.quantity,
      dCommitted: 0,
      lineId: id,
    }),
  )
  await writeStock(work, { type: 'adjustment', id, cycle: 1, reason, customReason }, entries)
  const number = await nextNumber(work, 'ADJ')
  await work.tx
    .insertInto('stock_adjustments')
    .values({
      id,
      number,
      item_id: itemId,
      kind,
      quantity,
      reason,
      custom_reason: customReason,
      actor_id: work.caller.userId,
      at: work.now,
      counts: counts ? JSON.stringify(counts) : null,
    })
    .execute()
  work.audit(`stock.${kind}`, entity, itemId, { number, quantity, reason, customReason })
}

export async function itemOf(work: Work, id: string, kind: ItemKind): Promise<Item> {
  const { rows } = await sql<Item>`select id, kind, name, location_id, lot_controlled,
      coalesce((select on_hand from item_stock where item_id = items.id), 0)::int as "onHand" from items
    where id = ${id} and kind = ${kind} and deleted_at is null for share`.execute(work.tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

export function placeOf(id: string | null, field = 'locationId'): string {
  if (id === null) throw invalid(field, 'is required: there is no location of its own')
  return id
}
