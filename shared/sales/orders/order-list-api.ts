import { z } from 'zod'
import { byId } from '#shared/fields.ts'
import { Beside } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { orderChoice } from './order-choice.ts'

/** Actions on lists of orders. */
export const orderListApi = {
  getNeighbours: route('GET /api/sales-orders/:id/neighbours', {
    access: 'salesOrders.view',
    summary: 'The orders before and after this one in a filtered list.',
    params: byId,
    query: z.strictObject(orderChoice),
    reply: Beside,
  }),
} as const
