import { z } from 'zod'
import { byId, Id, optionalText, text, Timestamp } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { recallStatuses } from '#shared/inventory/recalls/recall.ts'
import { QuantityOrNone } from '#shared/quantity.ts'
import { portalQuery } from './viewing-api.ts'

export const PortalRecall = z.object({
  id: Id,
  number: z.string(),
  status: z.enum(recallStatuses),
  reason: z.string(),
  instruction: z.string(),
  createdAt: Timestamp,
  goods: z.array(
    z.object({
      product: z.string(),
      lotNumber: z.string(),
      expiryDate: z.string().nullable(),
      delivered: z.number().int(),
      /** Delivered and not returned. */
      held: z.number().int(),
      orders: z.array(z.string()),
    }),
  ),
  acknowledgement: z
    .object({ name: z.string(), held: z.number().int(), note: z.string().nullable(), at: Timestamp })
    .nullable(),
})
export type PortalRecall = z.infer<typeof PortalRecall>

export const portalRecallsApi = {
  listRecalls: route('GET /api/customer-portal/recalls', {
    access: 'portal',
    summary: 'Recalls of goods that the customer got.',
    query: portalQuery,
    reply: z.object({ data: z.array(PortalRecall) }),
  }),
  acknowledge: route('POST /api/customer-portal/recalls/:id/acknowledgement', {
    access: 'customer',
    summary: 'Acknowledges a recall: by whom, and how much the customer still has; once.',
    params: byId,
    body: z.strictObject({ name: text(160), held: QuantityOrNone, note: optionalText(500) }),
    emits: ['inventory_transaction', 'portal_updated'],
    reply: PortalRecall,
  }),
} as const
