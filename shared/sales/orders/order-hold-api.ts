import { z } from 'zod'
import { byId, text } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { Order } from './order.ts'

/** Holds: an order on hold is neither picked nor shipped until it is released. */
export const orderHoldApi = {
  hold: route('POST /api/sales-orders/:id/hold', {
    access: 'salesOrders.edit',
    summary: 'Puts an order on hold: it is neither picked nor made ready until the hold is released.',
    params: byId,
    body: z.strictObject({ reason: text(500) }),
    emits: ['sales_order_updated'],
    reply: Order,
    idempotency: 'required',
  }),
  releaseHold: route('POST /api/sales-orders/:id/hold-release', {
    access: 'salesOrders.edit',
    summary: 'Releases the hold of an order.',
    params: byId,
    body: z.strictObject({}),
    emits: ['sales_order_updated'],
    reply: Order,
    idempotency: 'required',
  }),
} as const
