import { z } from 'zod'
import { byId, Id } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { orderChoice } from './order-choice.ts'

/** What lists of orders can do beside showing them. */
export const orderListApi = {
  getNeighbours: route('GET /api/sales-orders/:id/neighbours', {
    access: 'salesOrders.view',
    summary: 'The orders before and after this one in a filtered list.',
    params: byId,
    query: z.strictObject(orderChoice),
    reply: z.object({ previous: Id.nullable(), next: Id.nullable() }),
  }),
} as const
