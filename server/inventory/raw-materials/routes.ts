import { itemSupplierApi } from '#shared/inventory/products/item-supplier-api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import type { Serve } from '#server/http/serve.ts'
import { addStock, addStockLots, reduceStock } from '#server/inventory/stock/adjustments.ts'
import { giveSupplier } from '#server/inventory/products/item-supplier.ts'
import { listStockHistory } from '#server/inventory/stock/product-list.ts'
import { getRawMaterial, listMaterialTypes, listRawMaterials } from './raw-material-list.ts'
import { createRawMaterial, deleteRawMaterial, updateRawMaterial } from './raw-materials.ts'

export function serveRawMaterials({ read, write }: Serve): void {
  read(rawMaterialsApi.listRawMaterials, ({ db, query }) => listRawMaterials(db, query))
  read(rawMaterialsApi.listMaterialTypes, ({ db }) => listMaterialTypes(db))
  read(rawMaterialsApi.getRawMaterial, ({ db, params }) => getRawMaterial(db, params.id))
  write(rawMaterialsApi.createRawMaterial, (work, { body }) => createRawMaterial(work, body))
  write(rawMaterialsApi.updateRawMaterial, (work, { params, version, body }) =>
    updateRawMaterial(work, params.id, version, body),
  )
  write(rawMaterialsApi.deleteRawMaterial, (work, { params }) => deleteRawMaterial(work, params.id))
  write(rawMaterialsApi.addStock, async (work, { params, body }) => {
    await addStock(work, params.id, body, 'raw_material')
    return getRawMaterial(work.tx, params.id)
  })
  write(rawMaterialsApi.addStockLots, async (work, { params, body }) => {
    await addStockLots(work, params.id, body, 'raw_material')
    return getRawMaterial(work.tx, params.id)
  })
  write(rawMaterialsApi.reduceStock, async (work, { params, body }) => {
    await reduceStock(work, params.id, body, 'raw_material')
    return getRawMaterial(work.tx, params.id)
  })
  read(rawMaterialsApi.listStockHistory, async ({ db, params, query }) =>
    listStockHistory(db, params.id, query, 'raw_material'),
  )
  write(itemSupplierApi.giveSupplier, async (work, { body }) => ({ changed: await giveSupplier(work, body) }))
}
