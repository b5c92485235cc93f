import { z } from 'zod'
import { byId, Id, optionalText, text, Timestamp, Version } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { Money } from '#shared/money.ts'
import { Quantity } from '#shared/quantity.ts'
import { byLine, LineLot, LotChoice } from '#shared/inventory/stock/line-lot.ts'
import { locationTypes } from '#shared/inventory/stock/product.ts'
import { documentStatuses } from '#shared/inventory/stock/stock-document.ts'
import { DocumentStep, NamedItem } from '#shared/inventory/transfers/api.ts'

const count = z.number().int()
const named = z.object({ id: Id, name: z.string() })

export const KitOrderRow = z.object({
  id: Id,
  number: z.string(),
  kit: named.extend({ sku: z.string() }),
  warehouse: named.extend({ type: z.enum(locationTypes) }),
  quantity: count,
  /** The kit's current price. */
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
  /** The lot that was packed. */
  lot: z.object({ id: Id, lotNumber: z.string(), expiryDate: z.string().nullable() }).nullable(),
  totalCost: Money.nullable(),
  unitCost: Money.nullable(),
  /** The locations of the packed kits, and how many are free there, so can be taken apart. None at a customer's location. */
  standing: z.array(z.object({ location: named, onHand: count, free: count })),
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
          /** Why a user chose this lot instead of the first to expire. */
          lotReason: z.string().nullable(),
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
export const KitOrderChange = z.strictObject({ locationId: Id, quantity: Quantity, note: optionalText(1000) })
export const TakeApart = z.strictObject({
  quantity: Quantity,
  reason: text(500),
  /** The location of the kits; where they were packed if undefined. */
  locationId: Id.optional(),
  /** The destination of their items; the location of the kits if undefined. */
  toLocationId: Id.optional(),
})

const act = <const B extends z.ZodType>(path: string, summary: string, body: B) =>
  route(`POST /api/kit-orders/:id/${path}`, {
    access: 'inventory.edit',
    summary,
    params: byId,
    body,
    emits: ['inventory_transaction', 'inventory_updated'],
    reply: KitOrder,
    idempotency: 'required',
  })

/** Packing kits and taking them apart. */
export const kitOrdersApi = {
  listKitOrders: route('GET /api/kit-orders', {
    access: 'inventory.view',
    summary: 'Orders to pack kits, newest first.',
    query: z.strictObject({
      ...pageQuery,
      status: z.enum(documentStatuses).optional(),
      kit: Id.optional(),
      warehouse: Id.optional(),
      sort: sortBy('createdAt', 'number', 'quantity').default('-createdAt'),
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
    emits: ['inventory_transaction', 'inventory_updated'],
    reply: KitOrder,
    status: 201,
    idempotency: 'required',
  }),
  updateKitOrder: route('PUT /api/kit-orders/:id', {
    access: 'inventory.edit',
    summary: 'Changes a pending order; with its quantity or warehouse its items are committed anew.',
    params: byId,
    body: KitOrderChange,
    emits: ['inventory_transaction', 'inventory_updated'],
    reply: KitOrder,
    ifMatch: true,
    idempotency: 'required',
  }),
  listKitLineLots: route('GET /api/kit-orders/:id/lines/:lineId/lots', {
    access: 'inventory.edit',
    summary:
      'The lots in its warehouse that a line of a pending order could take, and what first expiring first proposes.',
    params: byLine,
    reply: z.object({ data: z.array(LineLot), quantity: count }),
  }),
  chooseKitLots: route('POST /api/kit-orders/:id/lines/:lineId/lots', {
    access: 'inventory.edit',
    summary: 'Exchanges the lots of a line of a pending order. Later ones than those that expire first need a reason.',
    params: byLine,
    body: LotChoice,
    emits: ['inventory_transaction', 'inventory_updated'],
    reply: KitOrder,
    idempotency: 'required',
  }),
  deleteKitOrder: route('DELETE /api/kit-orders/:id', {
    access: 'inventory.delete',
    summary: 'Takes an order off the list and releases its items; refused once it is completed.',
    params: byId,
    emits: ['inventory_transaction', 'inventory_updated'],
    reply: null,
  }),
  completeKitOrder: act(
    'completion',
    'Completes the order: items are deducted from stock, kits are added.',
    z.strictObject({}),
  ),
  cancelKitOrder: act(
    'cancellation',
    'Cancels a pending order and releases its items.',
    z.strictObject({ reason: text(500) }),
  ),
  takeApartKits: act(
    'disassembly',
    'Takes finished kits apart: the kits are deducted and their items return to their original lots.',
    TakeApart,
  ),
} as const
