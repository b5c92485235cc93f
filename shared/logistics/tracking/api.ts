import { z } from 'zod'
import { byId, optionalText, Timestamp } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { Position } from '#shared/logistics/shipments/position.ts'
import { shipmentStatuses } from '#shared/logistics/shipments/shipment-status.ts'

/** The link's secret part stands in its fragment, so it reaches no log. */
const Token = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'is not a link')
export const trackingDaysAfterDelivery = 7

/** What whoever has the link sees: nothing of other customers. */
export const Tracking = z.object({
  number: z.string(),
  order: z.string(),
  company: z.string(),
  status: z.enum(shipmentStatuses),
  expectedDate: z.string().nullable(),
  eta: Timestamp.nullable(),
  /** Deliveries before this one; null before the route started. */
  stopsBefore: z.number().int().nullable(),
  /** First name. */
  driver: z.string().nullable(),
  /** Only while this is the next stop. */
  position: Position.nullable(),
  deliveredAt: Timestamp.nullable(),
  receivedBy: z.string().nullable(),
  failureReason: z.string().nullable(),
  packages: z.number().int(),
  instruction: z.string().nullable(),
  mayInstruct: z.boolean(),
  expiresAt: Timestamp.nullable(),
})
export type Tracking = z.infer<typeof Tracking>

export const trackingApi = {
  createTrackingLink: route('POST /api/shipments/:id/tracking-link', {
    access: 'shipping.edit',
    summary: 'A link for the customer to follow the delivery; it ends 7 days after it.',
    params: byId,
    emits: [],
    reply: z.object({ url: z.string() }),
    idempotency: 'none',
  }),
  track: route('POST /api/tracking', {
    access: 'public',
    summary: 'Where a delivery is, for whoever has its link.',
    body: z.strictObject({ token: Token }),
    emits: [],
    reply: z.object({ data: Tracking }),
    idempotency: 'none',
  }),
  instruct: route('POST /api/tracking/instruction', {
    access: 'public',
    summary: 'What the driver should know at the door, such as with whom to leave the goods.',
    body: z.strictObject({ token: Token, instruction: optionalText(300) }),
    emits: ['shipping_updated'],
    reply: z.object({ data: Tracking }),
    idempotency: 'none',
  }),
} as const
