import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import type { z } from 'zod'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { AuditStock, CommittedToOrders, ChangedMeanwhile } from '#shared/inventory/stock/audits-api.ts'
import type { Work } from '#server/kernel/work.ts'
import { book, type Count, itemOf } from './adjustments.ts'
import { listCommittedDocuments } from './committed-documents.ts'
import { balancesOf, lockItem } from './ledger.ts'
import type { Balance } from './stock-entry.ts'
import { listStockHistory } from './product-list.ts'
import { getProduct } from './product-rows.ts'

type Input = z.output<typeof AuditStock>
type Place = { locationId: string; lotId: string; quantity: number }

/** An item that is locked until the commit, and its counted quantities. */
export interface OpenAudit {
  itemId: string
  name: string
  counts: readonly Place[]
}

const samePlace = (a: Omit<Place, 'quantity'>, b: Omit<Place, 'quantity'>) =>
  a.locationId === b.locationId && a.lotId === b.lotId

/**
 * Locks the product and checks that its stock hasn't changed since it was counted. Throws VERSION_CONFLICT with the movements
 * since, INVALID if the counts leave out a place with stock or don't add up.
 */
export async function openAudit(work: Work, itemId: string, input: Input): Promise<OpenAudit> {
  const item = await itemOf(work, itemId, 'product')
  const named = input.counts ?? []
  await assertLocationsExist(work, itemId, item.lot_controlled, named)
  const found = input.counts ? named.filter((place) => place.quantity > 0) : homeOf(item)
  const held = await lockItem(work, itemId, found)
  if (held.position !== input.position) await assertUnchanged(work, itemId, held.position, input.position)
  const inStock = held.balances.filter((balance) => balance.onHand > 0)
  const counts = input.counts ?? onePlace(homeOf(item), inStock, input.totalQuantity)
  for (const balance of inStock) {
    if (!counts.some((place) => samePlace(place, balance))) throw invalid('counts', 'leaves out a location with stock')
  }
  const total = counts.reduce((sum, place) => sum + place.quantity, 0)
  if (total !== input.totalQuantity) throw invalid('totalQuantity', `must be ${total}, the sum of the places`)
  return { itemId, name: item.name, counts }
}

/**
 * Books the differences. Throws COMMITTED_TO_ORDERS with the orders, if the committed quantity differs from the auditor's or is
 * more than the counted one.
 */
export async function closeAudit(work: Work, audit: OpenAudit, input: Input): Promise<void> {
  const { itemId, counts } = audit
  const balances = await balancesOf(work, itemId)
  await assertNotOnHold(work, audit, balances, input)
  const found = counts.map((place): Count & { difference: number } => {
    const expected = balances.find((balance) => samePlace(place, balance))?.onHand ?? 0
    return {
      locationId: place.locationId,
      lotId: place.lotId,
      expected,
      counted: place.quantity,
      difference: place.quantity - expected,
    }
  })
  await book(
    work,
    {
      itemId,
      kind: 'audit',
      quantity: input.totalQuantity,
      reason: input.reason,
      customReason: input.customReason,
      counts: found.map(({ locationId, lotId, expected, counted }) => ({ locationId, lotId, expected, counted })),
    },
    'ADJUST',
    found.flatMap(({ locationId, lotId, difference }) =>
      difference === 0 ? [] : [{ locationId, lotId, quantity: difference }],
    ),
  )
  work.announce('inventory_updated', { itemId, warehouse: counts[0]?.locationId ?? '' })
}

/** Where found goods go by default: nowhere for a lot-tracked product, as their lot is unknown. */
function homeOf(item: { id: string; location_id: string | null; lot_controlled: boolean }) {
  return item.lot_controlled || !item.location_id ? [] : [{ locationId: item.location_id, lotId: item.id }]
}

/** The default place of the count: the only one with stock, or else the item's default location. */
function onePlace(home: readonly Omit<Place, 'quantity'>[], at: readonly Balance[], total: number): Place[] {
  if (at.length > 1) throw invalid('counts', 'is required: there is stock in several locations')
  const [only = home[0]] = at
  if (only) return [{ locationId: only.locationId, lotId: only.lotId, quantity: total }]
  if (total > 0) throw invalid('totalQuantity', 'add stock with its lot number instead')
  return []
}

async function assertLocationsExist(work: Work, itemId: string, byLots: boolean, places: readonly Place[]) {
  const keys = new Set(places.map((place) => `${place.locationId}/${place.lotId}`))
  if (keys.size !== places.length) throw invalid('counts', 'names a location twice')
  if (places.length === 0) return
  const locations = places.map((place) => place.locationId)
  const { rows } = await sql<{ location: string | null; lot: string | null }>`with held as (
      select id from locations where id = any(${listOf(locations)}) and deleted_at is null order by id for share)
    select
      (select id from held where id = p.location_id) as location,
      (select id from lots where id = p.lot_id and item_id = ${itemId}) as lot
    from unnest(${listOf(locations)}, ${places.map((place) => place.lotId)}::uuid[])
      with ordinality as p(location_id, lot_id, at) order by p.at`.execute(work.tx)
  rows.forEach((row, at) => {
    if (!row.location) throw invalid(`counts.${at}.locationId`, 'is not a location')
    if (!row.lot) throw invalid(`counts.${at}.lotId`, 'is not a lot of this product')
    const place = places[at]
    if (byLots && place?.lotId === itemId && place.quantity > 0)
      throw invalid(`counts.${at}.lotId`, 'must name a lot: this product is lot-tracked')
  })
}

async function assertUnchanged(work: Work, itemId: string, position: number, seen: number): Promise<never> {
  if (seen > position) throw invalid('position', 'is newer than the ledger')
  const since = Math.min(position - seen, 50)
  const [movements, product] = await Promise.all([
    listStockHistory(work.tx, itemId, { limit: since }),
    getProduct(work.tx, itemId),
  ])
  const details: ChangedMeanwhile = { position, movements: movements.data, stock: product.stock }
  throw new Refusal('VERSION_CONFLICT', 'Stock has changed since the count.', { details })
}

async function assertNotOnHold(
  work: Work,
  audit: OpenAudit,
  balances: readonly Balance[],
  input: Input,
): Promise<void> {
  const committed = balances.reduce((sum, balance) => sum + balance.committed, 0)
  const over = balances.find((balance) => {
    const counted = audit.counts.find((place) => samePlace(place, balance))?.quantity ?? 0
    return balance.committed > counted
  })
  if (committed === input.committedQuantity && !over) return
  const details: CommittedToOrders = {
    committed,
    holders: await listCommittedDocuments(work.tx, work.caller, audit.itemId),
  }
  const pieces = `${committed.toLocaleString('en')} pieces of ${audit.name}`
  if (committed !== input.committedQuantity) {
    throw new Refusal(
      'COMMITTED_TO_ORDERS',
      `Open documents hold ${pieces}, not ${input.committedQuantity.toLocaleString('en')}. Release those that no longer have their stock.`,
      { fields: { committedQuantity: `must be ${committed}, the quantity reserved for open documents` }, details },
    )
  }
  throw new Refusal(
    'COMMITTED_TO_ORDERS',
    committed > input.totalQuantity
      ? `Open documents hold ${pieces}, more than was counted. Release some first.`
      : `More is reserved at one location than was counted there. Release some first.`,
    { fields: { totalQuantity: 'is less than the quantity reserved for open documents' }, details },
  )
}
