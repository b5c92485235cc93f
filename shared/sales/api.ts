import { z } from 'zod'
import { byId, DateOnly, Id, optionalText, text, Timestamp, Version } from '#shared/fields.ts'
import { pageOf, pageQuery } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { lotStatuses } from '#shared/inventory/lot-status.ts'
import { priceTiers } from '#shared/inventory/price-tiers.ts'
import { paymentStatuses } from '#shared/invoicing/payment-status.ts'
import { deliveryFailures, shipmentMethods, shipmentStatuses } from '#shared/logistics/shipment-status.ts'
import { Money, PriceInput } from '#shared/money.ts'
import { DiscountInput, DiscountShown, TaxShown } from '#shared/money-lines.ts'
import { Quantity, QuantityOrNone } from '#shared/quantity.ts'
import { orderBadges, orderChoice } from './order-choice.ts'
import { orderMoves, orderStatuses, type OrderMove } from './order-moves.ts'
import { TimelineEntry } from './order-timeline.ts'

const named = z.object({ id: Id, name: z.string() })

export const OrderRow = z.object({
  id: Id,
  number: z.string(),
  account: named,
  status: z.enum(orderStatuses),
  orderDate: z.string(),
  requestedDate: z.string().nullable(),
  deliveredDate: z.string().nullable(),
  lines: z.number().int(),
  total: Money,
  paymentStatus: z.enum(paymentStatuses).nullable(),
  reference: z.string().nullable(),
  createdAt: Timestamp,
  /** What is derived from it and told beside the status. */
  badges: z.array(z.enum(orderBadges)),
})
export type OrderRow = z.infer<typeof OrderRow>

/** Where the pieces of a line are taken from, or were taken from. */
const Allocation = z.object({
  location: named,
  lotId: Id,
  lotNumber: z.string(),
  lotStatus: z.enum(lotStatuses),
  expiryDate: z.string().nullable(),
  quantity: z.number().int(),
  state: z.enum(['open', 'consumed']),
  /** Why this lot was taken, where another expires first. */
  lotReason: z.string().nullable(),
})

/** What a line comes to: its share of the order's discount, and its tax, which `net` is without. */
const amounts = { discount: Money, tax: TaxShown, net: Money, taxed: Money }

const OrderLine = z.object({
  id: Id,
  product: named.extend({ sku: z.string(), kind: z.enum(['product', 'kit']) }),
  quantity: z.number().int(),
  priceTier: z.enum(priceTiers).nullable(),
  unitPrice: Money,
  /** Quantity × unit price, before the discount of the whole order. */
  total: Money,
  ...amounts,
  /** What could be promised now, over all places and without what this order holds. */
  available: z.number().int(),
  allocations: z.array(Allocation),
})

/** A service that is sold with the goods, or what delivering them costs: never in stock, never picked. */
const OrderCharge = z.object({
  id: Id,
  kind: z.enum(['service', 'fee']),
  serviceTypeId: Id.nullable(),
  name: z.string(),
  unit: z.string().nullable(),
  quantity: z.number().int(),
  unitPrice: Money,
  /** Typed instead of the list price. */
  ownPrice: z.boolean(),
  total: Money,
  ...amounts,
})

export const OpenMove = z.object({
  move: z.enum(Object.keys(orderMoves) as [OrderMove, ...OrderMove[]]),
  to: z.enum(orderStatuses),
  open: z.boolean(),
  /** Why it is not open; null where it is. */
  reason: z.string().nullable(),
})
export type OpenMove = z.infer<typeof OpenMove>

/** The other part of an order that ships in parts. */
const OtherOrder = z.object({ id: Id, number: z.string(), status: z.enum(orderStatuses) })

const Shipment = z.object({
  id: Id,
  number: z.string(),
  status: z.enum(shipmentStatuses),
  method: z.enum(shipmentMethods).nullable(),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  attempt: z.number().int(),
  dispatchedAt: Timestamp.nullable(),
  deliveredAt: Timestamp.nullable(),
  receivedBy: z.string().nullable(),
  failureReason: z.enum(deliveryFailures).nullable(),
  note: z.string().nullable(),
})

