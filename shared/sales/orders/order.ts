import { z } from 'zod'
import { mailStates } from '#shared/delivery/api.ts'
import { PostalAddress } from '#shared/crm/partners/postal-address.ts'
import { Id, Timestamp, Version } from '#shared/fields.ts'
import { lotStatuses } from '#shared/inventory/stock/lot-status.ts'
import { priceTiers } from '#shared/inventory/stock/price-tiers.ts'
import { paymentStatuses } from '#shared/invoicing/payment-status.ts'
import { deliveryFailures, shipmentMethods, shipmentStatuses } from '#shared/logistics/shipments/shipment-status.ts'
import { Money } from '#shared/money.ts'
import { DiscountShown, TaxShown } from '#shared/money-lines.ts'
import { orderBadges } from './order-choice.ts'
import { orderTransitions, orderStatuses, type OrderTransition } from './order-transitions.ts'
import { TimelineEntry } from './order-timeline.ts'

/* A sales order with all its dependent data. */

const named = z.object({ id: Id, name: z.string() })

export const OrderRow = z.object({
  id: Id,
  number: z.string(),
  account: named,
  status: z.enum(orderStatuses),
  orderDate: z.string(),
  requestedDate: z.string().nullable(),
  deliveredDate: z.string().nullable(),
  /** The current shipping address; from the confirmation on, the stored copy. */
  shipTo: PostalAddress,
  lines: z.number().int(),
  total: Money,
  paymentStatus: z.enum(paymentStatuses).nullable(),
  reference: z.string().nullable(),
  createdAt: Timestamp,
  /** Derived states that are shown beside the status. */
  badges: z.array(z.enum(orderBadges)),
})
export type OrderRow = z.infer<typeof OrderRow>

/** The location and lot of reserved or shipped pieces of a line. */
const Allocation = z.object({
  location: named,
  lotId: Id,
  lotNumber: z.string(),
  lotStatus: z.enum(lotStatuses),
  expiryDate: z.string().nullable(),
  quantity: z.number().int(),
  state: z.enum(['open', 'consumed']),
  /** Why this lot was chosen although another expires first. */
  lotReason: z.string().nullable(),
})

/** Amounts of a line: its share of the order's discount, its tax, and `net` without tax. */
export const lineAmounts = { discount: Money, tax: TaxShown, net: Money, taxed: Money }

const OrderLine = z.object({
  id: Id,
  product: named.extend({ sku: z.string(), kind: z.enum(['product', 'kit']) }),
  quantity: z.number().int(),
  priceTier: z.enum(priceTiers).nullable(),
  unitPrice: Money,
  /** Quantity × unit price, before the discount of the whole order. */
  total: Money,
  ...lineAmounts,
  /** Could be reserved now, at all locations, not counting this order's reservations. */
  available: z.number().int(),
  allocations: z.array(Allocation),
})

/** A service sold with the goods, or a fee: never in stock, never picked. */
export const chargeFields = {
  id: Id,
  kind: z.enum(['service', 'fee']),
  serviceTypeId: Id.nullable(),
  name: z.string(),
  unit: z.string().nullable(),
  quantity: z.number().int(),
  unitPrice: Money,
  /** True if it was entered instead of the list price. */
  ownPrice: z.boolean(),
  total: Money,
  ...lineAmounts,
}

export const AvailableTransition = z.object({
  move: z.enum(Object.keys(orderTransitions) as [OrderTransition, ...OrderTransition[]]),
  to: z.enum(orderStatuses),
  open: z.boolean(),
  /** Why it is not possible; null if it is. */
  reason: z.string().nullable(),
})
export type AvailableTransition = z.infer<typeof AvailableTransition>

/** Goods in an order's parcel that must not be used: their lot is blocked or has expired. */
export const StoppedGoods = z.object({
  product: z.string(),
  lotId: Id,
  lotNumber: z.string(),
  /** AVAILABLE for an expired lot. */
  status: z.enum(lotStatuses),
  expiryDate: z.string().nullable(),
  quantity: z.number().int(),
})
export type StoppedGoods = z.infer<typeof StoppedGoods>

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
  /** The contents of the parcel, by lot. */
  parcel: z.array(
    z.object({
      id: Id,
      product: z.object({ name: z.string() }),
      lot: z.object({ number: z.string(), isNone: z.boolean() }),
      quantity: z.number().int(),
    }),
  ),
})

export const Order = OrderRow.extend({
  account: named.extend({ priceTier: z.enum(priceTiers), taxExempt: z.boolean() }),
  billTo: PostalAddress,
  /** The customer entered the delivery address with the order; 'open' until the office adds or dismisses it. */
  newShipTo: z.enum(['open', 'dismissed']).nullable(),
  orderLines: z.array(OrderLine),
  charges: z.array(z.object(chargeFields)),
  /** The sum of all lines before discount and tax on top. */
  subtotal: Money,
  discount: DiscountShown.extend({ amount: Money }).nullable(),
  /** All tax, included in prices or added. */
  tax: Money,
  notes: z.string().nullable(),
  /** Null if a return can be created for it. */
  whyNotReturned: z.string().nullable(),
  cancelReason: z.string().nullable(),
  /** The valid invoice; null for users who may not see invoices. */
  invoice: z
    .object({
      id: Id,
      number: z.string(),
      total: Money,
      paid: Money,
      creditUsed: Money,
      due: Money,
      paymentStatus: z.enum(paymentStatuses),
      dueDate: z.string(),
    })
    .nullable(),
  shipments: z.array(Shipment),
  /** The order that this is the remainder of, and the remainders of this one. */
  parent: OtherOrder.nullable(),
  children: z.array(OtherOrder),
  /** Why it must not be picked or made ready, and who set the hold when. */
  hold: z.object({ reason: z.string(), by: z.string().nullable(), at: Timestamp }).nullable(),
  /** Why its parcel must not go on; empty if it may. */
  stopped: z.array(StoppedGoods),
  /** Numbers of its returns that were neither rejected nor cancelled. */
  returns: z.array(z.string()),
  /** The last mail of the order confirmation: time, recipient and state; `kept`: not sent, as no mail server is set up. */
  confirmation: z.object({ to: z.string(), at: Timestamp, mailState: z.enum(mailStates).nullable() }).nullable(),
  timeline: z.array(TimelineEntry),
  transitions: z.array(AvailableTransition),
  version: Version,
})
export type Order = z.infer<typeof Order>
