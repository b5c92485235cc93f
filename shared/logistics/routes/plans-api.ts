import { z } from 'zod'
import { DateOnly, Id, Timestamp } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { misfits } from '#shared/logistics/misfits.ts'
import { ShipmentRow } from '#shared/logistics/shipments/shipment.ts'
import { ClockTime, RouteCost, RouteRow } from './route.ts'

const named = z.object({ id: Id, name: z.string() })

const PlannedStop = z.object({
  shipmentId: Id,
  number: z.string(),
  account: named,
  eta: Timestamp.nullable(),
})

/** A proposed route. */
export const ProposedRoute = z.object({
  driver: named,
  vehicle: named.nullable(),
  start: named,
  startsAt: z.string(),
  plannedStops: z.array(PlannedStop),
  packages: z.number().int(),
  weight: z.string(),
  cost: RouteCost.omit({ stopIds: true }),
})
export type ProposedRoute = z.infer<typeof ProposedRoute>

export const DayPlan = z.object({
  date: z.string(),
  proposals: z.array(ProposedRoute),
  /** Shipments that fit on no route, with the reason. */
  unplanned: z.array(
    z.object({
      shipmentId: Id,
      number: z.string(),
      account: named,
      reason: z.enum(misfits),
      words: z.string(),
    }),
  ),
})
export type DayPlan = z.infer<typeof DayPlan>

/** A shipment without a route. */
export const WaitingShipment = ShipmentRow.extend({
  /** It has lots that may not leave. */
  isBlocked: z.boolean(),
})
export type WaitingShipment = z.infer<typeof WaitingShipment>

/** Assigning a day's shipments to drivers. */
export const plansApi = {
  listWaiting: route('GET /api/route-plans/waiting', {
    access: 'routes.view',
    summary: 'Shipments that are ready and on no route, expected up to a day; at most 1000.',
    query: z.strictObject({ date: DateOnly }),
    reply: z.object({ data: z.array(WaitingShipment) }),
  }),
  planDay: route('POST /api/route-plans', {
    access: 'routes.edit',
    summary: 'Proposes routes for a day: capacity, cold box, windows and hours are kept. With `save` they are created.',
    body: z.strictObject({
      date: DateOnly,
      startId: Id,
      /** If undefined: all shipments that wait for that day. */
      shipmentIds: z.array(Id).max(1000).optional(),
      drivers: z
        .array(
          z.strictObject({
            driverId: Id,
            vehicleId: Id.nullish(),
            /** If undefined: the driver's working hours of that weekday. */
            from: ClockTime.optional(),
            to: ClockTime.optional(),
          }),
        )
        .min(1, 'needs at least one driver')
        .max(50, 'may have at most 50 drivers'),
      budgetMs: z.number().int().min(50).max(10_000).default(2000),
      save: z.boolean().default(false),
      /** With `save`: exactly these routes, as previewed; no new search. */
      routes: z
        .array(
          z.strictObject({
            driverId: Id,
            vehicleId: Id.nullish(),
            startsAt: ClockTime,
            shipmentIds: z.array(Id).min(1, 'needs at least one shipment').max(200, 'may have at most 200 shipments'),
          }),
        )
        .max(50, 'may be at most 50')
        .optional(),
    }),
    emits: ['route_updated', 'shipping_updated', 'sales_order_updated'],
    reply: z.object({ data: DayPlan, saved: z.array(RouteRow) }),
  }),
} as const
