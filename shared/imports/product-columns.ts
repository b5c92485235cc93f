import { type ColumnSet, columnSet } from './columns.ts'
import { columnOf as as, forNew, type RecordColumn, textColumn as text } from './record-columns.ts'

/** The columns of a list of products. The names are those of the export, so that exported files can be imported. */
export const productColumns = {
  sku: {
    ...text('sku', 'SKU', 'identifies the product; existing products are updated', 'item code'),
    required: true,
  },
  name: forNew(text('name', 'Name', 'of the product', 'product name', 'product', 'item', 'item name', 'title')),
  description: forNew(text('description', 'Description', 'what it is', 'product description')),
  category: forNew(as('category', text('category', 'Category', 'by its name', 'product category', 'group'))),
  supplier: forNew(as('supplier', text('supplier', 'Supplier', 'by its name', 'vendor', 'supplier name'))),
  warehouse: forNew(as('location', text('warehouse', 'Location', 'location name', 'warehouse', 'factory'))),
  price: forNew(as('price', text('price', 'Price', 'of a piece', 'selling price', 'sales price', 'unit price'))),
  cost: forNew(as('price', text('cost', 'Cost', 'of a piece', 'unit cost', 'cost price', 'purchase price'))),
  pcsPerCase: forNew(
    as('whole', text('pcsPerCase', 'Pieces per case', 'pieces in a case', 'pcs per case', 'pack size')),
  ),
  quantity: as(
    'whole',
    text(
      'quantity',
      'Opening stock',
      'pieces of a new product',
      'initial quantity',
      'quantity',
      'qty',
      'on hand',
      'stock',
    ),
  ),
  lotControlled: as(
    'yesNo',
    text('lotControlled', 'Lot-tracked', 'Yes or No', 'kept by lots', 'lot controlled', 'batch controlled'),
  ),
  lotNumber: text(
    'initialLot.lotNumber',
    'Lot',
    'of the opening stock',
    'lot number',
    'lot no',
    'batch',
    'batch number',
  ),
  expiryDate: as(
    'date',
    text('initialLot.expiryDate', 'Expiry date', 'of that lot', 'expiry', 'expires', 'expiration date', 'use by'),
  ),
  noExpiry: as('yesNo', text('initialLot.noExpiry', 'Does not expire', 'Yes for a lot without an expiry date')),
  barcode: text('barcode', 'Barcode', 'GTIN, EAN or any other', 'gtin', 'ean', 'upc'),
  retail: as('price', text('priceTiers.retail', 'Retail price', 'of a piece')),
  wholesale: as('price', text('priceTiers.wholesale', 'Wholesale price', 'of a piece')),
  distributor: as('price', text('priceTiers.distributor', 'Distributor price', 'of a piece')),
  highVolume: as('price', text('priceTiers.highVolume', 'High volume price', 'of a piece')),
  reorderPoint: as('whole', text('reorderPoint', 'Reorder point', 'low at or below it', 'minimum stock', 'min stock')),
  moq: as('whole', text('moq', 'Minimum order', 'pieces', 'moq', 'minimum order quantity')),
  casesPerBale: as('whole', text('casesPerBale', 'Cases per bale', 'cases in a bale')),
  supplierCode: text('supplierCode', "Supplier's code", 'what the supplier calls it', 'supplier sku', 'vendor code'),
  leadTimeDays: as('whole', text('leadTimeDays', 'Lead time, days', 'from the order to its arrival', 'lead time')),
  coldChain: as('yesNo', text('coldChain', 'Cold chain', 'Yes or No', 'cold storage', 'refrigerated')),
  controlled: as('yesNo', text('controlled', 'Controlled substance', 'Yes or No', 'narcotic')),
  size: text('details.size', 'Size', 'free text'),
  color: text('details.color', 'Color', 'free text', 'colour'),
  weight: as('weight', text('details.weight', 'Weight, kg', 'of a piece', 'weight')),
  note: text('details.note', 'Note', 'free text', 'notes', 'comment'),
} as const satisfies Record<string, RecordColumn>

export type ProductColumn = keyof typeof productColumns
export const productColumnSet: ColumnSet<ProductColumn> = columnSet('a list of products', productColumns)
/** The column of a path of the form, to report the form's errors by column. */
export const productColumnAt = (path: string): ProductColumn | undefined =>
  productColumnSet.keys.find((key) => productColumns[key].path === path) ??
  productColumnSet.keys.find((key) => path.startsWith(`${productColumns[key].path}.`))