export const Order = OrderRow.extend({
  account: named.extend({ priceTier: z.enum(priceTiers), taxExempt: z.boolean() }),
  orderLines: z.array(OrderLine),
  charges: z.array(OrderCharge),
  /** What all lines come to before discount and tax on top. */
  subtotal: Money,
  discount: DiscountShown.extend({ amount: Money }).nullable(),
  /** All tax, in the prices or on top of them. */
  tax: Money,
  notes: z.string().nullable(),
  cancelReason: z.string().nullable(),
  /** The invoice that stands; null for those who may not see invoices. */
  invoice: z
    .object({
      id: Id,
      number: z.string(),
      total: Money,
      paid: Money,
      due: Money,
      paymentStatus: z.enum(paymentStatuses),
      dueDate: z.string(),
    })
    .nullable(),
  shipments: z.array(Shipment),
  /** Of which order it is the rest, and what is the rest of it. */
  parent: OtherOrder.nullable(),
  children: z.array(OtherOrder),
  /** Why nobody may pick it or make it ready, who said so and when. */
  hold: z.object({ reason: z.string(), by: z.string().nullable(), at: Timestamp }).nullable(),
  timeline: z.array(TimelineEntry),
  transitions: z.array(OpenMove),
  version: Version,
})
export type Order = z.infer<typeof Order>

/** Of a rate in the settings; the company's default when left out. A tax-exempt customer owes none whatever it says. */
const taxName = text(40).optional()

export const OrderInput = z.strictObject({
  accountId: Id,
  requestedDate: DateOnly.nullish(),
  reference: optionalText(80),
  notes: optionalText(4000),
  lines: z
    .array(
      z.strictObject({
        productId: Id,
        quantity: Quantity,
        /** The customer's tier when left out. */
        priceTier: z.enum(priceTiers).optional(),
        /** Only who may edit prices (inventory.edit) sends it; otherwise the tier decides. */
        unitPrice: PriceInput.optional(),
        tax: taxName,
      }),
    )
    .min(1, 'needs at least one line')
    .max(500, 'may have at most 500 lines'),
  /** Services by their list price, unless who may edit prices types another; fees by name and price. */
  charges: z
    .array(
      z
        .strictObject({
          serviceTypeId: Id.nullish(),
          name: optionalText(120),
          quantity: Quantity.default(1),
          unitPrice: PriceInput.optional(),
          tax: taxName,
        })
        .superRefine((charge, context) => {
          if (charge.serviceTypeId) return
          if (!charge.name) context.addIssue({ code: 'custom', path: ['name'], message: 'is required' })
          if (charge.unitPrice === undefined)
            context.addIssue({ code: 'custom', path: ['unitPrice'], message: 'is required' })
        }),
    )
    .max(50, 'may have at most 50 services and fees')
    .default([]),
  /** Off goods and services, not off fees; only who may edit prices gives one. */
  discount: DiscountInput.nullish(),
})

/** How many pieces of a line were picked, where that is not all of them. */
export const PickedInput = z.array(z.strictObject({ lineId: Id, quantity: QuantityOrNone })).max(500)

const reason = z.strictObject({ reason: text(500) })
const nothing = z.strictObject({})
/** Why the customer may owe more than their limit; only who edits invoices may say so. */
const overLimit = z.strictObject({ overLimitReason: optionalText(500).optional() })

function move<const B extends z.ZodType>(
  path: string,
  access: 'salesOrders.edit' | 'shipping.edit',
  summary: string,
  body: B,
) {
  return route(`POST /api/sales-orders/:id/${path}`, {
    access,
    summary,
    params: byId,
    body,
    reply: Order,
    idempotency: 'required',
  })
}

