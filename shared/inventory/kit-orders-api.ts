import { z } from 'zod'
import { byId, Id, optionalText, text, Timestamp, Version } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { Money } from '#shared/money.ts'
import { Quantity } from '#shared/quantity.ts'
import { locationTypes } from './product.ts'
import { documentStatuses } from './stock-document.ts'
import { DocumentStep, NamedItem } from './transfers-api.ts'

const count = z.number().int()
const named = z.object({ id: Id, name: z.string() })

export const KitOrderRow = z.object({
  id: Id,
  number: z.string(),
  kit: named.extend({ sku: z.string() }),
  warehouse: named.extend({ type: z.enum(locationTypes) }),
  quantity: count,
  /** Of the kit now. */
  price: Money,
  status: z.enum(documentStatuses),
  takenApart: count,
  createdAt: Timestamp,
  completedAt: Timestamp.nullable(),
})
export type KitOrderRow = z.infer<typeof KitOrderRow>

export const KitOrder = KitOrderRow.extend({
  note: z.string().nullable(),
  cancelReason: z.string().nullable(),
  /** The lot that was made. */
  lot: z.object({ id: Id, lotNumber: z.string(), expiryDate: z.string().nullable() }).nullable(),
  totalCost: Money.nullable(),
  unitCost: Money.nullable(),
  /** Of the made kits, free in that warehouse: so many can be taken apart. */
  free: count,
  lines: z.array(
    z.object({
      id: Id,
      item: NamedItem,
      perKit: count,
      quantity: count,
      cost: Money.nullable(),
      lots: z.array(
        z.object({
          lotId: Id,
          lotNumber: z.string(),
          lotStatus: z.string(),
          expiryDate: z.string().nullable(),
          quantity: count,
        }),
      ),
    }),
  ),
  timeline: z.array(DocumentStep),
  version: Version,
})
export type KitOrder = z.infer<typeof KitOrder>

export const KitOrderInput = z.strictObject({
  kitId: Id,
  locationId: Id,
  quantity: Quantity,
  note: optionalText(1000),
})
export const TakeApart = z.strictObject({ quantity: Quantity, reason: text(500) })

const act = <const B extends z.ZodType>(path: string, summary: string, body: B) =>
  route(`POST /api/kit-orders/:id/${path}`, {
    access: 'inventory.edit',
    summary,
    params: byId,
    body,
    reply: KitOrder,
    idempotency: 'required',
  })

/** Packing kits and taking them apart again. */
export const kitOrdersApi = {
  listKitOrders: route('GET /api/kit-orders', {
    access: 'inventory.view',
    summary: 'Orders to pack kits, newest first.',
    query: z.strictObject({
      ...pageQuery,
      status: z.enum(documentStatuses).optional(),
      kit: Id.optional(),
      warehouse: Id.optional(),
      sort: sortBy('createdAt', 'number').default('-createdAt'),
    }),
    reply: pageOf(KitOrderRow),
  }),
  getKitOrder: route('GET /api/kit-orders/:id', {
    access: 'inventory.view',
    summary: 'One order with its items, lots, cost and timeline.',
    params: byId,
    reply: KitOrder,
  }),
  createKitOrder: route('POST /api/kit-orders', {
    access: 'inventory.edit',
    summary: 'Writes a pending order to pack kits and commits their items, first expiring first.',
    body: KitOrderInput,
    reply: KitOrder,
    status: 201,
    idempotency: 'required',
  }),
  deleteKitOrder: route('DELETE /api/kit-orders/:id', {
    access: 'inventory.delete',
    summary: 'Takes an order off the list and releases its items; refused once it is completed.',
    params: byId,
    reply: null,
  }),
  completeKitOrder: act(
    'completion',
    'The kits are packed: the items leave the stock, the kits enter it.',
    z.strictObject({}),
  ),
  cancelKitOrder: act(
    'cancellation',
    'Cancels a pending order: its items are free again.',
    z.strictObject({ reason: text(500) }),
  ),
  takeApartKits: act(
    'disassembly',
    'Takes finished kits apart: they leave the stock, and their items are back in the lots they came from.',
    TakeApart,
  ),
} as const
