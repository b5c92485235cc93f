import { z } from 'zod'
import { DateOnly, Id } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { Ids } from '#shared/inventory/stock/codes-query.ts'

const count = z.number().int()

/** The quantity of a product that could be reserved for a customer, and why other unreserved pieces can't. */
export const Availability = z.object({
  productId: Id,
  available: count,
  onHold: count,
  expired: count,
  /** Valid today, but with less shelf life on the day of arrival than the customer requires. */
  expiresTooSoon: count,
})
export type Availability = z.infer<typeof Availability>

/** Stock for an order or estimate that is being edited: the same figures as after saving. */
export const availabilityApi = {
  listAvailability: route('GET /api/sales-orders/availability', {
    access: 'salesOrders.edit',
    summary: 'What of some products could be promised to a customer by a day, by the shelf life that they ask for.',
    query: z.strictObject({
      /** Without an account, no shelf life beyond the day of arrival is required. */
      account: Id.optional(),
      requestedDate: DateOnly.optional(),
      products: Ids,
    }),
    reply: z.object({ data: z.array(Availability) }),
    mayBeMissing: true,
  }),
} as const
