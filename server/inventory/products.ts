import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { z } from 'zod'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { NewProduct, Product, ProductChange } from '#shared/inventory/product.ts'
import { parseDecimal } from '#shared/money.ts'
import { lockVersion, softDelete } from '#server/db/changes.ts'
import type { Work } from '#server/db/work.ts'
import { book, setQuantity } from './adjustments.ts'
import { lotFor } from './arriving-lots.ts'
import { notePrices } from './price-history.ts'
import { writeAttributes } from './attribute-values.ts'
import { getProduct } from './product-rows.ts'

type New = z.output<typeof NewProduct>
type Change = z.output<typeof ProductChange>

export async function createProduct(work: Work, input: New): Promise<Product> {
  const id = newId()
  const columns = await columnsOf(work, id, input)
  if (input.lotControlled && input.quantity > 0 && !input.initialLot) {
    throw invalid('initialLot.lotNumber', 'is required: this product is kept by lots')
  }
  await work.tx
    .insertInto('items')
    .values({ id, kind: 'product', ...columns, sku: columns.sku ?? skuOf(id) })
    .execute()
  await openStock(work, id)
  await writeBill(work, id, input.billOfMaterials)
  await writeAttributes(work, id, input.attributes)
  work.audit('product.created', 'product', id, { name: input.name, sku: columns.sku })
  if (input.quantity > 0) {
    const item = { id, name: input.name, location_id: input.warehouse, lot_controlled: input.lotControlled }
    const lotId = await lotFor(work, item, input.initialLot ?? {}, 'initialLot.')
    await book(
      work,
      { itemId: id, kind: 'initial', quantity: input.quantity, reason: 'manual_adjustment' },
      'INITIAL',
      [{ locationId: input.warehouse, lotId, quantity: input.quantity }],
    )
  }
  return getProduct(work.tx, id)
}

export async function updateProduct(work: Work, id: string, version: number, input: Change): Promise<Product> {
  await lockVersion(work.tx, 'items', id, version)
  const before = await getProduct(work.tx, id)
  const columns = await columnsOf(work, id, input)
  if (input.lotControlled !== before.lotControlled && before.onHand > 0) {
    throw invalid('lotControlled', 'can change only while nothing is on hand')
  }
  await notePrices(work, id, columns)
  await work.tx
    .updateTable('items')
    .set({ ...columns, sku: columns.sku ?? before.sku, version: version + 1, updated_at: work.now })
    .where('id', '=', id)
    .execute()
  await writeBill(work, id, input.billOfMaterials)
  await writeAttributes(work, id, input.attributes)
  work.audit('product.updated', 'product', id, { before: pick(before), after: pick(input) })
  if (input.quantity !== undefined) await setQuantity(work, id, before.onHand, input.quantity)
  work.announce('inventory_updated', { itemId: id, warehouse: input.warehouse })
  return getProduct(work.tx, id)
}

const pick = ({ name, price, cost }: { name: string; price: unknown; cost: unknown }) => ({
  name,
  price: String(price),
  cost: String(cost),
})

/** Off the lists, kept for the documents that name it. Refused while it is on hand, promised or part of another product. */
export async function deleteProduct(work: Work, id: string): Promise<void> {
  // Who books or orders it holds the row: nothing can come in between.
  await sql`select 1 from items where id = ${id} for no key update`.execute(work.tx)
  const product = await getProduct(work.tx, id)
  if (product.committed > 0) throw new Refusal('IN_USE', `${product.committed} pieces are promised to orders.`)
  if (product.onHand > 0) throw new Refusal('IN_USE', `${product.onHand} pieces are on hand. Reduce the stock first.`)
  await softDelete(work.tx, 'items', id, work.caller.userId)
  work.audit('product.deleted', 'product', id, { name: product.name })
  work.announce('inventory_updated', { itemId: id, warehouse: product.warehouse.id })
}

/** Every item has its lot "none" and its totals from the start. */
export async function openStock(work: Work, ...itemIds: string[]): Promise<void> {
  await sql`with opened as (select unnest(${itemIds}::uuid[]) as id),
      lot as (insert into lots (id, item_id, lot_number) select id, id, 'none' from opened)
    insert into item_stock (item_id) select id from opened`.execute(work.tx)
}

export const skuOf = (id: string) => `P-${id.replaceAll('-', '').slice(-10).toUpperCase()}`

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
      (select id from locations where id = ${input.warehouse} and deleted_at is null for share) as location,
      exists (select 1 from items where lower(sku) = lower(${input.sku}) and id <> ${id} and deleted_at is null) as twin,
      (select count(*) from (select 1 from items where id = any(${input.billOfMaterials.map((part) => part.rawMaterialId)}::uuid[])
        and kind = 'raw_material' and deleted_at is null order by id for share) m) as material`.execute(work.tx)
  const found = rows[0]
  const fields: Record<string, string> = {}
  if (!found?.category) fields['category'] = 'is not a category'
  if (!found?.supplier) fields['supplier'] = 'is not a supplier'
  if (!found?.location) fields['warehouse'] = 'is not a location'
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
  const tier = (price: bigint | null | undefined) => (price == null ? null : Number(price))
  return {
    sku: input.sku,
    name: input.name,
    description: input.description,
    category_id: found?.category ?? null,
    supplier_id: input.supplier,
    location_id: input.warehouse,
    price: Number(input.price),
    cost: Number(input.cost),
    price_retail: tier(input.priceTiers.retail),
    price_wholesale: tier(input.priceTiers.wholesale),
    price_distributor: tier(input.priceTiers.distributor),
    price_high_volume: tier(input.priceTiers.highVolume),
    moq: input.moq ?? null,
    pcs_per_case: input.pcsPerCase,
    cases_per_bale: input.casesPerBale ?? null,
    size: input.details.size,
    color: input.details.color,
    weight_grams: input.details.weight ? Number(parseDecimal(input.details.weight, 3)) : null,
    note: input.details.note,
    barcode: input.barcode,
    cold_chain: input.coldChain,
    lot_controlled: input.lotControlled,
    reorder_point: input.reorderPoint ?? null,
    controlled: input.controlled,
    supplier_code: input.supplierCode,
    lead_time_days: input.leadTimeDays ?? null,
  }
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
