import { sql } from 'kysely'
import { assertUnused } from '#server/kernel/assert-unused.ts'
import { v7 as newId } from 'uuid'
import type { z } from 'zod'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { NewProduct, Product, ProductChange } from '#shared/inventory/stock/product.ts'
import { inParcel } from '#shared/sales/orders/order-transitions.ts'
import { oneOf } from '#server/db/one-of.ts'
import { lockVersion, softDelete } from '#server/kernel/changes.ts'
import type { Work } from '#server/kernel/work.ts'
import { changeQuantity, lockChangedQuantity } from '#server/inventory/stock/change-quantity.ts'
import { lotFor } from '#server/inventory/stock/arriving-lots.ts'
import { whyNotOwnLocation } from '#server/kernel/own-location.ts'
import { addProducts, itemColumns, openWith } from '#server/inventory/stock/new-products.ts'
import { notePrices } from './price-history.ts'
import { writeAttributes } from '#server/inventory/stock/attribute-values.ts'
import { piecesAre } from '#server/inventory/stock/pieces.ts'
import { getProduct } from '#server/inventory/stock/product-rows.ts'

type New = z.output<typeof NewProduct>
type Change = z.output<typeof ProductChange>

export async function createProduct(work: Work, input: New): Promise<Product> {
  const id = newId()
  const columns = await columnsOf(work, id, input)
  if (input.lotControlled && input.quantity > 0 && !input.initialLot) {
    throw invalid('initialLot.lotNumber', 'is required: this product is lot-tracked')
  }
  await addProducts(work, [{ id, columns }])
  await writeBill(work, id, input.billOfMaterials)
  await writeAttributes(work, id, input.attributes)
  if (input.quantity > 0) {
    const item = { id, lot_controlled: input.lotControlled }
    const lotId = await lotFor(work, item, input.initialLot ?? {}, 'initialLot.')
    await openWith(work, [{ itemId: id, locationId: input.warehouse, lotId, quantity: input.quantity }])
  }
  return getProduct(work.tx, id)
}

export async function updateProduct(work: Work, id: string, version: number, input: Change): Promise<Product> {
  await lockVersion(work.tx, 'items', id, version)
  const before = await getProduct(work.tx, id)
  const columns = await columnsOf(work, id, input)
  if (input.lotControlled !== before.lotControlled) {
    if (before.onHand > 0) throw invalid('lotControlled', 'can only be changed while nothing is on hand')
    if (await isPacked(work, id)) throw invalid('lotControlled', 'can only be changed while no order has it packed')
  }
  const { lotControlled, warehouse: locationId } = input
  await lockChangedQuantity(work, { id, lotControlled, locationId }, before.onHand, input)
  await notePrices(work, id, columns)
  await work.tx
    .updateTable('items')
    .set({ ...columns, sku: columns.sku ?? before.sku, version: version + 1, updated_at: work.now })
    .where('id', '=', id)
    .execute()
  await writeBill(work, id, input.billOfMaterials)
  await writeAttributes(work, id, input.attributes)
  work.audit('product.updated', 'product', id, { before: pick(before), after: pick(input) })
  await changeQuantity(work, id, before.onHand, input)
  work.announce('inventory_updated', { itemId: id, warehouse: input.warehouse })
  return getProduct(work.tx, id)
}

/** Whether any piece is in a shipment, from which it may return to its lot. */
async function isPacked({ tx }: Work, id: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from sales_orders o join commitment k on k.source_id = o.id and k.state = 'consumed'
    where o.status in ${oneOf(inParcel)} and o.deleted_at is null and k.item_id = ${id} limit 1`.execute(tx)
  return rows.length > 0
}

const pick = ({ name, price, cost }: { name: string; price: unknown; cost: unknown }) => ({
  name,
  price: String(price),
  cost: String(cost),
})

/** Soft-deletes a product, which documents may refer to. Refused while it is on hand, reserved or used. */
export async function deleteProduct(work: Work, id: string): Promise<void> {
  // Bookings and orders lock the row too, so none can come in between.
  await sql`select 1 from items where id = ${id} for no key update`.execute(work.tx)
  const product = await getProduct(work.tx, id)
  if (product.committed > 0)
    throw new Refusal('IN_USE', `${piecesAre(product.committed)} reserved for orders, transfers or kits.`)
  if (product.onHand > 0) throw new Refusal('IN_USE', `${piecesAre(product.onHand)} on hand. Reduce the stock first.`)
  await softDelete(work.tx, 'items', id, work.caller.userId)
  await assertUnused(work.tx, 'items', id)
  work.audit('product.deleted', 'product', id, { name: product.name })
  work.announce('inventory_updated', { itemId: id, warehouse: product.warehouse.id })
}

async function columnsOf(work: Work, id: string, input: New | Change) {
  const { rows } = await sql<{
    category: string | null
    supplier: string | null
    location: string | null
    twin: boolean
    material: number
  }>`select
      (select id from categories where lower(name) = lower(${input.category}) and deleted_at is null for share) as category,
      (select id from suppliers where id = ${input.supplier} and deleted_at is null for share) as supplier,
      (select id from locations where id = ${input.warehouse} and deleted_at is null and consignee_id is null for share) as location,
      exists (select 1 from items where lower(sku) = lower(${input.sku}) and id <> ${id} and deleted_at is null) as twin,
      (select count(*) from (select 1 from items where id = any(${input.billOfMaterials.map((part) => part.rawMaterialId)}::uuid[])
        and kind = 'raw_material' and deleted_at is null order by id for share) m) as material`.execute(work.tx)
  const found = rows[0]
  const fields: Record<string, string> = {}
  if (!found?.category) fields['category'] = 'is not a category'
  if (!found?.supplier) fields['supplier'] = 'is not a supplier'
  if (!found?.location) fields['warehouse'] = await whyNotOwnLocation(work.tx, input.warehouse)
  const materials = new Set(input.billOfMaterials.map((part) => part.rawMaterialId))
  if (materials.size !== input.billOfMaterials.length) fields['billOfMaterials'] = 'names a raw material twice'
  else if (found?.material !== materials.size) fields['billOfMaterials'] = 'names something that is not a raw material'
  if (Object.keys(fields).length > 0) {
    throw new Refusal(
      'INVALID',
      Object.entries(fields)
        .map(([field, words]) => `${field}: ${words}`)
        .join('; '),
      { fields },
    )
  }
  if (found?.twin) throw new Refusal('ALREADY_EXISTS', `SKU ${input.sku} is taken.`, { fields: { sku: 'is taken' } })
  return itemColumns(input, found?.category ?? null)
}

async function writeBill(work: Work, productId: string, bill: New['billOfMaterials']): Promise<void> {
  await work.tx.deleteFrom('bill_of_materials').where('product_id', '=', productId).execute()
  if (bill.length === 0) return
  const rows = bill.map((part) => ({
    product_id: productId,
    raw_material_id: part.rawMaterialId,
    quantity: part.quantity,
  }))
  await work.tx.insertInto('bill_of_materials').values(rows).execute()
}
