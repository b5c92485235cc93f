import { exactNumber } from '#shared/money.ts'
import { sql } from 'kysely'
import { assertUnused } from '#server/kernel/assert-unused.ts'
import { v7 as newId } from 'uuid'
import type { z } from 'zod'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { NewRawMaterial, RawMaterial, RawMaterialChange } from '#shared/inventory/raw-materials/api.ts'
import { lockVersion, softDelete } from '#server/kernel/changes.ts'
import type { Work } from '#server/kernel/work.ts'
import { changeQuantity, lockChangedQuantity } from '#server/inventory/stock/change-quantity.ts'
import { whyNotOwnLocation } from '#server/kernel/own-location.ts'
import { openStock, openWith, skuOf } from '#server/inventory/stock/new-products.ts'
import { noteCost } from '#server/inventory/products/price-history.ts'
import { piecesAre } from '#server/inventory/stock/pieces.ts'
import { getRawMaterial } from './raw-material-list.ts'

type New = z.output<typeof NewRawMaterial>
type Change = z.output<typeof RawMaterialChange>

export async function createRawMaterial(work: Work, input: New): Promise<RawMaterial> {
  const id = newId()
  await assertReferences(work, id, input)
  if (input.lotControlled && input.quantity > 0) {
    throw invalid('quantity', 'a lot-tracked raw material starts at 0: add stock with its lot number afterwards')
  }
  await addRawMaterials(work, [{ id, input }])
  return getRawMaterial(work.tx, id)
}

/** Adds raw materials with their stock, in a fixed number of statements. Their references must be checked and locked. */
export async function addRawMaterials(work: Work, added: readonly { id: string; input: New }[]): Promise<void> {
  const [first] = added
  if (!first) return
  const rows = added.map(({ id, input }) => {
    const columns = columnsOf(input)
    return { id, kind: 'raw_material', ...columns, sku: columns.sku ?? skuOf(id).replace('P-', 'R-') }
  })
  await work.tx.insertInto('items').values(rows).execute()
  await openStock(work, ...rows.map(({ id }) => id))
  for (const { id, input } of added)
    work.audit('rawMaterial.created', 'rawMaterial', id, { name: input.name, sku: input.sku })
  const stocked = added.flatMap(({ id, input: { location, quantity } }) =>
    quantity > 0 && location ? [{ itemId: id, locationId: location, lotId: id, quantity }] : [],
  )
  await openWith(work, stocked, 'rawMaterial')
  work.announce('inventory_updated', { itemId: first.id, warehouse: first.input.location ?? '' })
}

export async function updateRawMaterial(work: Work, id: string, version: number, input: Change): Promise<RawMaterial> {
  await lockVersion(work.tx, 'items', id, version)
  const before = await getRawMaterial(work.tx, id)
  await assertReferences(work, id, input)
  const columns = columnsOf(input)
  if (input.lotControlled !== before.lotControlled && before.onHand > 0) {
    throw invalid('lotControlled', 'can only be changed while nothing is on hand')
  }
  const { lotControlled, location: locationId = null } = input
  await lockChangedQuantity(work, { id, lotControlled, locationId }, before.onHand, input)
  await noteCost(work, id, columns.cost)
  await work.tx
    .updateTable('items')
    .set({ ...columns, sku: columns.sku ?? before.sku, version: version + 1, updated_at: work.now })
    .where('id', '=', id)
    .execute()
  work.audit('rawMaterial.updated', 'rawMaterial', id, { before: pick(before), after: pick(input) })
  await changeQuantity(work, id, before.onHand, input, 'raw_material')
  work.announce('inventory_updated', { itemId: id, warehouse: input.location ?? '' })
  return getRawMaterial(work.tx, id)
}

const pick = ({ name, materialType, cost }: { name: string; materialType: string; cost: unknown }) => ({
  name,
  materialType,
  cost: String(cost),
})

/** Soft-deletes a raw material, which documents may refer to. Refused while it is on hand, committed or part of a product. */
export async function deleteRawMaterial(work: Work, id: string): Promise<void> {
  // Bookings lock the row too, so none can come in between.
  await sql`select 1 from items where id = ${id} for no key update`.execute(work.tx)
  const { name, onHand, committed } = await getRawMaterial(work.tx, id)
  if (committed > 0) throw new Refusal('IN_USE', `${piecesAre(committed)} reserved for transfers or kits.`)
  if (onHand > 0) throw new Refusal('IN_USE', `${piecesAre(onHand)} on hand. Reduce the stock first.`)
  await softDelete(work.tx, 'items', id, work.caller.userId)
  // After the row lock: a bill of materials saved meanwhile either waits for the lock, or is seen here.
  await assertUnused(work.tx, 'items', id)
  work.audit('rawMaterial.deleted', 'rawMaterial', id, { name })
  work.announce('inventory_updated', { itemId: id, warehouse: '' })
}

/** Checks and locks the records that a form refers to. Throws INVALID, ALREADY_EXISTS. */
async function assertReferences(work: Work, id: string, input: New | Change): Promise<void> {
  const { rows } = await sql<{ supplier: string | null; location: string | null; twin: boolean }>`select
      (select id from suppliers where id = ${input.supplier ?? null} and deleted_at is null for share) as supplier,
      (select id from locations where id = ${input.location ?? null} and deleted_at is null and consignee_id is null for share) as location,
      exists (select 1 from items where lower(sku) = lower(${input.sku}) and id <> ${id} and deleted_at is null) as twin`.execute(
    work.tx,
  )
  const [found] = rows
  if (input.supplier && !found?.supplier) throw invalid('supplier', 'is not a supplier')
  if (input.location && !found?.location) throw invalid('location', await whyNotOwnLocation(work.tx, input.location))
  if (found?.twin) throw new Refusal('ALREADY_EXISTS', `SKU ${input.sku} is taken.`, { fields: { sku: 'is taken' } })
}

const columnsOf = (input: New | Change) => ({
  sku: input.sku,
  name: input.name,
  material_type: input.materialType,
  description: input.description ?? '',
  supplier_id: input.supplier ?? null,
  location_id: input.location ?? null,
  cost: exactNumber(input.cost),
  barcode: input.barcode,
  lot_controlled: input.lotControlled,
  reorder_point: input.reorderPoint ?? null,
})
