import { exactNumber } from '#shared/money.ts'
import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { acquireAdvisoryLock, advisoryLocks } from '#server/kernel/advisory-locks.ts'
import { assertUnused } from '#server/kernel/assert-unused.ts'
import { v7 as newId } from 'uuid'
import type { z } from 'zod'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { KitChange, NewKit } from '#shared/inventory/kits/api.ts'
import { lockVersion, softDelete } from '#server/kernel/changes.ts'
import type { Work } from '#server/kernel/work.ts'
import { createKitOrder } from './kit-orders.ts'
import { whyNotOwnLocation } from '#server/kernel/own-location.ts'
import { piecesAre } from '#server/inventory/stock/pieces.ts'
import { openStock, skuOf } from '#server/inventory/stock/new-products.ts'

type New = z.output<typeof NewKit>
type Change = z.output<typeof KitChange>

/** Adds a kit and, with a quantity, a pending kit order. Returns the ids of both. */
export async function createKit(work: Work, input: New): Promise<{ id: string; orderId: string | null }> {
  const id = newId()
  const columns = await columnsOf(work, id, input)
  await work.tx
    .insertInto('items')
    .values({ id, kind: 'kit', lot_controlled: true, ...columns, sku: columns.sku ?? skuOf(id).replace('P-', 'K-') })
    .execute()
  await openStock(work, id)
  await writeComponents(work, id, input.components)
  work.audit('kit.created', 'kit', id, { name: input.name, price: String(input.price) })
  work.announce('inventory_updated', { itemId: id, warehouse: input.warehouse })
  const { quantity, warehouse } = input
  if (quantity === 0) return { id, orderId: null }
  return { id, orderId: await createKitOrder(work, { kitId: id, locationId: warehouse, quantity, note: null }) }
}

/** Changes a kit. Existing orders keep their components. */
export async function updateKit(work: Work, id: string, version: number, input: Change): Promise<void> {
  const before = await lockKit(work, id)
  await lockVersion(work.tx, 'items', id, version)
  const columns = await columnsOf(work, id, input)
  await work.tx
    .updateTable('items')
    .set({ ...columns, sku: columns.sku ?? before.sku, version: version + 1, updated_at: work.now })
    .where('id', '=', id)
    .execute()
  await sql`delete from kit_components where kit_id = ${id}`.execute(work.tx)
  await writeComponents(work, id, input.components)
  work.audit('kit.updated', 'kit', id, { before, after: { name: input.name, price: String(input.price) } })
  work.announce('inventory_updated', { itemId: id, warehouse: input.warehouse })
}

/** Soft-deletes a kit, which documents may refer to. */
export async function deleteKit(work: Work, id: string): Promise<void> {
  const { name } = await lockKit(work, id)
  await softDelete(work.tx, 'items', id, work.caller.userId)
  // After the row lock: an order created meanwhile either waits for the lock, or is seen here.
  const { rows } = await sql<{ on_hand: number }>`select on_hand from item_stock where item_id = ${id}`.execute(work.tx)
  const onHand = rows[0]?.on_hand ?? 0
  if (onHand > 0) throw new Refusal('IN_USE', `${piecesAre(onHand)} on hand. Take the kits apart first.`)
  await assertUnused(work.tx, 'items', id)
  work.audit('kit.deleted', 'kit', id, { name })
  work.announce('inventory_updated', { itemId: id, warehouse: '' })
}

async function lockKit(work: Work, id: string): Promise<{ name: string; sku: string; price: number }> {
  work.locks.take('kitDefinitions', 'all')
  // One kit at a time: a change of components must see those of all other kits.
  await acquireAdvisoryLock(work.tx, advisoryLocks.kitDefinitions)
  const { rows } = await sql<{ name: string; sku: string; price: number }>`select name, sku, price from items
    where id = ${id} and kind = 'kit' and deleted_at is null for no key update`.execute(work.tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

async function columnsOf(work: Work, id: string, input: New | Change) {
  const { rows } = await sql<{ location: string | null; twin: boolean }>`select
      (select id from locations where id = ${input.warehouse} and deleted_at is null and consignee_id is null for share) as location,
      exists (select 1 from items where lower(sku) = lower(${input.sku}) and id <> ${id} and deleted_at is null) as twin`.execute(
    work.tx,
  )
  if (!rows[0]?.location) throw invalid('warehouse', await whyNotOwnLocation(work.tx, input.warehouse))
  if (rows[0].twin) throw new Refusal('ALREADY_EXISTS', `SKU ${input.sku} is taken.`, { fields: { sku: 'is taken' } })
  return {
    sku: input.sku,
    name: input.name,
    description: input.description ?? '',
    location_id: input.warehouse,
    price: exactNumber(input.price),
  }
}

/**
 * Replaces a kit's components. Throws INVALID for an unknown item, a duplicate, or one that contains this kit, directly or
 * through other kits.
 */
async function writeComponents(work: Work, kitId: string, components: New['components']): Promise<void> {
  const ids = components.map((one) => one.itemId)
  const twice = ids.findIndex((id, at) => ids.indexOf(id) !== at)
  if (twice >= 0) throw invalid(`components.${twice}.itemId`, 'is named twice')
  const { rows } = await sql<{ id: string }>`select id from items where id = any(${ids}::uuid[]) and deleted_at is null
    order by id for share`.execute(work.tx)
  const unknown = ids.findIndex((id) => !rows.some((row) => row.id === id))
  if (unknown >= 0) throw invalid(`components.${unknown}.itemId`, 'is not an item')
  const { rows: loops } = await sql<{ id: string }>`with recursive held(root, item_id) as (
      select id, id from unnest(${listOf(ids)}) as t(id)
      union select h.root, c.item_id from held h join kit_components c on c.kit_id = h.item_id)
    select root as id from held where item_id = ${kitId} limit 1`.execute(work.tx)
  const loop = loops[0] ? ids.indexOf(loops[0].id) : -1
  if (loop >= 0) throw invalid(`components.${loop}.itemId`, 'contains this kit')
  await work.tx
    .insertInto('kit_components')
    .columns(['kit_id', 'position', 'item_id', 'quantity'])
    .expression(sql`select ${kitId}, position, item_id, quantity
    from unnest(${listOf(ids)}, ${components.map((one) => one.quantity)}::int[])
      with ordinality as t(item_id, quantity, position)`)
    .execute()
}
