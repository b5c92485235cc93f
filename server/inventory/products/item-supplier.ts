import { sql } from 'kysely'
import { can } from '#shared/access/can.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { itemSupplierApi } from '#shared/inventory/products/item-supplier-api.ts'
import type { Work } from '#server/kernel/work.ts'
import { nextVersion } from '#server/db/next-version.ts'

type Input = RequestOf<(typeof itemSupplierApi.giveSupplier)['spec']>['body']

/**
 * Sets the supplier of several items and clears the previous supplier's item codes; nothing else changes. Throws INVALID if one
 * is no product or raw material, FORBIDDEN if the user may not edit one.
 */
export async function giveSupplier(work: Work, { supplierId, itemIds }: Input): Promise<number> {
  const ids = [...new Set(itemIds)].toSorted()
  const found = await sql<{ status: string }>`select status from suppliers
    where id = ${supplierId} and deleted_at is null for share`.execute(work.tx)
  const [supplier] = found.rows
  if (!supplier) throw invalid('supplierId', 'is not a supplier')
  if (supplier.status !== 'active') throw invalid('supplierId', 'is an inactive supplier')
  work.locks.take('item', ...ids)
  const { rows } = await sql<{ id: string; kind: string; before: string | null }>`select id, kind, supplier_id as before
    from items where id = any(${ids}::uuid[]) and kind in ('product', 'raw_material') and deleted_at is null
    order by id for no key update`.execute(work.tx)
  const missing = itemIds.findIndex((id) => !rows.some((row) => row.id === id))
  if (missing >= 0) throw invalid(`itemIds.${missing}`, 'is not a product or raw material')
  for (const { kind } of rows) {
    if (!can(work.caller, kind === 'product' ? 'inventory.edit' : 'rawmaterials.edit')) throw new Refusal('FORBIDDEN')
  }
  const changed = rows.filter(({ before }) => before !== supplierId)
  await work.tx
    .updateTable('items')
    .set({ supplier_id: supplierId, supplier_code: null, version: nextVersion, updated_at: work.now })
    .where('id', '=', sql<string>`any(${changed.map(({ id }) => id)}::uuid[])`)
    .execute()
  work.audit('items.supplierGiven', 'supplier', supplierId, { items: changed.length })
  for (const { id, kind, before } of changed) {
    const entity = kind === 'product' ? 'product' : 'rawMaterial'
    work.audit(`${entity}.supplierGiven`, entity, id, { before, after: supplierId })
    work.announce('inventory_updated', { itemId: id, warehouse: '' })
  }
  return changed.length
}