/** Sales orders, from draft to delivered. */
export const salesApi = {
  listOrders: route('GET /api/sales-orders', {
    access: 'salesOrders.view',
    summary: 'Sales orders, newest first.',
    query: z.strictObject({
      ...pageQuery,
      ...orderChoice,
    }),
    reply: pageOf(OrderRow),
  }),
  countOrders: route('GET /api/sales-orders/status-counts', {
    access: 'salesOrders.view',
    summary: 'How many orders stand in each status.',
    reply: z.object({ data: z.array(z.object({ status: z.enum(orderStatuses), count: z.number().int() })) }),
  }),
  getOrder: route('GET /api/sales-orders/:id', {
    access: 'salesOrders.view',
    summary: 'One order with lines, invoice, shipping records, timeline and the moves that are open.',
    params: byId,
    reply: Order,
  }),
  listTransitions: route('GET /api/sales-orders/:id/transitions', {
    access: 'salesOrders.view',
    summary: 'Each move, with the reason why it is not open.',
    params: byId,
    reply: z.object({ data: z.array(OpenMove) }),
  }),
  createOrder: route('POST /api/sales-orders', {
    access: 'salesOrders.edit',
    summary: 'Writes a PENDING order; nothing is promised yet.',
    body: OrderInput,
    reply: Order,
    status: 201,
  }),
  updateOrder: route('PUT /api/sales-orders/:id', {
    access: 'salesOrders.edit',
    summary: 'Changes a PENDING order.',
    params: byId,
    body: OrderInput,
    reply: Order,
    ifMatch: true,
  }),
  deleteOrder: route('DELETE /api/sales-orders/:id', {
    access: 'salesOrders.delete',
    summary: 'Takes an order back: stock is released or returned, its invoice and shipping record are soft-deleted.',
    params: byId,
    reply: null,
  }),
  confirm: move('confirmation', 'salesOrders.edit', 'Promises the goods and issues the invoice.', overLimit),
  backOrder: move('back-order', 'salesOrders.edit', 'Promises what there is and waits for the rest.', overLimit),
  unconfirm: move('unconfirmation', 'salesOrders.edit', 'Releases the goods and voids the invoice.', reason),
  startPicking: move('picking', 'salesOrders.edit', 'Allocates lots, first expiring first: the pick list.', nothing),
  stopPicking: move('picking-stop', 'salesOrders.edit', 'Puts the pick list back.', nothing),
  ready: move(
    'readiness',
    'salesOrders.edit',
    'Takes the goods out of stock and makes the shipping record. Of a line that is named only so many pieces were picked; the rest becomes a back-order.',
    z.strictObject({ picked: PickedInput.optional() }),
  ),
  reverse: move('reversal', 'salesOrders.edit', 'Puts the goods back into the same lots.', reason),
  assign: move(
    'assignment',
    'shipping.edit',
    'Gives the goods to a carrier, an own driver without a route, or the customer to pick up.',
    z
      .strictObject({ method: z.enum(shipmentMethods), carrier: optionalText(120), trackingNumber: optionalText(120) })
      .refine((value) => value.method !== 'carrier' || value.carrier, { path: ['carrier'], message: 'is required' }),
  ),
  unassign: move('unassignment', 'shipping.edit', 'Takes the goods off the carrier again.', nothing),
  handOver: move('hand-over', 'shipping.edit', 'The goods leave the house.', nothing),
  setOff: move('transit', 'shipping.edit', 'Staff record that the carrier has the goods on the road.', nothing),
  approach: move('last-mile', 'shipping.edit', 'Staff record that the goods are out for delivery.', nothing),
  postpone: move(
    'postponement',
    'shipping.edit',
    'Staff record that the carrier comes another time: the goods are on the road again.',
    nothing,
  ),
  deliver: move(
    'delivery',
    'shipping.edit',
    'Staff record that the goods arrived: who received them and how that is known.',
    z.strictObject({ receivedBy: text(160), reason: text(500) }),
  ),
  failDelivery: move(
    'delivery-failure',
    'shipping.edit',
    'Staff record that the delivery failed.',
    z.strictObject({ failureReason: z.enum(deliveryFailures), note: optionalText(1000) }),
  ),
  replan: move('replanning', 'shipping.edit', 'Makes the goods ready for another attempt.', nothing),
  cancel: move('cancellation', 'salesOrders.edit', 'Cancels the order and releases what it holds.', reason),
  reopen: move('reopening', 'salesOrders.edit', 'Makes a cancelled order pending again.', nothing),
} as const
