import { z } from 'zod'
import { route } from '#shared/http/route.ts'
import { byLine, LineLot, LotChoice } from '#shared/inventory/stock/line-lot.ts'
import { Order } from './order.ts'

const count = z.number().int()

/** The lots of an order that is being picked. */
export const lineLotsApi = {
  listLineLots: route('GET /api/sales-orders/:id/lines/:lineId/lots', {
    access: 'salesOrders.edit',
    summary: 'Where a line of an order could be picked from, and what first expiring first proposes.',
    params: byLine,
    reply: z.object({ data: z.array(LineLot), quantity: count, mayChoose: z.boolean() }),
  }),
  chooseLots: route('POST /api/sales-orders/:id/lines/:lineId/lots', {
    access: 'salesOrders.edit',
    summary:
      'Picks a line from these lots. Later ones than those that expire first need a reason and the right inventory.edit.',
    params: byLine,
    body: LotChoice,
    emits: ['sales_order_updated', 'inventory_updated', 'inventory_transaction'],
    reply: Order,
    idempotency: 'required',
  }),
} as const
