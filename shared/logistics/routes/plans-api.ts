import { z } from 'zod'
import { DateOnly, Id, Timestamp } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { misfits } from '#shared/logistics/plan-day.ts'
import { ClockTime, RouteCost, RouteRow } from './route.ts'

const named = z.object({ id: Id, name: z.string() })

const PlannedStop = z.object({
  shipmentId: Id,
  number: z.string(),
  account: named,
  eta: Timestamp.nullable(),
})

/** A route that the plan proposes. */
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
  /** What fits nowhere, with the reason. */
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

/** Sharing a day's shipments out to the drivers. */
export const plansApi = {
  planDay: route('POST /api/route-plans', {
    access: 'routes.edit',
    summary: 'Proposes routes for a day: capacity, cold box, windows and hours are kept. With `save` they are created.',
    body: z.strictObject({
      date: DateOnly,
      startId: Id,
      /** Left out: everything that waits for that day. */
      shipmentIds: z.array(Id).max(1000).optional(),
      drivers: z
        .array(
          z.strictObject({
            driverId: Id,
            vehicleId: Id.nullish(),
            /** Left out: the driver's working hours of that weekday. */
            from: ClockTime.optional(),
            to: ClockTime.optional(),
          }),
        )
        .min(1, 'needs at least one driver')
        .max(50, 'may have at most 50 drivers'),
      budgetMs: z.number().int().min(50).max(10_000).default(2000),
      save: z.boolean().default(false),
    }),
    emits: ['route_updated', 'shipping_updated', 'sales_order_updated'],
    reply: z.object({ data: DayPlan, saved: z.array(RouteRow) }),
  }),
} as const
