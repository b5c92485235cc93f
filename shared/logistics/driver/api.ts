import { z } from 'zod'
import { byId, DateOnly, Id, Timestamp, Moment } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { RouteRow, RouteStop } from '#shared/logistics/routes/route.ts'
import { Package, ShipmentLine } from '#shared/logistics/shipments/shipment.ts'
import { shipmentStatuses } from '#shared/logistics/shipments/shipment-status.ts'
import { proofPhotos, proofSignatures } from '#shared/logistics/shipments/proof-policy.ts'
import { Money } from '#shared/money.ts'
import { DriverEvent, eventOutcomes, maxEvents, Sha256 } from './events.ts'

/** A line of the invoice that is paid on delivery; the total includes tax. */
const InvoicedLine = z.object({
  id: Id,
  quantity: z.number().int(),
  tax: Money,
  total: Money,
  /** Pieces that credit notes have credited. */
  credited: z.number().int(),
})
export type InvoicedLine = z.infer<typeof InvoicedLine>

/** A stop with everything that the delivery needs, available offline. */
export const DriverStop = RouteStop.extend({
  phone: z.string().nullable(),
  contacts: z.array(z.object({ name: z.string(), phone: z.string().nullable(), position: z.string().nullable() })),
  deliveryNote: z.string().nullable(),
  /** The customer's instructions from the tracking page. */
  instruction: z.string().nullable(),
  lines: z.array(
    ShipmentLine.extend({
      /** The codes that the scanner accepts for it. */
      barcodes: z.array(z.string()),
      /** Why it must not be handed over; null if it may. */
      doNotHandOver: z.string().nullable(),
      /** Its invoice line, from which the phone computes what is due if less is delivered; null unless cash is due. */
      invoiced: InvoicedLine.nullable(),
    }),
  ),
  shipmentPackages: z.array(Package),
  /** To be paid on delivery; null if nothing is. */
  cashDue: Money.nullable(),
})
export type DriverStop = z.infer<typeof DriverStop>

export const DriverRoute = RouteRow.extend({
  startPlace: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  notes: z.string().nullable(),
  driverStops: z.array(DriverStop),
  loadCheckedAt: Timestamp.nullable(),
  /** The company's; the phone's may differ. */
  timeZone: z.string(),
  currency: z.string(),
  /** The required proof of delivery. */
  proof: z.object({ signature: z.enum(proofSignatures), photo: z.enum(proofPhotos), scan: z.boolean() }),
  version: z.number().int(),
})
export type DriverRoute = z.infer<typeof DriverRoute>

export const EventResult = z.object({
  eventId: Id,
  outcome: z.enum(eventOutcomes),
  code: z.string().optional(),
  reason: z.string().optional(),
  /** The current state of the stop. */
  stop: z.object({ id: Id, status: z.enum(shipmentStatuses), sequence: z.number().int().nullable() }).optional(),
})
export type EventResult = z.infer<typeof EventResult>

export const partBytes = 256 * 1024
export const maxFileBytes = 8 * 1024 * 1024

/** The driver's phone: gives access to the driver's own routes only. */
export const driverApi = {
  listDriverRoutes: route('GET /api/driver/routes', {
    access: 'staff',
    summary: 'The driver’s routes of these days, with all that a day offline needs.',
    query: z.strictObject({ from: DateOnly.optional(), to: DateOnly.optional() }),
    reply: z.object({ data: z.array(DriverRoute) }),
  }),
  getDriverRoute: route('GET /api/driver/routes/:id', {
    access: 'staff',
    summary: 'One of the driver’s routes.',
    params: byId,
    reply: z.object({ data: DriverRoute }),
  }),
  sendEvents: route('POST /api/driver/events', {
    access: 'staff',
    summary:
      'What happened on the road, oldest first; each is answered alone and has one effect, however often it is sent.',
    body: z.strictObject({ deviceId: Id, events: z.array(DriverEvent).min(1).max(maxEvents) }),
    emits: [
      'route_updated',
      'shipping_updated',
      'sales_order_updated',
      'tracking_updated',
      'inventory_updated',
      'inventory_transaction',
      'invoice_updated',
      'account_updated',
    ],
    reply: z.object({ results: z.array(EventResult) }),
    idempotency: 'none',
  }),
  putFile: route('PUT /api/driver/files/:sha256', {
    access: 'staff',
    summary: 'One part of a photo or signature; `offset` is where it starts. The whole is checked by its hash.',
    params: z.strictObject({ sha256: Sha256 }),
    query: z.strictObject({
      offset: z.coerce.number().int().min(0).max(maxFileBytes),
      /** The size of the whole file in bytes. */
      size: z.coerce.number().int().min(1).max(maxFileBytes),
    }),
    emits: [],
    /** `received`: the offset to continue from. */
    reply: z.object({ received: z.number().int(), isComplete: z.boolean() }),
    upload: { maxBytes: partBytes, types: ['application/octet-stream'] },
  }),
  getFileState: route('GET /api/driver/files/:sha256', {
    access: 'staff',
    summary: 'How much of an own file has arrived.',
    params: z.strictObject({ sha256: Sha256 }),
    reply: z.object({ received: z.number().int(), isComplete: z.boolean() }),
  }),
  sendPositions: route('POST /api/driver/positions', {
    access: 'staff',
    summary: 'Where the driver is, while the own route is under way; kept for 30 days.',
    body: z.strictObject({
      routeId: Id,
      positions: z
        .array(
          z.strictObject({
            at: Moment({ offset: true }),
            latitude: z.number().min(-90).max(90),
            longitude: z.number().min(-180).max(180),
            accuracy: z.number().min(0).max(1_000_000).nullish(),
          }),
        )
        .min(1)
        .max(500),
    }),
    emits: ['tracking_updated'],
    reply: null,
    idempotency: 'none',
  }),
  getProofFile: route('GET /api/proof-files/:sha256', {
    access: ['shipping.view', 'routes.view', 'invoices.view'],
    summary: 'A signature or photo of a delivery.',
    params: z.strictObject({ sha256: Sha256 }),
    reply: null,
    download: 'image/webp',
  }),
} as const
