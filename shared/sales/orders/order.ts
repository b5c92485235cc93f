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

/* A sales order as it is shown, with all that hangs on it. */

const named = z.object({ id: Id, name: z.string() })

export const OrderRow = z.object({
  id: Id,
  number: z.string(),
  account: named,
  status: z.enum(orderStatuses),
  orderDate: z.string(),
  requestedDate: z.string().nullable(),
  deliveredDate: z.string().nullable(),
  /** Where the goods go, as chosen; from the confirmation on as written down then. */
  shipTo: PostalAddress,
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
  /** What could be promised now, over all places and without what this order holds. */
  available: z.number().int(),
  allocations: z.array(Allocation),
})

/** A service that is sold with the goods, or what delivering them costs: never in stock, never picked. */
export const chargeFields = {
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
  ...lineAmounts,
}

export const AvailableTransition = z.object({
  move: z.enum(Object.keys(orderTransitions) as [OrderTransition, ...OrderTransition[]]),
  to: z.enum(orderStatuses),
  open: z.boolean(),
  /** Why it is not open; null where it is. */
  reason: z.string().nullable(),
})
export type AvailableTransition = z.infer<typeof AvailableTransition>

/** Goods in the parcel of an order that must not be used: their lot was blocked, or has expired. */
export const StoppedGoods = z.object({
  product: z.string(),
  lotId: Id,
  lotNumber: z.string(),
  /** AVAILABLE where it has expired. */
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
  /** What is in the parcel, by lot. */
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
  /** What all lines come to before discount and tax on top. */
  subtotal: Money,
  discount: DiscountShown.extend({ amount: Money }).nullable(),
  /** All tax, in the prices or on top of them. */
  tax: Money,
  notes: z.string().nullable(),
  /** Null where a return of it can be created. */
  whyNotReturned: z.string().nullable(),
  cancelReason: z.string().nullable(),
  /** The invoice that stands; null for those who may not see invoices. */
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
  /** Of which order it is the rest, and what is the rest of it. */
  parent: OtherOrder.nullable(),
  children: z.array(OtherOrder),
  /** Why nobody may pick it or make it ready, who said so and when. */
  hold: z.object({ reason: z.string(), by: z.string().nullable(), at: Timestamp }).nullable(),
  /** Why its parcel goes no further; empty where it may. */
  stopped: z.array(StoppedGoods),
  /** Numbers of its returns that were neither rejected nor cancelled. */
  returns: z.array(z.string()),
  /** When and to whom the order confirmation was last mailed; `kept` did not leave, because no mail server is set up. */
  confirmation: z.object({ to: z.string(), at: Timestamp, mailState: z.enum(mailStates).nullable() }).nullable(),
  timeline: z.array(TimelineEntry),
  transitions: z.array(AvailableTransition),
  version: Version,
})
export type Order = z.infer<typeof Order>
