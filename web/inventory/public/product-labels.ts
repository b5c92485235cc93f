import { priceTierNames } from '#shared/inventory/stock/price-tiers.ts'

/** The labels of the product form's fields, also in its error summary. */
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

/** Also labels the rows of the bill of materials: "Raw material 2". */
export function productLabel(name: string): string {
  const [, row, part] = /^billOfMaterials\.parts\.(\d+)\.(\w+)$/.exec(name) ?? []
  if (row !== undefined) return `${part === 'quantity' ? 'Quantity of raw' : 'Raw'} material ${Number(row) + 1}`
  return productLabels[name as ProductFieldName] ?? name
}
