import { z } from 'zod'
import { OfferedAddress } from '#shared/crm/partners/postal-addresses-api.ts'
import { NewShipTo, PostalAddress } from '#shared/crm/partners/postal-address.ts'
import { byId, DateOnly, Id, optionalText, text, Timestamp } from '#shared/fields.ts'
import { pageOf, pageQuery } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { Money } from '#shared/money.ts'
import { Quantity } from '#shared/quantity.ts'
import { orderedProduct, PortalOrder, PortalOrderRow } from './portal-order.ts'
import { portalQuery, viewedAccount } from './viewing-api.ts'

export const PortalLines = z
  .array(z.strictObject({ productId: Id, quantity: Quantity }))
  .min(1, 'needs at least one line')
  .max(200, 'may have at most 200 lines')

const ordered = {
  /** An address of the customer; the default if undefined, the main one if null. */
  shipToId: Id.nullish(),
  /** A new address instead, which the office can add to the customer's addresses. */
  newShipTo: NewShipTo.nullish(),
  lines: PortalLines,
  requestedDate: DateOnly.nullish(),
  reference: optionalText(80),
  notes: optionalText(2000),
}
export const PortalOrderInput = z.strictObject(ordered)
export const NewPortalOrder = z.strictObject({
  ...ordered,
  /** The shelf count that it tops up; only one order can be placed from a count. */
  shelfCountId: Id.nullish(),
})

/** Whether there is enough for the quantity; the stock itself isn't shown. */
export const availabilities = ['in_stock', 'short'] as const

const priced = {
  product: orderedProduct,
  unitPrice: Money,
  packSize: z.number().int(),
  minimum: z.number().int().nullable(),
  availability: z.enum(availabilities),
  /** If it is short: when more should arrive; null if unknown. */
  expectedOn: z.string().nullable(),
}
export const CatalogueRow = z.object({
  ...priced,
  /** How often it was bought within a year, and the usual quantity. */
  timesBought: z.number().int(),
  usualQuantity: z.number().int().nullable(),
  lastBought: z.string().nullable(),
})
export type CatalogueRow = z.infer<typeof CatalogueRow>

export const CheckedOrder = z.object({
  lines: z.array(z.object({ ...priced, quantity: z.number().int(), total: Money })),
  total: Money,
  needsApproval: z.boolean(),
})
export type CheckedOrder = z.infer<typeof CheckedOrder>

/** An order that waits for an owner's approval. */
export const Requisition = z.object({
  id: Id,
  status: z.enum(['Waiting', 'Approved', 'Declined', 'Withdrawn']),
  by: z.string(),
  isOwn: z.boolean(),
  lines: z.array(z.object({ product: orderedProduct, quantity: z.number().int() })),
  requestedDate: z.string().nullable(),
  reference: z.string().nullable(),
  notes: z.string().nullable(),
  shipTo: PostalAddress,
  total: Money,
  order: z.object({ id: Id, number: z.string() }).nullable(),
  decidedBy: z.string().nullable(),
  declineReason: z.string().nullable(),
  createdAt: Timestamp,
})
export type Requisition = z.infer<typeof Requisition>

/** Why a requisition can't be decided on any more, in words for the user; null if it can. */
export const whyRequisitionNotDecided = ({ status }: Pick<Requisition, 'status'>): string | null =>
  status === 'Waiting' ? null : `This order is ${status.toLowerCase()} already.`

/** The result of placing an order: the order, or a requisition. */
const Placed = z.object({ order: PortalOrder.nullable(), requisition: Requisition.nullable() })
/** `account_updated`: a requisition concerns the customer's other users. */
const emits = ['sales_order_updated', 'account_updated', 'portal_updated'] as const

const decide = <const P extends string, const B extends z.ZodType>(path: P, summary: string, body: B) =>
  route(`POST /api/customer-portal/requisitions/:id/${path}`, {
    access: 'customer',
    summary,
    params: byId,
    body,
    emits,
    reply: Requisition,
  })

export const portalOrdersApi = {
  listOrders: route('GET /api/customer-portal/orders', {
    access: 'portal',
    summary: 'The customer’s orders, newest first.',
    query: z.strictObject({ ...pageQuery, ...viewedAccount, open: z.enum(['true']).optional() }),
    reply: pageOf(PortalOrderRow),
  }),
  getOrder: route('GET /api/customer-portal/orders/:id', {
    access: 'portal',
    summary: 'One order with its lots, deliveries and invoice.',
    params: byId,
    query: portalQuery,
    reply: PortalOrder,
  }),
  listCatalogue: route('GET /api/customer-portal/catalogue', {
    access: 'portal',
    summary: 'What the customer usually buys, at their own price; with `q` every product.',
    query: z.strictObject({ ...viewedAccount, q: z.string().trim().max(120).optional() }),
    reply: z.object({ data: z.array(CatalogueRow) }),
  }),
  listAddresses: route('GET /api/customer-portal/addresses', {
    access: 'portal',
    summary: 'Where goods of the customer can go: the main address and their shipping addresses, the usual one marked.',
    query: portalQuery,
    reply: z.object({ data: z.array(OfferedAddress) }),
  }),
  checkOrder: route('POST /api/customer-portal/order-checks', {
    access: 'customer',
    summary: 'Prices and availability of an order that is not placed yet. Changes nothing.',
    body: z.strictObject({ lines: PortalLines }),
    emits: [],
    reply: CheckedOrder,
  }),
  placeOrder: route('POST /api/customer-portal/orders', {
    access: 'customer',
    summary: 'Places an order; above the user’s limit it waits for an owner’s approval instead.',
    body: NewPortalOrder,
    emits,
    reply: Placed,
    status: 201,
    idempotency: 'required',
  }),
  changeOrder: route('PUT /api/customer-portal/orders/:id', {
    access: 'customer',
    summary: 'Changes an order of the portal until it is confirmed, or the office has set prices or charges for it.',
    params: byId,
    body: PortalOrderInput,
    emits,
    reply: PortalOrder,
    ifMatch: true,
  }),
  cancelOrder: route('POST /api/customer-portal/orders/:id/cancellation', {
    access: 'customer',
    summary: 'Cancels an order of the portal until it is confirmed.',
    params: byId,
    body: z.strictObject({ reason: text(300) }),
    emits,
    reply: PortalOrder,
  }),
  listRequisitions: route('GET /api/customer-portal/requisitions', {
    access: 'portal',
    summary: 'Orders that wait for approval or were decided, the newest 50.',
    query: portalQuery,
    reply: z.object({ data: z.array(Requisition) }),
  }),
  approve: decide('approval', 'Approves an order, which is placed by that; owners only.', z.strictObject({})),
  decline: decide('refusal', 'Declines an order; owners only.', z.strictObject({ reason: text(300) })),
  withdraw: decide('withdrawal', 'Takes an own order back before it is decided.', z.strictObject({})),
} as const
