import { z } from 'zod'
import { byId, Id, text } from '#shared/fields.ts'
import { Beside } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { QuantityOrNone } from '#shared/quantity.ts'
import { productChoice } from '#shared/inventory/stock/product-choice.ts'
import { Product } from '#shared/inventory/stock/product.ts'

/** The documents and records that use a product. */
export const ProductUse = z.object({
  kind: z.enum(['kit', 'salesOrder', 'purchaseOrder', 'stockTransfer', 'kitOrder', 'stockCount']),
  id: Id,
  /** A number or a name. */
  name: z.string(),
  /** The status of a document. */
  status: z.string().nullable(),
  /** Pieces of the product in it; null for counts. */
  quantity: z.number().int().nullable(),
})
export type ProductUse = z.infer<typeof ProductUse>

/** Actions on lists of products. */
export const productListApi = {
  changeProduct: route('PATCH /api/products/:id', {
    access: 'inventory.edit',
    summary: 'Updates fields in bulk without a version check; omitted fields are unchanged.',
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
      .refine((value) => Object.keys(value).length > 0, 'contains no changes'),
    emits: ['inventory_updated'],
    reply: Product,
  }),
  getNeighbours: route('GET /api/products/:id/neighbours', {
    access: 'inventory.view',
    summary: 'The products before and after one in a list so filtered and ordered.',
    params: byId,
    query: z.strictObject(productChoice),
    reply: Beside,
  }),
  listUses: route('GET /api/products/:id/uses', {
    access: 'inventory.view',
    summary:
      'Kits and open documents that a product is part of, as far as the caller may see them; up to 20 of a kind.',
    params: byId,
    reply: z.object({ data: z.array(ProductUse) }),
  }),
} as const
