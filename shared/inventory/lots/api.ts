import { z } from 'zod'
import { byId, DateOnly, Id, text, Timestamp, Version } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { Money } from '#shared/money.ts'
import { orderStatuses } from '#shared/sales/orders/order-transitions.ts'
import { expiryWindows, lotFilters, lotStatuses } from '#shared/inventory/stock/lot-status.ts'

const count = z.number().int()
const named = z.object({ id: Id, name: z.string() })

export const LotRow = z.object({
  id: Id,
  lotNumber: z.string(),
  product: named.extend({ sku: z.string() }),
  status: z.enum(lotStatuses),
  expiryDate: z.string().nullable(),
  isExpired: z.boolean(),
  onHand: count,
  committed: count,
  /** The stock on hand at the product's cost. */
  value: Money,
  locations: count,
})
export type LotRow = z.infer<typeof LotRow>

const Balance = z.object({ location: named, onHand: count, committed: count, value: Money })

/** An order with pieces of the lot: reserved, in its parcel, or delivered. */
export const LotOrder = z.object({
  id: Id,
  number: z.string(),
  status: z.enum(orderStatuses),
  /** Null for users who may see neither orders nor customers. */
  customer: named.nullable(),
  quantity: count,
})

const Change = z.object({
  id: count,
  at: Timestamp,
  actor: z.string().nullable(),
  act: z.string(),
  from: z.string(),
  to: z.string(),
  oldExpiry: z.string().nullable(),
  newExpiry: z.string().nullable(),
  reason: z.string(),
})

export const Lot = LotRow.extend({
  manufacturedOn: z.string().nullable(),
  supplier: named.nullable(),
  createdAt: Timestamp,
  balances: z.array(Balance),
  /** Reserved now; if the lot is blocked, these orders get other lots, or wait for stock. */
  promised: z.array(LotOrder),
  /** The latest 50 orders that got pieces of it. Blocking the lot does not change them. */
  shipped: z.array(LotOrder),
  shippedOrders: count,
  /** Documents other than orders with reserved pieces of it: transfers, kits. */
  heldElsewhere: count,
  changes: z.array(Change),
  recalls: z.array(z.object({ id: Id, number: z.string(), status: z.string() })),
  version: Version,
})
export type Lot = z.infer<typeof Lot>

/** The effect of blocking a lot on orders with reserved pieces of it. */
export const LotEffect = z.object({
  /** Orders that got other lots. */
  moved: z.array(z.object({ id: Id, number: z.string(), quantity: count })),
  /** Orders that found no others and now wait for stock. */
  waiting: z.array(z.object({ id: Id, number: z.string(), quantity: count })),
  /** Orders with pieces of it in a parcel that the customer does not have yet: it is stopped. */
  stopped: z.array(z.object({ id: Id, number: z.string(), quantity: count })),
})
export type LotEffect = z.infer<typeof LotEffect>

const LotAnswer = z.object({ lot: Lot, effect: LotEffect })

export const LotMovement = z.object({
  id: count,
  at: Timestamp,
  effect: z.string(),
  change: z.number().int(),
  /** Stock on hand of the lot at all locations afterwards. */
  after: count,
  location: z.string(),
  reason: z.string(),
  customReason: z.string().nullable(),
  actor: z.string().nullable(),
  document: z.object({ type: z.string(), id: Id, number: z.string().nullable() }),
})
export type LotMovement = z.infer<typeof LotMovement>

