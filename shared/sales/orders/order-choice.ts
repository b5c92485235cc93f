import { z } from 'zod'
import { DateOnly, Id } from '#shared/fields.ts'
import { pageQuery, sortBy } from '#shared/http/paging.ts'
import { orderStatuses } from './order-transitions.ts'

/** Derived states that are shown beside the status. */
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

/** Filters and sort order of orders: for a page, the next one, a column of the board. */
export const orderChoice = {
  q: pageQuery.q,
  status: z.enum(orderStatuses).optional(),
  account: Id.optional(),
  badge: z.enum(orderBadges).optional(),
  /** Only orders that count as sales: confirmed and not cancelled or returned. */
  sale: z.enum(['true']).optional(),
  /** With a line of that product, or of a product in that category. */
  item: Id.optional(),
  category: Id.optional(),
  /** Ordered on or after `from`, and on or before `to`. */
  from: DateOnly.optional(),
  to: DateOnly.optional(),
  sort: sortBy('createdAt', 'orderDate', 'number', 'customer', 'total', 'requestedDate').default('-createdAt'),
} as const
