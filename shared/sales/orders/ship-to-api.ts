import { z } from 'zod'
import { byId, Id, text } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { Order } from './order.ts'

/** Sending the goods of a confirmed order to another address. */
export const shipToApi = {
  changeShipTo: route('PUT /api/sales-orders/:id/ship-to', {
    access: 'salesOrders.edit',
    summary: 'Changes where the goods of a confirmed order go, as long as they have not left and are on no route.',
    params: byId,
    body: z.strictObject({
      /** An address of the customer; the main one when null. */
      shipToId: Id.nullable(),
      reason: text(500),
    }),
    emits: ['sales_order_updated', 'shipping_updated'],
    reply: Order,
    ifMatch: true,
  }),
} as const
