import { z } from 'zod'
import { byId, Id, optionalText } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { Money } from '#shared/money.ts'
import { OfferedEstimate } from '#shared/sales/estimates/estimate-links-api.ts'
import { PortalLines } from './orders-api.ts'
import { portalQuery } from './viewing-api.ts'

export const PortalEstimateRow = z.object({
  id: Id,
  number: z.string(),
  /** `Requested`: by the customer, and not sent by the office yet. */
  status: z.enum(['Requested', 'Sent', 'Accepted', 'Converted', 'Declined', 'Expired']),
  estimateDate: z.string(),
  validUntil: z.string(),
  reference: z.string().nullable(),
  total: Money.nullable(),
})
export type PortalEstimateRow = z.infer<typeof PortalEstimateRow>

const numbered = z.object({ id: Id, number: z.string() })
/** An estimate as it was sent, and its order. */
export const PortalEstimate = OfferedEstimate.extend({ id: Id, order: numbered.nullable() })
export type PortalEstimate = z.infer<typeof PortalEstimate>

const emits = ['sales_order_updated', 'portal_updated'] as const
/** Hash of what is shown, so that an answer refers to exactly this. */
const hash = z.string().regex(/^[0-9a-f]{64}$/, 'is not a hash')

export const portalEstimatesApi = {
  listEstimates: route('GET /api/customer-portal/estimates', {
    access: 'portal',
    summary: 'Estimates that the customer got or asked for, the newest 100.',
    query: portalQuery,
    reply: z.object({ data: z.array(PortalEstimateRow) }),
  }),
  getEstimate: route('GET /api/customer-portal/estimates/:id', {
    access: 'portal',
    summary: 'An estimate as it was sent.',
    params: byId,
    query: portalQuery,
    reply: PortalEstimate,
  }),
  printEstimate: route('GET /api/customer-portal/estimates/:id/document.pdf', {
    access: 'portal',
    summary: 'The estimate as a PDF.',
    params: byId,
    query: portalQuery,
    reply: null,
    download: 'application/pdf',
  }),
  requestEstimate: route('POST /api/customer-portal/estimates', {
    access: 'customer',
    summary: 'Asks the office for an estimate.',
    body: z.strictObject({ lines: PortalLines, notes: optionalText(2000) }),
    emits,
    reply: PortalEstimateRow,
    status: 201,
    idempotency: 'required',
  }),
  acceptEstimate: route('POST /api/customer-portal/estimates/:id/acceptance', {
    access: 'customer',
    summary: 'Accepts an estimate, once; owners only.',
    params: byId,
    body: z.strictObject({ hash }),
    emits,
    reply: PortalEstimate,
    checksSeenContent: true,
  }),
  declineEstimate: route('POST /api/customer-portal/estimates/:id/refusal', {
    access: 'customer',
    summary: 'Declines an estimate, once; owners only.',
    params: byId,
    body: z.strictObject({ hash, reason: optionalText(500) }),
    emits,
    reply: PortalEstimate,
    checksSeenContent: true,
  }),
} as const
