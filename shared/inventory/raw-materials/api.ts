import { z } from 'zod'
import { byId, Id, optionalText, text, Timestamp, Version } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { Money, PriceInput } from '#shared/money.ts'
import { QuantityOrNone } from '#shared/quantity.ts'
import { stockRoutes } from '#shared/inventory/stock/stock-changes.ts'
import { changedQuantity, locationTypes, StockPlace } from '#shared/inventory/stock/product.ts'
import { stockStatuses } from '#shared/inventory/stock/stock-status.ts'

const named = z.object({ id: Id, name: z.string() })

/** A raw material as a list shows it. */
export const RawMaterialRow = z.object({
  id: Id,
  sku: z.string(),
  name: z.string(),
  materialType: z.string(),
  supplier: named.nullable(),
  /** The default location. */
  location: named.extend({ type: z.enum(locationTypes) }).nullable(),
  onHand: z.number().int(),
  committed: z.number().int(),
  available: z.number().int(),
  stockStatus: z.enum(stockStatuses),
  lotControlled: z.boolean(),
  cost: Money,
  updatedAt: Timestamp,
})
export type RawMaterialRow = z.infer<typeof RawMaterialRow>

/** A raw material with everything that its page shows. */
export const RawMaterial = RawMaterialRow.extend({
  description: z.string(),
  barcode: z.string().nullable(),
  reorderPoint: z.number().int().nullable(),
  /** On hand at all locations. */
  quantity: z.number().int(),
  stock: z.array(StockPlace),
  /** Products with it in their bill of materials and kits that contain it, with the quantity per piece. */
  usedIn: z.array(named.extend({ sku: z.string(), kind: z.enum(['product', 'kit']), quantity: z.number().int() })),
  createdAt: Timestamp,
  version: Version,
})
export type RawMaterial = z.infer<typeof RawMaterial>

const fields = {
  name: text(300),
  materialType: text(120),
  description: optionalText(4000),
  sku: optionalText(60),
  barcode: optionalText(60),
  cost: PriceInput.default(0n),
  supplier: Id.nullish(),
  location: Id.nullish(),
  lotControlled: z.boolean().default(false),
  reorderPoint: QuantityOrNone.nullish(),
}
export const NewRawMaterial = z
  .strictObject({ ...fields, quantity: QuantityOrNone.default(0) })
  .refine(({ quantity, location }) => quantity < 1 || location, {
    path: ['location'],
    message: 'is required for the quantity',
  })
/** In an update, quantity is optional; a difference to the quantity on hand is booked. */
export const RawMaterialChange = z.strictObject({ ...fields, ...changedQuantity })

const view = 'rawmaterials.view'
const edit = 'rawmaterials.edit'
const remove = 'rawmaterials.delete'

/** Raw materials: their stock works like that of products. */
export const rawMaterialsApi = {
  listRawMaterials: route('GET /api/raw-materials', {
    access: [view, 'inventory.edit'],
    summary: 'Raw materials with what is on hand, committed and available.',
    query: z.strictObject({
      ...pageQuery,
      materialType: z.string().max(120).optional(),
      supplier: Id.optional(),
      stockStatus: z.enum(stockStatuses).optional(),
      sort: sortBy('name', 'sku', 'updatedAt').default('name'),
    }),
    reply: pageOf(RawMaterialRow),
  }),
  listMaterialTypes: route('GET /api/raw-materials/types', {
    access: [view, 'inventory.edit'],
    summary: 'The material types in use, by name, each with how many raw materials are of it.',
    reply: z.object({ data: z.array(z.object({ materialType: z.string(), rawMaterials: z.number().int() })) }),
  }),
  getRawMaterial: route('GET /api/raw-materials/:id', {
    access: view,
    summary: 'One raw material with its stock by place and lot, and where it is used.',
    params: byId,
    reply: RawMaterial,
  }),
  createRawMaterial: route('POST /api/raw-materials', {
    access: edit,
    summary: 'Adds a raw material; its initial quantity arrives in its location.',
    body: NewRawMaterial,
    emits: ['inventory_transaction', 'inventory_updated'],
    reply: RawMaterial,
    status: 201,
  }),
  updateRawMaterial: route('PUT /api/raw-materials/:id', {
    access: edit,
    summary: 'Changes a raw material; a changed quantity is booked as an adjustment.',
    params: byId,
    body: RawMaterialChange,
    emits: ['inventory_updated', 'inventory_transaction'],
    reply: RawMaterial,
    ifMatch: true,
  }),
  deleteRawMaterial: route('DELETE /api/raw-materials/:id', {
    access: remove,
    summary: 'Deletes a raw material; refused while it is on hand, committed or part of a bill of materials.',
    params: byId,
    emits: ['inventory_updated'],
    reply: null,
  }),
  ...stockRoutes('/api/raw-materials', 'a raw material', 'rawmaterials', RawMaterial),
} as const
