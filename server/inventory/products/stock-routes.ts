import { inventoryApi } from '#shared/inventory/stock/api.ts'
import type { Serve } from '#server/http/serve.ts'
import { addStock, addStockLots, reduceStock } from '#server/inventory/stock/adjustments.ts'
import {
  createCategory,
  deleteCategory,
  listCategories,
  updateCategory,
} from '#server/inventory/catalogue/categories.ts'
import { createLocation, deleteLocation, listLocations, updateLocation } from '#server/inventory/locations/locations.ts'
import { listProducts, listStockHistory } from '#server/inventory/stock/product-list.ts'
import { getProduct } from '#server/inventory/stock/product-rows.ts'
import { createProduct, deleteProduct, updateProduct } from './products.ts'

export function serveInventory({ read, write }: Serve): void {
  read(inventoryApi.listCategories, ({ db, query }) => listCategories(db, query))
  write(inventoryApi.createCategory, (work, { body }) => createCategory(work, body))
  write(inventoryApi.updateCategory, (work, { params, version, body }) =>
    updateCategory(work, params.id, version, body),
  )
  write(inventoryApi.deleteCategory, (work, { params, query }) => deleteCategory(work, params.id, query.moveTo))

  read(inventoryApi.listLocations, ({ db, query }) => listLocations(db, query))
  write(inventoryApi.createLocation, (work, { body }) => createLocation(work, body))
  write(inventoryApi.updateLocation, (work, { params, version, body }) =>
    updateLocation(work, params.id, version, body),
  )
  write(inventoryApi.deleteLocation, (work, { params, query }) => deleteLocation(work, params.id, query.moveTo))

  read(inventoryApi.listProducts, ({ db, query }) => listProducts(db, query))
  read(inventoryApi.getProduct, ({ db, params }) => getProduct(db, params.id))
  write(inventoryApi.createProduct, (work, { body }) => createProduct(work, body))
  write(inventoryApi.updateProduct, (work, { params, version, body }) => updateProduct(work, params.id, version, body))
  write(inventoryApi.deleteProduct, (work, { params }) => deleteProduct(work, params.id))

  write(inventoryApi.addStock, async (work, { params, body }) => {
    await addStock(work, params.id, body)
    return getProduct(work.tx, params.id)
  })
  write(inventoryApi.addStockLots, async (work, { params, body }) => {
    await addStockLots(work, params.id, body)
    return getProduct(work.tx, params.id)
  })
  write(inventoryApi.reduceStock, async (work, { params, body }) => {
    await reduceStock(work, params.id, body)
    return getProduct(work.tx, params.id)
  })
  read(inventoryApi.listStockHistory, async ({ db, params, query }) => listStockHistory(db, params.id, query))
}
