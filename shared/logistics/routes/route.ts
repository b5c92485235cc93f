import { z } from 'zod'
import { PhoneRecord } from '#shared/logistics/shipments/phone-record.ts'
import { Id, Timestamp, Version } from '#shared/fields.ts'
import { Position } from '#shared/logistics/shipments/position.ts'
import { routeStatuses } from '#shared/logistics/shipments/route-status.ts'
import { deliveryFailures, shipmentStatuses } from '#shared/logistics/shipments/shipment-status.ts'
import { type RouteTransition, routeTransitions } from './route-transitions.ts'

/* A route with its stops. */

const named = z.object({ id: Id, name: z.string() })
const numbered = z.object({ id: Id, number: z.string() })

const Place = z.object({ latitude: z.number(), longitude: z.number() })

/** HH:MM in the company's time zone. */
export const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'is not a time (HH:MM)')

export const RouteRow = z.object({
  id: Id,
  number: z.string(),
  date: z.string(),
  status: z.enum(routeStatuses),
  driver: named,
  vehicle: named.extend({ plate: z.string().nullable() }).nullable(),
  /** Where it starts and ends. */
  start: named,
  /** The planned start. */
  startsAt: z.string(),
  stops: z.number().int(),
  delivered: z.number().int(),
  failed: z.number().int(),
  /** Open stops with an arrival after their window, expected or actual. */
  late: z.number().int(),
  packages: z.number().int(),
  /** Kilograms, up to 3 decimals. */
  weight: z.string(),
  /** Estimated metres by road and seconds of driving. */
  distance: z.number().int(),
  travelSeconds: z.number().int(),
  /** When the driver is back; null while a stop has no coordinates. */
  endsAt: Timestamp.nullable(),
  startedAt: Timestamp.nullable(),
  endedAt: Timestamp.nullable(),
  createdAt: Timestamp,
  version: Version,
})
export type RouteRow = z.infer<typeof RouteRow>

export const RouteStop = z.object({
  id: Id,
  /** From 1. */
  sequence: z.number().int(),
  status: z.enum(shipmentStatuses),
  shipment: numbered,
  order: numbered,
  account: named,
  address: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** The customer's opening hours for goods that day; null for any time. */
  window: z.object({ from: Timestamp, to: Timestamp }).nullable(),
  serviceMinutes: z.number().int(),
  /** Null if unknown: no coordinates, or the stop is finished. */
  eta: Timestamp.nullable(),
  isLate: z.boolean(),
  /** From the stop before, by road. */
  distance: z.number().int().nullable(),
  travelSeconds: z.number().int().nullable(),
  packages: z.number().int(),
  weight: z.string(),
  isCold: z.boolean(),
  arrivedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
  postponements: z.number().int(),
  receivedBy: z.string().nullable(),
  failureReason: z.enum(deliveryFailures).nullable(),
  note: z.string().nullable(),
  /** Its lots that must not be handed over. */
  blockedLots: z.array(z.string()),
})
export type RouteStop = z.infer<typeof RouteStop>

const transitions = Object.keys(routeTransitions) as [RouteTransition, ...RouteTransition[]]

export const Route = RouteRow.extend({
  startPlace: Place.nullable(),
  /** The start as a timestamp. */
  leavesAt: Timestamp,
  /** The parameters of estimates, so that the page can compute another order by itself. */
  driving: z.object({ roadFactor: z.number(), speedKmh: z.number() }),
  /** Road distances, if all are known: for a planned route from each place to each; the first is the start, then its stops. */
  roads: z
    .object({ metres: z.array(z.array(z.number().int())), seconds: z.array(z.array(z.number().int())) })
    .nullable(),
  routeStops: z.array(RouteStop),
  /** How far the load exceeds the vehicle's capacity, as text. */
  warnings: z.array(z.string()),
  /** Other open routes of its driver or vehicle at the same time, as text. */
  overlaps: z.array(z.string()),
  notes: z.string().nullable(),
  cancelReason: z.string().nullable(),
  /** Kilometres that the driver entered at the end. */
  drivenKm: z.number().nullable(),
  position: Position.nullable(),
  timeline: z.array(
    z.object({
      at: Timestamp,
      actor: z.string().nullable(),
      act: z.string(),
      stop: z.string().nullable(),
      reason: z.string().nullable(),
      /** For the act `phone`. */
      record: PhoneRecord.nullable(),
    }),
  ),
  transitions: z.array(z.object({ transition: z.enum(transitions), open: z.boolean(), reason: z.string().nullable() })),
})
export type Route = z.infer<typeof Route>

/** The cost of an order of stops. */
export const RouteCost = z.object({
  stopIds: z.array(Id),
  distance: z.number().int(),
  travelSeconds: z.number().int(),
  lateStops: z.number().int(),
  lateSeconds: z.number().int(),
  endsAt: Timestamp.nullable(),
  etas: z.array(Timestamp.nullable()),
})
export type RouteCost = z.infer<typeof RouteCost>

/** A route on a map: its start, and its stops with coordinates, in their order. */
export const MappedRoute = z.object({
  id: Id,
  number: z.string(),
  date: z.string(),
  status: z.enum(routeStatuses),
  driver: named,
  start: named,
  startPlace: Place.nullable(),
  position: Position.nullable(),
  mappedStops: z.array(
    Place.extend({ id: Id, sequence: z.number().int(), name: z.string(), status: z.enum(shipmentStatuses) }),
  ),
  /** Stops without coordinates. */
  unplaced: z.number().int(),
})
export type MappedRoute = z.infer<typeof MappedRoute>
