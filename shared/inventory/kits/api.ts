import { z } from 'zod'
import { byId, Id, optionalText, text, Timestamp, Version } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { Money, PriceInput } from '#shared/money.ts'
import { Quantity, QuantityOrNone } from '#shared/quantity.ts'
import { locationTypes, StockPlace } from '#shared/inventory/stock/product.ts'
import { NamedItem } from '#shared/inventory/transfers/api.ts'

const count = z.number().int()
const place = z.object({ id: Id, name: z.string(), type: z.enum(locationTypes) })

/** A kit as a list shows it. */
export const KitRow = z.object({
  id: Id,
  sku: z.string(),
  name: z.string(),
  warehouse: place,
  price: Money,
  /** The average cost of kits on hand; without any, the current cost of their items. */
  cost: Money,
  items: count,
  onHand: count,
  committed: count,
  available: count,
  /** How many can be packed now at its location. */
  canBuild: count,
  updatedAt: Timestamp,
})
export type KitRow = z.infer<typeof KitRow>

/** How many can be packed at one location, and the items that limit it. */
const Buildable = z.object({
  location: place,
  canBuild: count,
  limits: z.array(z.object({ id: Id, name: z.string(), quantity: count, available: count })),
})
type Buildable = z.infer<typeof Buildable>

export const Kit = KitRow.extend({
  description: z.string(),
  components: z.array(z.object({ item: NamedItem, quantity: count, cost: Money, available: count })),
  buildable: z.array(Buildable),
  stock: z.array(StockPlace),
  createdAt: Timestamp,
  version: Version,
})
export type Kit = z.infer<typeof Kit>

const fields = {
  name: text(300),
  description: optionalText(4000),
  sku: optionalText(60),
  price: PriceInput,
  warehouse: Id,
  components: z
    .array(z.strictObject({ itemId: Id, quantity: Quantity }))
    .min(1, 'needs at least one item')
    .max(100, 'may have at most 100 items'),
}
/** `quantity`: kits to pack immediately at its location; their items are reserved. */
export const NewKit = z.strictObject({ ...fields, quantity: QuantityOrNone.default(0) })
export const KitChange = z.strictObject(fields)

/** Kits: items that are packed together and sold at one price. */
export const kitsApi = {
  listKits: route('GET /api/kits', {
    access: 'inventory.view',
    summary: 'Kits with what is on hand and how many can be packed now.',
    query: z.strictObject({ ...pageQuery, sort: sortBy('name', 'sku', 'updatedAt', 'price').default('name') }),
    reply: pageOf(KitRow),
  }),
  getKit: route('GET /api/kits/:id', {
    access: 'inventory.view',
    summary: 'One kit with items, stock by location, buildable quantity and limiting item.',
    params: byId,
    reply: Kit,
  }),
  createKit: route('POST /api/kits', {
    access: 'inventory.edit',
    summary: 'Adds a kit, and with a quantity a pending order to pack so many.',
    body: NewKit,
    emits: ['inventory_updated', 'inventory_transaction'],
    reply: z.object({ kit: Kit, orderId: Id.nullable() }),
    status: 201,
    idempotency: 'required',
  }),
  updateKit: route('PUT /api/kits/:id', {
    access: 'inventory.edit',
    summary: 'Changes a kit; orders to pack it keep what it held when they were written.',
    params: byId,
    body: KitChange,
    emits: ['inventory_updated'],
    reply: Kit,
    ifMatch: true,
  }),
  deleteKit: route('DELETE /api/kits/:id', {
    access: 'inventory.delete',
    summary: 'Deletes a kit; refused while it is on hand, about to be packed or part of another kit.',
    params: byId,
    emits: ['inventory_updated'],
    reply: null,
  }),
} as const
