import { z } from 'zod'
import { Timestamp } from '#shared/fields.ts'

/** An edited part of an order, before and after; null is nothing. */
export const OrderChange = z.object({
  field: z.enum(['customer', 'shipTo', 'billTo', 'requestedDate', 'reference', 'notes', 'total', 'quantity', 'price']),
  /** For a line: its product. */
  item: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
})
export type OrderChange = z.infer<typeof OrderChange>

/** Events of an order besides its transitions; in the audit log they are `order.<name>`. */
export const orderEvents = [
  'updated',
  'shipToChanged',
  'newAddressAdded',
  'newAddressDismissed',
  'confirmationSent',
  'held',
  'holdReleased',
  'lotsChosen',
  'lotsExchanged',
  'toppedUp',
  'lostStock',
  'stopped',
] as const
export type OrderEventName = (typeof orderEvents)[number]

/** An entry in the history of an order: a transition, or an event without one. */
export const TimelineEntry = z.object({
  at: Timestamp,
  actor: z.string().nullable(),
  /** The name of the transition or event. */
  move: z.string(),
  from: z.string().nullable(),
  /** Null without a transition. */
  to: z.string().nullable(),
  reason: z.string().nullable(),
  changes: z.array(OrderChange),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>
