import { z } from 'zod'
import { PhoneRecord } from './phone-record.ts'
import { DeliveryWindows } from '#shared/crm/partners/delivery-windows.ts'
import { Id, Timestamp, Version } from '#shared/fields.ts'
import { lotStatuses } from '#shared/inventory/stock/lot-status.ts'
import { deliveryFailures, shipmentMethods, shipmentStatuses } from './shipment-status.ts'
import { orderStatuses } from '#shared/sales/orders/order-transitions.ts'
import { packageKinds } from './packages.ts'
import { routeStatuses } from './route-status.ts'
import { Signature } from '#shared/signature.ts'
import { shipmentActions, type ShipmentAction } from './shipment-transitions.ts'

/* A shipment with its contents. */

const named = z.object({ id: Id, name: z.string() })
const numbered = z.object({ id: Id, number: z.string() })

export const ShipmentRow = z.object({
  id: Id,
  number: z.string(),
  order: numbered.extend({ status: z.enum(orderStatuses) }),
  account: named,
  address: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  status: z.enum(shipmentStatuses),
  method: z.enum(shipmentMethods).nullable(),
  carrier: z.string().nullable(),
  expectedDate: z.string().nullable(),
  /** The customer's opening hours for goods on the expected day, HH:MM; null for any time. */
  window: z.object({ from: z.string(), to: z.string() }).nullable(),
  /** Its current or last route. */
  route: numbered.extend({ status: z.enum(routeStatuses), driver: named }).nullable(),
  stop: z.object({ id: Id, sequence: z.number().int().nullable(), eta: Timestamp.nullable() }).nullable(),
  packages: z.number().int(),
  /** Kilograms: of the packages if they were weighed, else of the products. */
  weight: z.string(),
  isCold: z.boolean(),
  attempt: z.number().int(),
  /** Still open after the expected day, or with an ETA after the window. */
  isLate: z.boolean(),
  dispatchedAt: Timestamp.nullable(),
  deliveredAt: Timestamp.nullable(),
  /** When the last attempt failed; null after it was rescheduled. */
  failedAt: Timestamp.nullable(),
  createdAt: Timestamp,
})
export type ShipmentRow = z.infer<typeof ShipmentRow>

export const ShipmentLine = z.object({
  id: Id,
  product: named.extend({ sku: z.string() }),
  location: named,
  lot: z.object({
    id: Id,
    number: z.string(),
    expiryDate: z.string().nullable(),
    /** Days until expiry, from today. */
    remainingDays: z.number().int().nullable(),
    status: z.enum(lotStatuses),
    isNone: z.boolean(),
  }),
  quantity: z.number().int(),
  /** Null before the delivery. */
  delivered: z.number().int().nullable(),
  refused: z.number().int(),
  damaged: z.number().int(),
})
export type ShipmentLine = z.infer<typeof ShipmentLine>

export const Package = z.object({
  id: Id,
  number: z.number().int(),
  kind: z.enum(packageKinds),
  weight: z.string().nullable(),
  isCold: z.boolean(),
  /** 18 digits; null without a GS1 prefix in the settings. */
  sscc: z.string().nullable(),
  /** The code on its label: the SSCC, or the shipment's number and the package's. */
  code: z.string(),
  loadedAt: Timestamp.nullable(),
  contents: z.array(z.object({ lineId: Id, quantity: z.number().int() })),
})
export type Package = z.infer<typeof Package>

export const ProofOfDelivery = z.object({
  id: Id,
  stopId: Id.nullable(),
  receivedBy: z.string(),
  /** SHA-256 of the signature's picture; null for a typed name. */
  signature: z.string().nullable(),
  typedName: z.string().nullable(),
  /** Drawn in the office, when the customer picked up the goods. */
  strokes: Signature.nullable(),
  photos: z.array(z.string()),
  /** Packages that were scanned at the delivery, by their codes. */
  scanned: z.array(z.string()),
  deviceAt: Timestamp,
  receivedAt: Timestamp,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** SHA-256 over the canonical JSON of `document`. */
  hash: z.string(),
  document: z.unknown(),
})
export type ProofOfDelivery = z.infer<typeof ProofOfDelivery>

const actions = Object.keys(shipmentActions) as [ShipmentAction, ...ShipmentAction[]]

export const Shipment = ShipmentRow.extend({
  lines: z.array(ShipmentLine),
  shipmentPackages: z.array(Package),
  deliveryWindows: DeliveryWindows,
  deliveryNote: z.string().nullable(),
  phone: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  receivedBy: z.string().nullable(),
  failureReason: z.enum(deliveryFailures).nullable(),
  note: z.string().nullable(),
  proofs: z.array(ProofOfDelivery),
  /** Returns opened for refused or damaged goods. */
  returns: z.array(numbered),
  /** Why its goods must not be handed over, a text for each lot. */
  blocked: z.array(z.string()),
  timeline: z.array(
    z.object({
      at: Timestamp,
      actor: z.string().nullable(),
      act: z.string(),
      status: z.enum(shipmentStatuses).nullable(),
      method: z.enum(shipmentMethods).nullable(),
      carrier: z.string().nullable(),
      packages: z.number().int().nullable(),
      reason: z.string().nullable(),
      failureReason: z.enum(deliveryFailures).nullable(),
      /** For the act `phone`. */
      record: PhoneRecord.nullable(),
    }),
  ),
  transitions: z.array(z.object({ action: z.enum(actions), open: z.boolean(), reason: z.string().nullable() })),
  version: Version,
})
export type Shipment = z.infer<typeof Shipment>
