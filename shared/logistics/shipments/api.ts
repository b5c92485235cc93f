import { z } from 'zod'
import { byId, DateOnly, Id, optionalText, text } from '#shared/fields.ts'
import type { Emitted } from '#shared/http/event-names.ts'
import { Beside, pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { deliveryFailures, shipmentMethods, shipmentStatuses } from './shipment-status.ts'
import { isSigned, Signature } from '#shared/signature.ts'
import { HandedLines } from './handed-lines.ts'
import { maxPackages, PackageInput } from './packages.ts'
import { Shipment, ShipmentRow } from './shipment.ts'

const nothing = z.strictObject({})
const ofParcel = ['route_updated', 'shipping_updated', 'sales_order_updated'] as const
/** Finishes the stop of a route in progress. */
const ofStop = [...ofParcel, 'tracking_updated'] as const

export const shipmentFilters = {
  status: z.enum(shipmentStatuses).optional(),
  method: z.enum(shipmentMethods).optional(),
  /** Expected days, both included. */
  from: DateOnly.optional(),
  to: DateOnly.optional(),
  account: Id.optional(),
  driver: Id.optional(),
  route: Id.optional(),
  /** `no`: waiting, without a route and a carrier. */
  planned: z.enum(['yes', 'no']).optional(),
  late: z.enum(['yes']).optional(),
  /** Of open orders: the goods are neither with the customer nor back in stock. */
  order: z.enum(['open']).optional(),
  sort: sortBy('createdAt', 'number', 'expectedDate', 'customer', 'failedAt').default('-createdAt'),
} as const

function act<const B extends z.ZodType>(path: string, summary: string, body: B, emits: readonly Emitted[] = ofParcel) {
  return route(`POST /api/shipments/:id/${path}`, {
    access: 'shipping.edit',
    summary,
    params: byId,
    body,
    emits,
    reply: Shipment,
    idempotency: 'required',
  })
}

/** Shipments, for the office; driver/api.ts has the drivers' endpoints. */
export const shipmentsApi = {
  listShipments: route('GET /api/shipments', {
    access: 'shipping.view',
    summary: 'Shipments, newest first.',
    query: z.strictObject({ ...pageQuery, ...shipmentFilters }),
    reply: pageOf(ShipmentRow),
  }),
  countShipments: route('GET /api/shipments/status-counts', {
    access: 'shipping.view',
    summary: 'How many shipments there are in each status.',
    reply: z.object({ data: z.array(z.object({ status: z.enum(shipmentStatuses), count: z.number().int() })) }),
  }),
  getShipment: route('GET /api/shipments/:id', {
    access: 'shipping.view',
    summary: 'One shipment with lots, packages, proofs and what can be done.',
    params: byId,
    reply: Shipment,
  }),
  getNeighbours: route('GET /api/shipments/:id/neighbours', {
    access: 'shipping.view',
    summary: 'The shipments before and after it in a filtered list.',
    params: byId,
    query: z.strictObject(shipmentFilters),
    reply: Beside,
  }),
  putPackages: route('PUT /api/shipments/:id/packages', {
    access: 'shipping.edit',
    summary: 'Says how the goods are packed; the contents may not exceed the lines. Open until the goods leave.',
    params: byId,
    body: z.strictObject({ packages: z.array(PackageInput).max(maxPackages, `may be at most ${maxPackages}`) }),
    emits: ofParcel,
    reply: Shipment,
    ifMatch: true,
  }),
  assignCarrier: act(
    'carrier-assignment',
    'Gives the goods to a carrier.',
    z.strictObject({ carrier: text(120), trackingNumber: optionalText(120) }),
  ),
  removeCarrier: act('carrier-removal', 'Removes the carrier.', nothing),
  dispatchShipment: act('dispatch', 'The carrier has picked the goods up.', nothing),
  pickUpShipment: act(
    'pick-up',
    'The customer has picked the goods up here: who, and the signature or how it is known.',
    z
      .strictObject({ receivedBy: text(160), signature: Signature.nullish(), reason: optionalText(500) })
      .refine(({ signature, reason }) => isSigned(signature) || reason, {
        path: ['signature'],
        message: 'or a reason is required',
      }),
  ),
  deliverShipment: act(
    'delivery',
    'Staff record that the goods arrived: who received them and how that is known.',
    z.strictObject({
      receivedBy: text(160),
      reason: text(500),
      /** The customer already has goods that must not be used: recorded so that a recall finds them. */
      alreadyReceived: z.boolean().optional(),
      /** The result of each line; if undefined, all were fully accepted. Refused or damaged goods open a return. */
      lines: HandedLines.optional(),
    }),
    [...ofStop, 'invoice_updated'],
  ),
  failShipment: act(
    'delivery-failure',
    'Staff record that the delivery failed.',
    z.strictObject({ failureReason: z.enum(deliveryFailures), note: optionalText(1000) }),
    ofStop,
  ),
  replanShipment: act('replanning', 'Makes the goods ready for another attempt.', nothing),
  checkInShipment: act(
    'check-in',
    'The goods of a failed delivery are back: opens the return that brings them into stock.',
    z.strictObject({ note: optionalText(500) }),
    [...ofParcel, 'invoice_updated'],
  ),
} as const
