import { z } from 'zod'
import { byId, DateOnly, optionalText, Timestamp } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { Position } from '#shared/logistics/shipments/position.ts'
import { Signature } from '#shared/signature.ts'
import { shipmentStatuses } from '#shared/logistics/shipments/shipment-status.ts'

/** The secret is in the link's fragment, so it never gets into a log. */
const Token = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'is not a link')
export const trackingDaysAfterDelivery = 7

/** How many days ahead the customer may choose a new day. */
export const maxDaysAhead = 30

const TrackedProof = z.object({
  receivedBy: z.string(),
  signedAt: Timestamp,
  /** SHA-256 of the signature's picture; null for a typed name. */
  signature: z.string().nullable(),
  /** Drawn at a pick-up. */
  strokes: Signature.nullable(),
  typedName: z.string().nullable(),
  hash: z.string(),
  lines: z
    .array(
      z.object({
        product: z.string(),
        lot: z.string().nullable(),
        quantity: z.number().int(),
        delivered: z.number().int(),
        refused: z.number().int(),
        damaged: z.number().int(),
      }),
    )
    .nullable(),
})

/** The tracking page of a link: no data of other customers. */
export const Tracking = z.object({
  number: z.string(),
  order: z.string(),
  company: z.string(),
  status: z.enum(shipmentStatuses),
  expectedDate: z.string().nullable(),
  eta: Timestamp.nullable(),
  /** Stops before this one; null before the route has started. */
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
  /** True after a failed delivery: the customer may choose another day. */
  mayReschedule: z.boolean(),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  /** The company's. */
  timeZone: z.string(),
  window: z.object({ from: Timestamp, to: Timestamp }).nullable(),
  /** The coordinates of the delivery address; only while it is the next stop. */
  place: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  proof: TrackedProof.nullable(),
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
  chooseDay: route('POST /api/tracking/day', {
    access: 'public',
    summary: 'Another day for a delivery that failed.',
    body: z.strictObject({ token: Token, date: DateOnly }),
    emits: ['shipping_updated'],
    reply: z.object({ data: Tracking }),
    idempotency: 'none',
  }),
  trackedSignature: route('POST /api/tracking/signature', {
    access: 'public',
    summary: 'The picture of the signature that the delivery was received with.',
    body: z.strictObject({ token: Token }),
    emits: [],
    reply: null,
    download: 'image/webp',
    idempotency: 'none',
  }),
} as const
