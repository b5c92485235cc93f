import { z } from 'zod'
import { DateOnly, Id } from '#shared/fields.ts'
import { pageQuery, sortBy } from '#shared/http/paging.ts'
import { orderStatuses } from './order-transitions.ts'

/** What is derived from an order and told beside its status. */
export const orderBadges = [
  'stopped',
  'onHold',
  'late',
  'partlyShipped',
  'partlyReturned',
  'fromPortal',
  'newMessage',
] as const
export type OrderBadge = (typeof orderBadges)[number]
export const orderBadgeNames: Record<OrderBadge, string> = {
  stopped: 'Shipment stopped',
  onHold: 'On hold',
  late: 'Late',
  partlyShipped: 'Partly shipped',
  partlyReturned: 'Partly returned',
  fromPortal: 'Customer portal',
  newMessage: 'New message',
}

/** What narrows and orders a list of orders: a page of it, the next one, a column of the board. */
export const orderChoice = {
  q: pageQuery.q,
  status: z.enum(orderStatuses).optional(),
  account: Id.optional(),
  badge: z.enum(orderBadges).optional(),
  /** Only what counts as a sale: promised, and not taken back. */
  sale: z.enum(['true']).optional(),
  /** With a line of that product, or of one of that category. */
  item: Id.optional(),
  category: Id.optional(),
  /** Ordered on that day or later, and on that day or before. */
  from: DateOnly.optional(),
  to: DateOnly.optional(),
  sort: sortBy('createdAt', 'orderDate', 'number', 'customer', 'total', 'requestedDate').default('-createdAt'),
} as const
