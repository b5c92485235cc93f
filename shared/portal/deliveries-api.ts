import { z } from 'zod'
import { byId, Id } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { Tracking } from '#shared/logistics/tracking/api.ts'
import { portalQuery } from './viewing-api.ts'

const PortalDelivery = Tracking.omit({ mayInstruct: true, mayReschedule: true, expiresAt: true }).extend({
  orderId: Id,
})
export type PortalDelivery = z.infer<typeof PortalDelivery>

/** The tracking of the customer's deliveries, and who received them. */
export const portalDeliveriesApi = {
  getDelivery: route('GET /api/customer-portal/deliveries/:id', {
    access: 'portal',
    summary: 'Where one delivery is, when it comes, and who signed for it.',
    params: byId,
    query: portalQuery,
    reply: PortalDelivery,
  }),
  getSignature: route('GET /api/customer-portal/deliveries/:id/signature', {
    access: 'portal',
    summary: 'The picture of the signature that the delivery was received with.',
    params: byId,
    query: portalQuery,
    reply: null,
    download: 'image/webp',
  }),
  printProof: route('GET /api/customer-portal/deliveries/:id/proof.pdf', {
    access: 'portal',
    summary: 'The proof of delivery as a PDF.',
    params: byId,
    query: portalQuery,
    reply: null,
    download: 'application/pdf',
  }),
} as const
