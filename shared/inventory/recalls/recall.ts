import { z } from 'zod'
import { mailStates } from '#shared/delivery/api.ts'
import { Id, Timestamp, Version } from '#shared/fields.ts'
import { orderStatuses } from '#shared/sales/orders/order-transitions.ts'
import { lotStatuses } from '#shared/inventory/stock/lot-status.ts'
import { LotEffect } from '#shared/inventory/lots/api.ts'

/* A recall as it is shown: what was found where, who was told, what came back. */

const count = z.number().int()
const named = z.object({ id: Id, name: z.string() })

export const recallStatuses = ['OPEN', 'CLOSED', 'WITHDRAWN'] as const
export const recallStatusNames: Record<(typeof recallStatuses)[number], string> = {
  OPEN: 'Open',
  CLOSED: 'Closed',
  WITHDRAWN: 'Withdrawn',
}
/**
 * Where a piece is: on hand, promised (and on hand), on its way between two of our places, in a parcel in the house, on its way
 * to the customer, back and not inspected yet, with the customer. A piece is in one of them, those promised apart.
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
  /** Sent back and arrived, not inspected yet. */
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
  /** Pieces that ever arrived or were made: the sum of what is found, but for `order`, and of `elsewhere`. */
  received: count,
  found: Totals,
  /** Written off, used up, or sent back to the supplier. */
  elsewhere: z.number().int(),
  onHandNow: count,
  cameBack: count,
})

/** A product kept without lots that may hold recalled goods: its pieces can't be told apart. */
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
      /** What went to them, and on its way to them. */
      quantity: count,
      cameBack: count,
      /** What they still have, or are about to get. */
      outstanding: count,
      /** Stock of ours that is at their location. */
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
      /** Of the mail, where it was told by one: it tells nobody before it is sent. */
      mailState: z.enum(mailStates).nullable(),
    })
    .nullable(),
  /** Their own answer in the customer portal: who says so, and how many pieces they count. */
  acknowledged: z.object({ name: z.string(), held: count, note: z.string().nullable(), at: Timestamp }).nullable(),
})
export type RecallCustomer = z.infer<typeof RecallCustomer>

/** Whether a customer knows of a recall: by their own answer, by a mail that was sent, or told in another way. */
export const isNotified = ({ told, acknowledged }: Pick<RecallCustomer, 'told' | 'acknowledged'>) =>
  acknowledged !== null || (told !== null && (told.mailState === null || told.mailState === 'sent'))

/** Whether "Email all" writes to them: told of nothing yet, or by a mail that did not leave; one that waits will leave. */
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
  /** On the way between two places: blocked all the same, and arrives blocked. */
  moving: z.array(
    z.object({
      lotId: Id,
      transfer: z.object({ id: Id, number: z.string() }),
      from: named,
      to: named,
      quantity: count,
    }),
  ),
  /** At most 500, promises and parcels before what was delivered. */
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
  /** What blocking the lots did to the orders that held them. */
  effect: LotEffect.nullable(),
  ...found,
  /** What has to be done before it can be closed, in sentences. */
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
