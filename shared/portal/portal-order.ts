import { z } from 'zod'
import { PostalAddress } from '#shared/crm/partners/postal-address.ts'
import { Id, Timestamp, Version } from '#shared/fields.ts'
import { Money } from '#shared/money.ts'
import { orderStatuses } from '#shared/sales/orders/order-transitions.ts'

/* An order as shown to its customer, and the possible actions. */

export const orderedProduct = z.object({ id: Id, name: z.string(), sku: z.string() })

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
  /** Unread messages of the office. */
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
  /** The arrival time and the number of stops before; null unless in transit. */
  eta: Timestamp.nullable(),
  stopsBefore: z.number().int().nullable(),
  receivedBy: z.string().nullable(),
  /** The receiver signed on the driver's device. */
  isSigned: z.boolean(),
  failureReason: z.string().nullable(),
})

export const PortalOrder = PortalOrderRow.extend({
  shipTo: PostalAddress,
  /** True if the address was entered with the order and is none of the customer's. */
  isNewShipTo: z.boolean(),
  notes: z.string().nullable(),
  placedBy: z.string().nullable(),
  /** True if it was placed in the portal and is not confirmed yet, so it can be cancelled here. */
  canCancel: z.boolean(),
  /** The same, and all of its terms are the portal's: no others were agreed with the office. */
  canChange: z.boolean(),
  orderLines: z.array(
    z.object({
      id: Id,
      product: orderedProduct,
      quantity: z.number().int(),
      unitPrice: Money,
      total: Money,
      /** Shipped goods of the line, by lot. */
      lots: z.array(z.object({ lotNumber: z.string(), expiryDate: z.string().nullable(), quantity: z.number().int() })),
    }),
  ),
  charges: z.array(z.object({ name: z.string(), quantity: z.number().int(), total: Money })),
  discount: Money,
  tax: Money,
  invoice: z.object({ id: Id, number: z.string(), due: Money, dueDate: z.string() }).nullable(),
  deliveries: z.array(Delivery),
  canReturn: z.boolean(),
  /** The statuses, with their times. */
  timeline: z.array(z.object({ status: z.enum(orderStatuses), at: Timestamp })),
  version: Version,
})
export type PortalOrder = z.infer<typeof PortalOrder>

/** Why a customer can't cancel an order here; null if they can. */
export const whyPortalOrderNotCancelled = ({
  number,
  canCancel,
}: Pick<PortalOrder, 'number' | 'canCancel'>): string | null =>
  canCancel ? null : `Order ${number} can’t be changed or cancelled here any more. Write us a message instead.`

/** Why a customer can't change an order here; null if they can. */
export function whyPortalOrderNotChanged(
  order: Pick<PortalOrder, 'number' | 'canCancel' | 'canChange'>,
): string | null {
  if (order.canChange) return null
  return (
    whyPortalOrderNotCancelled(order) ??
    `We have set prices or charges for order ${order.number}. Write us a message to change it.`
  )
}

/** Why a customer can't request a return; null if they can. */
export const whyPortalOrderNotReturned = ({ status }: Pick<PortalOrder, 'status'>): string | null =>
  status === 'DELIVERED' ? null : 'Only delivered goods can be returned.'
