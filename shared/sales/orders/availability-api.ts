import { z } from 'zod'
import { DateOnly, Id } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { Ids } from '#shared/inventory/stock/codes-query.ts'

const count = z.number().int()

/** What of a product could be promised to a customer, and why the rest that is not reserved can't be. */
export const Availability = z.object({
  productId: Id,
  available: count,
  onHold: count,
  expired: count,
  /** Good today, but not for as long after the day of arrival as the customer asks for. */
  expiresTooSoon: count,
})
export type Availability = z.infer<typeof Availability>

/** Stock for an order or estimate that is being typed: the same numbers that it has once it is saved. */
export const availabilityApi = {
  listAvailability: route('GET /api/sales-orders/availability', {
    access: 'salesOrders.edit',
    summary: 'What of some products could be promised to a customer by a day, by the shelf life that they ask for.',
    query: z.strictObject({
      /** Without one, no shelf life beyond the day of arrival is asked for. */
      account: Id.optional(),
      requestedDate: DateOnly.optional(),
      products: Ids,
    }),
    reply: z.object({ data: z.array(Availability) }),
    mayBeMissing: true,
  }),
} as const
