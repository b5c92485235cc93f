import { priceTierNames } from '#shared/inventory/stock/price-tiers.ts'

/** What the fields of a product's form are called, on them and in the list of what is wrong. */
export const productLabels = {
  name: 'Name',
  description: 'Description',
  sku: 'SKU',
  barcode: 'Barcode / GTIN',
  supplierCode: "Supplier's code",
  leadTimeDays: 'Lead time',
  category: 'Category',
  supplier: 'Supplier',
  price: 'Price',
  cost: 'Cost',
  'priceTiers.retail': priceTierNames.retail,
  'priceTiers.wholesale': priceTierNames.wholesale,
  'priceTiers.distributor': priceTierNames.distributor,
  'priceTiers.highVolume': priceTierNames.highVolume,
  moq: 'Minimum order quantity',
  pcsPerCase: 'Pieces per case',
  casesPerBale: 'Cases per bale',
  'details.size': 'Size',
  'details.color': 'Color',
  'details.weight': 'Weight',
  'details.note': 'Note',
  warehouse: 'Warehouse',
  quantity: 'Quantity',
  'initialLot.lotNumber': 'Lot number',
  'initialLot.expiryDate': 'Expiry date',
  reorderPoint: 'Reorder point',
  coldChain: 'Cold chain',
  controlled: 'Controlled substance',
  lotControlled: 'Lot-tracked',
  'billOfMaterials.kind': 'Bill of materials',
} as const

export type ProductFieldName = keyof typeof productLabels

/** Also of the rows of the bill of materials: "Raw material 2". */
export function productLabel(name: string): string {
  const [, row, part] = /^billOfMaterials\.parts\.(\d+)\.(\w+)$/.exec(name) ?? []
  if (row !== undefined) return `${part === 'quantity' ? 'Quantity of raw' : 'Raw'} material ${Number(row) + 1}`
  return productLabels[name as ProductFieldName] ?? name
}
