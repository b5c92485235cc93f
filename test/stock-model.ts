import type fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#server/db/database.ts'
import type { Client } from './client.ts'

/*
 * A pure model of the stock without locations, locks or SQL: how many pieces of each item are on hand and committed,
 * and what each document has committed. The commands read from the database how pieces are spread over locations, but
 * never how many there are.
 */

/**
 * Two plain products, a lot-tracked one with a single lot, a kit of the plain ones, a raw material, and a product made
 * of it.
 */
export const items = { first: 0, second: 1, lot: 2, kit: 3, raw: 4, made: 5 } as const
/** Quantities of the first two products in a kit, and of the raw material in a made product. */
export const perKit = [2, 1] as const
export const perMade = 2

export interface ModelOrder {
  lines: { product: number; quantity: number }[]
  status: string
  held: number[]
  shipped: number[]
}
export interface Model {
  products: { onHand: number; committed: number }[]
  orders: ModelOrder[]
  transfers: { product: number; quantity: number; status: 'pending' | 'completed' | 'cancelled' }[]
  kits: { quantity: number; apart: number; status: 'pending' | 'completed' | 'cancelled' }[]
  runs: { quantity: number; isBack: boolean }[]
  received: { product: number; left: number }[]
  lotStatus: 'AVAILABLE' | 'ON_HOLD' | 'QUARANTINED' | 'RECALLED'
}
export interface Real {
  client: Client
  database: Database
  productIds: string[]
  /** Location ids: where goods are at first, where transfers go, and where products are made. */
  home: string
  away: string
  works: string
  supplier: string
  lotId: string
  orderIds: string[]
  transferIds: string[]
  kitIds: string[]
  runIds: string[]
  purchases: { id: string; receiptLineId: string }[]
  recallId: string
}
export type Command = fc.AsyncCommand<Model, Real>

/** Checks that the model and the database have the same totals of every item. */
export async function agree(model: Model, real: Real): Promise<void> {
  const { rows } = await sql<{ onHand: number; committed: number }>`select on_hand as "onHand", committed
    from unnest(${real.productIds}::uuid[]) with ordinality as p(id, at) join item_stock t on t.item_id = p.id
    order by at`.execute(real.database.db)
  expect(rows).toEqual(model.products)
}

/** Uncommitted pieces of an item at a location, and all that are on hand there. */
export async function at(real: Real, product: number, place: string): Promise<{ free: number; onHand: number }> {
  const { rows } = await sql<{
    free: number
    onHand: number
  }>`select coalesce(sum(on_hand - committed), 0)::int as free,
      coalesce(sum(on_hand), 0)::int as "onHand" from stock_balance
    where item_id = ${real.productIds[product]} and location_id = ${place}`.execute(real.database.db)
  return rows[0] ?? { free: 0, onHand: 0 }
}

export function change(model: Model, product: number, onHand: number, committed = 0): void {
  const one = model.products[product]
  if (!one) throw new Error(`No product ${product}`)
  one.onHand += onHand
  one.committed += committed
}

export const isBlocked = (model: Model, product: number) => product === items.lot && model.lotStatus !== 'AVAILABLE'

/** Orders lose their allocations from a blocked lot; there is no other lot, so they wait for stock. */
export function loseLot(model: Model): void {
  for (const order of model.orders) {
    const held = order.held[items.lot] ?? 0
    if (held === 0) continue
    change(model, items.lot, 0, -held)
    order.held[items.lot] = 0
    order.status = 'AWAITING_STOCK'
  }
}
