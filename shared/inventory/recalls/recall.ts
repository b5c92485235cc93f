import { z } from 'zod'
import { mailStates } from '#shared/delivery/api.ts'
import { Id, Timestamp, Version } from '#shared/fields.ts'
import { orderStatuses } from '#shared/sales/orders/order-transitions.ts'
import { lotStatuses } from '#shared/inventory/stock/lot-status.ts'
import { LotEffect } from '#shared/inventory/lots/api.ts'

/* A recall: the pieces by place, notified customers, and returns. */

const count = z.number().int()
const named = z.object({ id: Id, name: z.string() })

export const recallStatuses = ['OPEN', 'CLOSED', 'WITHDRAWN'] as const
export const recallStatusNames: Record<(typeof recallStatuses)[number], string> = {
  OPEN: 'Open',
  CLOSED: 'Closed',
  WITHDRAWN: 'Withdrawn',
}
/**
 * The place of a piece: on hand, reserved (and on hand), in transit between our locations, in a parcel in the house, in transit
 * to the customer, returned and not inspected yet, with the customer. Each piece is in one of them, except that reserved ones
 * are counted twice.
 */
const recallPlaces = ['stock', 'order', 'moving', 'parcel', 'underway', 'returning', 'customer'] as const
export type RecallPlace = (typeof recallPlaces)[number]
export const notificationMethods = ['mail', 'phone', 'visit', 'letter', 'other'] as const

const Totals = z.object({
  stock: count,
  order: count,
  moving: count,
  parcel: count,
  underway: count,
  /** Returned and received, not inspected yet. */
  returning: count,
  customer: count,
})

const RecalledLot = z.object({
  id: Id,
  lotNumber: z.string(),
  product: named.extend({ sku: z.string() }),
  status: z.enum(lotStatuses),
  expiryDate: z.string().nullable(),
  /** Made of a recalled lot. */
  isDerived: z.boolean(),
  /** All pieces ever received or made: the sum of the places except `order`, and of `elsewhere`. */
  received: count,
  found: Totals,
  /** Written off, used up, or returned to the supplier. */
  elsewhere: z.number().int(),
  onHandNow: count,
  cameBack: count,
})

/** A product that isn't lot-tracked and may contain recalled goods: its pieces can't be distinguished. */
const Untraceable = z.object({ product: named.extend({ sku: z.string() }), quantity: count })

const RecalledOrder = z.object({
  id: Id,
  number: z.string(),
  status: z.enum(orderStatuses),
  customer: named.nullable(),
  lotId: Id,
  place: z.enum(recallPlaces),
  quantity: count,
})

const RecallCustomer = named.extend({
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  goods: z.array(
    z.object({
      lotId: Id,
      lotNumber: z.string(),
      product: z.string(),
      /** Delivered to them, and in transit to them. */
      quantity: count,
      cameBack: count,
      /** What they still have, or will get. */
      outstanding: count,
      /** Consignment stock at their location. */
      consigned: count,
      orders: z.array(z.string()),
    }),
  ),
  told: z
    .object({
      how: z.enum(notificationMethods),
      note: z.string().nullable(),
      at: Timestamp,
      by: z.string().nullable(),
      /** The state of the mail, if they were notified by one: it counts only once it is sent. */
      mailState: z.enum(mailStates).nullable(),
    })
    .nullable(),
  /** Their own acknowledgement in the portal: the user's name, and the pieces that they count. */
  acknowledged: z.object({ name: z.string(), held: count, note: z.string().nullable(), at: Timestamp }).nullable(),
})
export type RecallCustomer = z.infer<typeof RecallCustomer>

/** True if a customer was notified of a recall: by their acknowledgement, a sent mail, or in another way. */
export const isNotified = ({ told, acknowledged }: Pick<RecallCustomer, 'told' | 'acknowledged'>) =>
  acknowledged !== null || (told !== null && (told.mailState === null || told.mailState === 'sent'))

/** True if "Email all" includes them: not notified yet, or by a mail that failed; not if one is queued. */
export const isDueByMail = (customer: RecallCustomer, isMailSetUp: boolean) =>
  Boolean(customer.email) &&
  !isNotified(customer) &&
  (customer.told === null ||
    customer.told.mailState === 'failed' ||
    (isMailSetUp && customer.told.mailState === 'kept'))

const found = {
  lots: z.array(RecalledLot),
  untraceable: z.array(Untraceable),
  totals: Totals,
  stock: z.array(z.object({ lotId: Id, location: named, quantity: count })),
  /** In transit between two locations: blocked nevertheless, and blocked on arrival. */
  moving: z.array(
    z.object({
      lotId: Id,
      transfer: z.object({ id: Id, number: z.string() }),
      from: named,
      to: named,
      quantity: count,
    }),
  ),
  /** At most 500, reservations and parcels before deliveries. */
  orders: z.array(RecalledOrder),
  ordersFound: count,
  customers: z.array(RecallCustomer),
}

export const RecallRow = z.object({
  id: Id,
  number: z.string(),
  status: z.enum(recallStatuses),
  reason: z.string(),
  lots: count,
  products: z.array(z.string()),
  customers: count,
  told: count,
  createdAt: Timestamp,
})
export type RecallRow = z.infer<typeof RecallRow>

export const Recall = z.object({
  id: Id,
  number: z.string(),
  status: z.enum(recallStatuses),
  reason: z.string(),
  instruction: z.string(),
  supplier: named.nullable(),
  receivedFrom: z.string().nullable(),
  receivedTo: z.string().nullable(),
  summary: z.string().nullable(),
  /** How long it took to find and block everything. */
  tookMs: count,
  createdBy: z.string().nullable(),
  createdAt: Timestamp,
  endedBy: z.string().nullable(),
  endedAt: Timestamp.nullable(),
  /** The effect of blocking the lots on orders. */
  effect: LotEffect.nullable(),
  ...found,
  /** What has to be done before it can be closed, as sentences. */
  openPoints: z.array(z.string()),
  returns: z.array(
    z.object({
      id: Id,
      at: Timestamp,
      actor: z.string().nullable(),
      customer: named,
      lotNumber: z.string(),
      location: z.string(),
      quantity: count,
      note: z.string().nullable(),
    }),
  ),
  version: Version,
})
export type Recall = z.infer<typeof Recall>

export const Drill = z.object({ ...found, effect: LotEffect, tookMs: count })
export type Drill = z.infer<typeof Drill>
