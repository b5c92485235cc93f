import { exportedList, moment, money } from '#server/delivery/exported-list.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { attributeKindNames, attributesApi } from '#shared/inventory/catalogue/attributes-api.ts'
import { lotStateName } from '#shared/inventory/stock/lot-status.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import type { ProductRow } from '#shared/inventory/stock/product.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { serviceTypesApi } from '#shared/inventory/catalogue/service-types-api.ts'
import { stockStatusNames } from '#shared/inventory/stock/stock-status.ts'

/** The product import uses the same headers. */
const productColumns = {
  name: ['Name', (row: Exported) => row.name],
  sku: ['SKU', (row: Exported) => row.sku],
  barcode: ['Barcode', (row: Exported) => row.barcode],
  description: ['Description', (row: Exported) => row.description],
  category: ['Category', (row: Exported) => row.category],
  supplier: ['Supplier', (row: Exported) => row.supplier.name],
  warehouse: ['Location', (row: Exported) => row.warehouse.name],
  onHand: ['On hand', (row: Exported) => row.onHand],
  committed: ['Reserved', (row: Exported) => row.committed],
  available: ['Available', (row: Exported) => row.available],
  status: ['Status', (row: Exported) => stockStatusNames[row.stockStatus]],
  price: ['Price', (row: Exported) => money(row.price)],
  cost: ['Cost', (row: Exported) => money(row.cost)],
  retail: ['Retail price', (row: Exported) => money(row.priceTiers.retail)],
  wholesale: ['Wholesale price', (row: Exported) => money(row.priceTiers.wholesale)],
  distributor: ['Distributor price', (row: Exported) => money(row.priceTiers.distributor)],
  highVolume: ['High volume price', (row: Exported) => money(row.priceTiers.highVolume)],
  reorderPoint: ['Reorder point', (row: Exported) => row.reorderPoint],
  moq: ['Minimum order', (row: Exported) => row.moq],
  pcsPerCase: ['Pieces per case', (row: Exported) => row.pcsPerCase],
  supplierCode: ["Supplier's code", (row: Exported) => row.supplierCode],
  leadTimeDays: ['Lead time, days', (row: Exported) => row.leadTimeDays],
  lotControlled: ['Lot-tracked', (row: Exported) => row.lotControlled],
  coldChain: ['Cold chain', (row: Exported) => row.coldChain],
  controlled: ['Controlled substance', (row: Exported) => row.controlled],
  updatedAt: ['Last changed', (row: Exported) => moment(row.updatedAt)],
} as const
/** A list row with the columns that only the file has. */
type Exported = ProductRow & { description: string }
export const productExport = exportedList<
  (typeof inventoryApi.listProducts)['spec'],
  keyof typeof productColumns,
  Exported
>('products', inventoryApi.listProducts, productColumns, 'inventory.view')

export const rawMaterialExport = exportedList(
  'raw-materials',
  rawMaterialsApi.listRawMaterials,
  {
    name: ['Name', (row) => row.name],
    sku: ['SKU', (row) => row.sku],
    type: ['Material type', (row) => row.materialType],
    supplier: ['Supplier', (row) => row.supplier?.name ?? null],
    location: ['Location', (row) => row.location?.name ?? null],
    onHand: ['On hand', (row) => row.onHand],
    committed: ['Reserved', (row) => row.committed],
    available: ['Available', (row) => row.available],
    status: ['Status', (row) => stockStatusNames[row.stockStatus]],
    lotControlled: ['Lot-tracked', (row) => row.lotControlled],
    cost: ['Cost', (row) => money(row.cost)],
    updatedAt: ['Last changed', (row) => moment(row.updatedAt)],
  },
  'rawmaterials.view',
)

export const lotExport = exportedList('lots', lotsApi.listLots, {
  lotNumber: ['Lot', (row) => row.lotNumber],
  product: ['Product', (row) => row.product.name],
  sku: ['SKU', (row) => row.product.sku],
  expiryDate: ['Expires', (row) => row.expiryDate],
  status: ['State', (row) => lotStateName(row.status, row.isExpired)],
  onHand: ['On hand', (row) => row.onHand],
  committed: ['Reserved', (row) => row.committed],
  value: ['Value', (row) => money(row.value)],
  locations: ['Locations', (row) => row.locations],
})

export const categoryExport = exportedList('categories', inventoryApi.listCategories, {
  name: ['Name', (row) => row.name],
  description: ['Description', (row) => row.description],
  products: ['Products', (row) => row.products],
})

export const locationExport = exportedList(
  'locations',
  inventoryApi.listLocations,
  {
    name: ['Name', (row) => row.name],
    type: ['Type', (row) => row.type],
    consignee: ['Consignment stock of', (row) => row.consignee?.name ?? null],
    address: ['Address', (row) => row.address],
    latitude: ['Latitude', (row) => row.latitude],
    longitude: ['Longitude', (row) => row.longitude],
    description: ['Description', (row) => row.description],
    products: ['Products', (row) => row.products],
  },
  'inventory.view',
)

export const attributeExport = exportedList('attributes', attributesApi.listAttributes, {
  name: ['Name', (row) => row.name],
  kind: ['Kind', (row) => attributeKindNames[row.kind]],
  unit: ['Unit', (row) => row.unit],
  values: ['Values', (row) => row.choices.map(({ label }) => label).join(', ')],
  products: ['Products', (row) => row.products],
})

export const serviceTypeExport = exportedList('service-types', serviceTypesApi.listServiceTypes, {
  name: ['Name', (row) => row.name],
  description: ['Description', (row) => row.description],
  price: ['List price', (row) => money(row.price)],
  unit: ['Per', (row) => row.unit],
})
