import { z } from 'zod'
import { OfferedAddress } from '#shared/crm/partners/postal-addresses-api.ts'
import { NewShipTo, PostalAddress } from '#shared/crm/partners/postal-address.ts'
import { byId, DateOnly, Id, optionalText, text, Timestamp, Version } from '#shared/fields.ts'
import { pageOf, pageQuery } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { Money } from '#shared/money.ts'
import { Quantity } from '#shared/quantity.ts'
import { orderStatuses } from '#shared/sales/orders/order-transitions.ts'
import { portalQuery, viewedAccount } from './viewing-api.ts'

const product = z.object({ id: Id, name: z.string(), sku: z.string() })

export const PortalOrderRow = z.object({
  id: Id,
  number: z.string(),
  status: z.enum(orderStatuses),
  orderDate: z.string(),
  requestedDate: z.string().nullable(),
  deliveredDate: z.string().nullable(),
  reference: z.string().nullable(),
  total: Money,
  lines: z.number().int(),
  /** Messages of the office that nobody of the customer has read. */
  unread: z.number().int(),
})
export type PortalOrderRow = z.infer<typeof PortalOrderRow>

const Delivery = z.object({
  id: Id,
  number: z.string(),
  method: z.string().nullable(),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  expectedDate: z.string().nullable(),
  dispatchedAt: Timestamp.nullable(),
  deliveredAt: Timestamp.nullable(),
  /** When the driver should be there, and how many deliveries before; null unless on the way. */
  eta: Timestamp.nullable(),
  stopsBefore: z.number().int().nullable(),
  receivedBy: z.string().nullable(),
  /** The receiver signed on the driver's device. */
  isSigned: z.boolean(),
  failureReason: z.string().nullable(),
})

export const PortalOrder = PortalOrderRow.extend({
  shipTo: PostalAddress,
  /** It was entered with the order and is none of the customer's addresses. */
  isNewShipTo: z.boolean(),
  notes: z.string().nullable(),
  placedBy: z.string().nullable(),
  /** It was placed in the portal and is not confirmed yet, so it can be cancelled here. */
  canCancel: z.boolean(),
  /** The same, and its prices are those of the portal: nothing else was agreed with the office. */
  canChange: z.boolean(),
  orderLines: z.array(
    z.object({
      id: Id,
      product,
      quantity: z.number().int(),
      unitPrice: Money,
      total: Money,
      /** What was sent of the line, by lot. */
      lots: z.array(z.object({ lotNumber: z.string(), expiryDate: z.string().nullable(), quantity: z.number().int() })),
    }),
  ),
  charges: z.array(z.object({ name: z.string(), quantity: z.number().int(), total: Money })),
  discount: Money,
  tax: Money,
  invoice: z.object({ id: Id, number: z.string(), due: Money, dueDate: z.string() }).nullable(),
  deliveries: z.array(Delivery),
  canReturn: z.boolean(),
  /** The status, and when it came to it. */
  timeline: z.array(z.object({ status: z.enum(orderStatuses), at: Timestamp })),
  version: Version,
})
export type PortalOrder = z.infer<typeof PortalOrder>

/** Why a customer can't cancel an order here; null where they can. */
export const whyPortalOrderNotCancelled = ({
  number,
  canCancel,
}: Pick<PortalOrder, 'number' | 'canCancel'>): string | null =>
  canCancel ? null : `Order ${number} can’t be changed here any more. Write us a message instead.`

/** Why a customer can't change an order here; null where they can. */
export function whyPortalOrderNotChanged(
  order: Pick<PortalOrder, 'number' | 'canCancel' | 'canChange'>,
): string | null {
  if (order.canChange) return null
  return (
    whyPortalOrderNotCancelled(order) ??
    `We have set prices or charges for order ${order.number}. Write us a message to change it.`
  )
}

/** Why a customer can't ask to send goods of an order back; null where they can. */
export const whyPortalOrderNotReturned = ({ status }: Pick<PortalOrder, 'status'>): string | null =>
  status === 'DELIVERED' ? null : 'Only delivered goods can be returned.'

export const PortalLines = z
  .array(z.strictObject({ productId: Id, quantity: Quantity }))
  .min(1, 'needs at least one line')
  .max(200, 'may have at most 200 lines')

const ordered = {
  /** An address of the customer; the usual one when left out, the main one when null. */
  shipToId: Id.nullish(),
  /** Instead of one of them: another, which the office may add to the customer's addresses. */
  newShipTo: NewShipTo.nullish(),
  lines: PortalLines,
  requestedDate: DateOnly.nullish(),
  reference: optionalText(80),
  notes: optionalText(2000),
}
export const PortalOrderInput = z.strictObject(ordered)
export const NewPortalOrder = z.strictObject({
  ...ordered,
  /** The count of a shelf that it tops up; a count is ordered from once. */
  shelfCountId: Id.nullish(),
})

/** Enough for what was asked, or not; how much there is stays ours. */
export const availabilities = ['in_stock', 'short'] as const

const priced = {
  product,
  unitPrice: Money,
  packSize: z.number().int(),
  minimum: z.number().int().nullable(),
  availability: z.enum(availabilities),
  /** Of what is short: when more should arrive; null where nobody knows. */
  expectedOn: z.string().nullable(),
}
export const CatalogueRow = z.object({
  ...priced,
  /** How often and how much at once it was bought within a year. */
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

/** An order that waits for an owner of the customer. */
export const Requisition = z.object({
  id: Id,
  status: z.enum(['Waiting', 'Approved', 'Declined', 'Withdrawn']),
  by: z.string(),
  isOwn: z.boolean(),
  lines: z.array(z.object({ product, quantity: z.number().int() })),
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

/** Why an order that waits for approval can't be decided on any more, in words for the user; null where it can. */
export const whyRequisitionNotDecided = ({ status }: Pick<Requisition, 'status'>): string | null =>
  status === 'Waiting' ? null : `This order is ${status.toLowerCase()} already.`

/** What came of an order: it was placed, or waits for approval. */
const Placed = z.object({ order: PortalOrder.nullable(), requisition: Requisition.nullable() })
/** `account_updated`: an order that waits for approval concerns the customer's other users. */
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