const TraceDocument = z.object({ type: z.string(), id: Id, number: z.string().nullable() })
/** A link from a lot to another that was made of it, by one document. */
const TraceLink = z.object({
  from: Id,
  to: Id,
  /** Pieces that were used and made. */
  used: count,
  made: count,
  at: Timestamp,
  document: TraceDocument,
})
const TraceLot = z.object({
  id: Id,
  lotNumber: z.string(),
  /** The item's lot "none": its pieces can't be distinguished. */
  isNone: z.boolean(),
  product: named.extend({ sku: z.string() }),
  status: z.enum(lotStatuses),
  expiryDate: z.string().nullable(),
  supplier: named.nullable(),
  received: count,
  onHand: count,
})
export const Trace = z.object({
  lots: z.array(TraceLot),
  links: z.array(TraceLink),
  /** Where the pieces of these lots came from, went to and were moved, newest first; at most 500. */
  steps: z.array(
    z.object({
      lotId: Id,
      kind: z.enum(['receipt', 'shipment', 'back', 'transfer', 'correction', 'used', 'made']),
      at: Timestamp,
      quantity: count,
      location: z.string(),
      document: TraceDocument,
      order: LotOrder.omit({ quantity: true }).nullable(),
      /** The customer who returned the goods. */
      sentBackBy: z.object({ id: Id, name: z.string() }).nullable(),
    }),
  ),
  more: z.boolean(),
})
export type Trace = z.infer<typeof Trace>

const reason = z.strictObject({ reason: text(500) })
const view = 'inventory.view'
const edit = 'inventory.edit'

const act = (path: string, summary: string) =>
  route(`POST /api/lots/:id/${path}`, {
    access: edit,
    summary,
    params: byId,
    body: reason,
    emits: ['inventory_updated', 'inventory_transaction', 'sales_order_updated', 'invoice_updated'],
    reply: LotAnswer,
    idempotency: 'required',
  })

/** Lots: expiry, blocking, and tracing of all pieces. */
export const lotsApi = {
  listLots: route('GET /api/lots', {
    access: view,
    summary: 'Lots, first expiring first, with what is on hand and its value at cost.',
    query: z.strictObject({
      ...pageQuery,
      status: z.enum(lotFilters).optional(),
      expiry: z.enum(expiryWindows).optional(),
      product: Id.optional(),
      location: Id.optional(),
      /** `all`: also lots without stock. */
      stock: z.enum(['all']).optional(),
      sort: sortBy('expiryDate', 'lotNumber', 'createdAt', 'product').default('expiryDate'),
    }),
    reply: pageOf(LotRow),
  }),
  sumLots: route('GET /api/lots/expiring', {
    access: view,
    summary: 'How much has expired or expires within 30, 90 and 180 days, and what it cost; and what is blocked.',
    reply: z.object({
      windows: z.array(z.object({ window: z.enum(expiryWindows), lots: count, pieces: count, value: Money })),
      blocked: z.object({ lots: count, pieces: count, value: Money }),
    }),
  }),
  getLot: route('GET /api/lots/:id', {
    access: view,
    summary: 'One lot with stock by location, commitments and history.',
    params: byId,
    reply: Lot,
  }),
  listMovements: route('GET /api/lots/:id/movements', {
    access: view,
    summary: 'Every movement of a lot on hand, newest first.',
    params: byId,
    query: z.strictObject({ limit: pageQuery.limit, cursor: pageQuery.cursor }),
    reply: z.object({ data: z.array(LotMovement), nextCursor: z.string().nullable() }),
  }),
  traceLot: route('GET /api/lots/:id/trace', {
    access: view,
    summary: 'Forward to customers and to what was made of it, backward to its receipt and to what it was made of.',
    params: byId,
    reply: Trace,
  }),
  updateLot: route('PUT /api/lots/:id', {
    access: edit,
    summary: 'Corrects expiry, date of manufacture or supplier, with a reason; invalid commitments are reallocated.',
    params: byId,
    body: z
      .strictObject({
        expiryDate: DateOnly.nullable(),
        manufacturedOn: DateOnly.nullish(),
        supplierId: Id.nullish(),
        reason: text(500),
      })
      .refine(({ expiryDate, manufacturedOn }) => !expiryDate || !manufacturedOn || manufacturedOn <= expiryDate, {
        path: ['manufacturedOn'],
        message: 'must not be after the expiry date',
      }),
    emits: ['inventory_updated', 'inventory_transaction', 'sales_order_updated', 'invoice_updated'],
    reply: LotAnswer,
    ifMatch: true,
  }),
  hold: act('hold', 'Puts a lot on hold; affected orders take other lots or wait.'),
  quarantine: act('quarantine', 'Quarantines a lot; affected orders take other lots or wait.'),
  release: act('release', 'Releases a lot.'),
} as const
