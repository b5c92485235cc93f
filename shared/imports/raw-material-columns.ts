import { type ColumnSet, columnSet } from './columns.ts'
import { columnOf as as, forNew, type RecordColumn, textColumn as text } from './record-columns.ts'

/** The columns of a list of raw materials. The names are those of the export, so that exported files can be imported. */
export const rawMaterialColumns = {
  sku: {
    ...text('sku', 'SKU', 'identifies the raw material; existing ones are updated', 'item code', 'code'),
    required: true,
  },
  name: forNew(text('name', 'Name', 'of the raw material', 'raw material', 'material', 'item', 'item name', 'title')),
  materialType: forNew(text('materialType', 'Material type', 'fabric, film, tubing', 'type', 'material', 'group')),
  description: text('description', 'Description', 'what it is', 'details'),
  supplier: as('supplier', text('supplier', 'Supplier', 'by its name', 'vendor', 'supplier name')),
  location: as('location', text('location', 'Location', 'location name', 'warehouse', 'factory')),
  cost: as('price', text('cost', 'Cost', 'of a unit', 'unit cost', 'cost price', 'purchase price', 'price')),
  quantity: as(
    'whole',
    text(
      'quantity',
      'Opening stock',
      'of a new raw material',
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
  barcode: text('barcode', 'Barcode', 'GTIN, EAN or any other', 'gtin', 'ean', 'upc'),
  reorderPoint: as('whole', text('reorderPoint', 'Reorder point', 'low at or below it', 'minimum stock', 'min stock')),
} as const satisfies Record<string, RecordColumn>

export type RawMaterialColumn = keyof typeof rawMaterialColumns
export const rawMaterialColumnSet: ColumnSet<RawMaterialColumn> = columnSet(
  'a list of raw materials',
  rawMaterialColumns,
)
