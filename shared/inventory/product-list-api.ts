import { z } from 'zod'
import { byId, Id, text } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { QuantityOrNone } from '#shared/quantity.ts'
import { productChoice } from './product-choice.ts'
import { Product } from './product.ts'

/** What an export may have as columns, in the order of a file that has them all; the import reads the same names. */
export const productExportColumns = {
  name: 'Name',
  sku: 'SKU',
  barcode: 'Barcode',
  description: 'Description',
  category: 'Category',
  supplier: 'Supplier',
  warehouse: 'Location',
  onHand: 'On hand',
  committed: 'Committed',
  available: 'Available',
  status: 'Status',
  price: 'Price',
  cost: 'Cost',
  retail: 'Retail price',
  wholesale: 'Wholesale price',
  distributor: 'Distributor price',
  highVolume: 'High volume price',
  reorderPoint: 'Reorder point',
  moq: 'Minimum order',
  pcsPerCase: 'Pieces per case',
  supplierCode: "Supplier's code",
  leadTimeDays: 'Lead time, days',
  lotControlled: 'Kept by lots',
  coldChain: 'Cold chain',
  controlled: 'Controlled substance',
  updatedAt: 'Last changed',
} as const
export type ProductExportColumn = keyof typeof productExportColumns
const names = Object.keys(productExportColumns) as ProductExportColumn[]

/** Why a product is in use, one document or record after the other. */
export const ProductUse = z.object({
  kind: z.enum(['kit', 'salesOrder', 'purchaseOrder', 'stockTransfer', 'kitOrder', 'stockCount']),
  id: Id,
  /** A number or a name. */
  name: z.string(),
  /** The status of a document. */
  status: z.string().nullable(),
  /** Pieces of the product in it; of a count none. */
  quantity: z.number().int().nullable(),
})
export type ProductUse = z.infer<typeof ProductUse>

/** Which list, and how it is to be written. */
export const productExport = z.strictObject({
  ...productChoice,
  format: z.enum(['csv', 'xlsx']).default('csv'),
  /** Names of columns with commas between them; all when left out. */
  columns: z
    .string()
    .max(400)
    .transform((value) => value.split(','))
    .pipe(z.array(z.enum(names as [ProductExportColumn, ...ProductExportColumn[]], 'is not a column')))
    .optional(),
})

/** What lists of products can do beside showing them. */
export const productListApi = {
  exportProducts: route('GET /api/product-exports', {
    access: 'inventory.view',
    summary: 'The filtered list as a file, every row of it, in its order; text never becomes a formula.',
    query: productExport,
    reply: null,
    download: 'text/csv',
  }),
  changeProduct: route('PATCH /api/products/:id', {
    access: 'inventory.edit',
    summary: 'Changes what many products can share, whatever version stands; what is left out stays.',
    params: byId,
    body: z
      .strictObject({
        /** By name. */
        category: text(120).optional(),
        supplier: Id.optional(),
        warehouse: Id.optional(),
        reorderPoint: QuantityOrNone.nullable().optional(),
        coldChain: z.boolean().optional(),
        controlled: z.boolean().optional(),
      })
      .refine((value) => Object.keys(value).length > 0, 'says nothing to change'),
    reply: Product,
  }),
  getNeighbours: route('GET /api/products/:id/neighbours', {
    access: 'inventory.view',
    summary: 'The products before and after one in a list so filtered and ordered.',
    params: byId,
    query: z.strictObject(productChoice),
    reply: z.object({ previous: Id.nullable(), next: Id.nullable() }),
  }),
  listUses: route('GET /api/products/:id/uses', {
    access: 'inventory.view',
    summary:
      'Kits and open documents that a product is part of, as far as the caller may see them; up to 20 of a kind.',
    params: byId,
    reply: z.object({ data: z.array(ProductUse) }),
  }),
} as const
