import { z } from 'zod'
import { DateOnly } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { Position } from '#shared/logistics/shipments/position.ts'
import { ShipmentRow } from '#shared/logistics/shipments/shipment.ts'
import { RouteRow, RouteStop } from './route.ts'

/** A stop with its shipment's status while it is open, and then its own result. */
const StopOfDay = RouteStop.extend({
  /** It failed here, and its shipment is planned again. */
  isReplanned: z.boolean(),
})

export const DeliveryStatus = z.object({
  date: z.string(),
  counts: z.object({
    waiting: z.number().int(),
    onTheWay: z.number().int(),
    delivered: z.number().int(),
    failed: z.number().int(),
    late: z.number().int(),
  }),
  /** Routes of the day: those with late or failed stops first. */
  routes: z.array(RouteRow.extend({ position: Position.nullable(), routeStops: z.array(StopOfDay) })),
  /** Expected that day, and on none of its routes. */
  others: z.array(ShipmentRow),
})
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

export const deliveryStatusApi = {
  getDeliveryStatus: route('GET /api/delivery-status', {
    access: 'shipping.view',
    summary: 'Where every delivery of a day is, by route.',
    query: z.strictObject({ date: DateOnly.optional() }),
    reply: z.object({ data: DeliveryStatus }),
  }),
} as const
