import { z } from 'zod'
import { Timestamp } from '#shared/fields.ts'

/** A part of an order that was edited, from what to what; null is nothing. */
export const OrderChange = z.object({
  field: z.enum(['customer', 'shipTo', 'billTo', 'requestedDate', 'reference', 'notes', 'total', 'quantity', 'price']),
  /** Of a line: its product. */
  item: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
})
export type OrderChange = z.infer<typeof OrderChange>

/** What is told of an order beside its moves; the audit log calls it `order.<name>`. */
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

/** One thing that happened to an order: a move from status to status, or something that moved nothing. */
export const TimelineEntry = z.object({
  at: Timestamp,
  actor: z.string().nullable(),
  /** The name of the move or of the act. */
  move: z.string(),
  from: z.string().nullable(),
  /** Null where it moved nothing. */
  to: z.string().nullable(),
  reason: z.string().nullable(),
  changes: z.array(OrderChange),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>
