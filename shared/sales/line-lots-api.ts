import { z } from 'zod'
import { Id, optionalText } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { lotStatuses } from '#shared/inventory/lot-status.ts'
import { Quantity } from '#shared/quantity.ts'
import { Order } from './api.ts'

const count = z.number().int()
const byLine = z.strictObject({ id: Id, lineId: Id })

/** A place and lot from which a line could be picked, or why not. */
export const LineLot = z.object({
  location: z.object({ id: Id, name: z.string() }),
  lotId: Id,
  lotNumber: z.string(),
  status: z.enum(lotStatuses),
  expiryDate: z.string().nullable(),
  /** Free, with what this line holds there itself. */
  free: count,
  held: count,
  /** What first expiring first would take here. */
  proposed: count,
  /** Null where it may be picked. */
  whyNot: z.string().nullable(),
})
export type LineLot = z.infer<typeof LineLot>

/** Which lots an order that is being picked takes. */
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
    body: z.strictObject({
      takings: z
        .array(z.strictObject({ locationId: Id, lotId: Id, quantity: Quantity }))
        .min(1, 'needs at least one lot')
        .max(200),
      reason: optionalText(500),
    }),
    reply: Order,
    idempotency: 'required',
  }),
} as const
