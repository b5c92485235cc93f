import { z } from 'zod'
import { PostalAddress } from '#shared/crm/partners/postal-address.ts'
import { mailStates } from '#shared/delivery/api.ts'
import { DocumentsInput } from '#shared/delivery/documents.ts'
import { byId, DateOnly, Email, Id, optionalText, text, Timestamp, Version } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { priceTiers } from '#shared/inventory/stock/price-tiers.ts'
import { Money } from '#shared/money.ts'
import { DiscountShown } from '#shared/money-lines.ts'
import { chargeFields, lineAmounts } from '#shared/sales/orders/order.ts'
import { OrderInput } from '#shared/sales/orders/order-input.ts'
import { Signature } from '#shared/signature.ts'
import { estimateActionNames, estimateStatuses } from './estimate-transitions.ts'

const named = z.object({ id: Id, name: z.string() })
const numbered = z.object({ id: Id, number: z.string(), status: z.string() })

export const EstimateRow = z.object({
  id: Id,
  number: z.string(),
  account: named,
  status: z.enum(estimateStatuses),
  estimateDate: z.string(),
  validUntil: z.string(),
  lines: z.number().int(),
  total: Money,
  reference: z.string().nullable(),
  sentAt: Timestamp.nullable(),
  /** The state of the last mail; `kept`: not sent, as no mail server is set up. */
  mailState: z.enum(mailStates).nullable(),
  createdAt: Timestamp,
})
export type EstimateRow = z.infer<typeof EstimateRow>

const EstimateLine = z.object({
  id: Id,
  product: named.extend({ sku: z.string() }),
  quantity: z.number().int(),
  priceTier: z.enum(priceTiers).nullable(),
  unitPrice: Money,
  total: Money,
  ...lineAmounts,
  /** Could be reserved today; estimates reserve nothing. */
  available: z.number().int(),
})

export const EstimateAnswer = z.object({
  answer: z.enum(['accepted', 'declined']),
  how: z.enum(['link', 'staff', 'portal']),
  name: z.string(),
  reason: z.string().nullable(),
  signature: Signature.nullable(),
  /** SHA-256 in hex of the lines that the customer answered. */
  hash: z.string(),
  address: z.string().nullable(),
  at: Timestamp,
  /** Its day in the company's time zone. */
  day: z.string(),
})
export type EstimateAnswer = z.infer<typeof EstimateAnswer>

export const Estimate = EstimateRow.extend({
  account: named.extend({ email: z.string().nullable(), priceTier: z.enum(priceTiers), taxExempt: z.boolean() }),
  shipTo: PostalAddress,
  billTo: PostalAddress,
  /** True if the shipping address has been deleted since. */
  isOwnShipTo: z.boolean(),
  revision: z.number().int(),
  /** The estimates that it replaces, and that replaces it. */
  revises: numbered.nullable(),
  revisedBy: numbered.nullable(),
  opportunityId: Id.nullable(),
  /** The order that it was converted to; its total differs if the tax has changed since, or if the order was edited. */
  order: numbered.extend({ total: Money }).nullable(),
  /** The number of its order, if that is deleted. */
  deletedOrder: z.string().nullable(),
  orderLines: z.array(EstimateLine),
  charges: z.array(z.object(chargeFields)),
  subtotal: Money,
  discount: DiscountShown.extend({ amount: Money }).nullable(),
  tax: Money,
  notes: z.string().nullable(),
  cancelReason: z.string().nullable(),
  sentTo: z.string().nullable(),
  /** The link with which the customer can answer now. */
  link: z.object({ sentTo: z.string(), expiresAt: Timestamp, firstSeenAt: Timestamp.nullable() }).nullable(),
  answer: EstimateAnswer.nullable(),
  timeline: z.array(
    z.object({
      at: Timestamp,
      actor: z.string().nullable(),
      move: z.string(),
      from: z.string().nullable(),
      to: z.string(),
      reason: z.string().nullable(),
    }),
  ),
  transitions: z.array(
    z.object({ action: z.enum(estimateActionNames), open: z.boolean(), reason: z.string().nullable() }),
  ),
  /** Null if it can be duplicated. */
  whyNotDuplicated: z.string().nullable(),
  version: Version,
})
export type Estimate = z.infer<typeof Estimate>

const { accountId, shipToId, billToId, reference, notes, lines, charges, discount } = OrderInput.shape
export const EstimateInput = z.strictObject({
  accountId,
  shipToId,
  billToId,
  /** An opportunity of the same customer. */
  opportunityId: Id.nullish(),
  validUntil: DateOnly,
  reference,
  notes,
  lines,
  charges,
  discount,
})

const nothing = z.strictObject({})
const edit = 'salesOrders.edit'

function act<const B extends z.ZodType>(path: string, summary: string, body: B) {
  return route(`POST /api/estimates/:id/${path}`, {
    access: edit,
    summary,
    params: byId,
    body,
    emits: ['sales_order_updated'],
    reply: Estimate,
    idempotency: 'required',
  })
}

/** Estimates, from draft to order. */
export const estimatesApi = {
  listEstimates: route('GET /api/estimates', {
    access: 'salesOrders.view',
    summary: 'Estimates, newest first.',
    query: z.strictObject({
      ...pageQuery,
      status: z.enum(estimateStatuses).optional(),
      account: Id.optional(),
      opportunity: Id.optional(),
      sort: sortBy('createdAt', 'number', 'validUntil', 'estimateDate', 'account', 'total').default('-createdAt'),
    }),
    reply: pageOf(EstimateRow),
  }),
  countEstimates: route('GET /api/estimates/status-counts', {
    access: 'salesOrders.view',
    summary: 'Number of estimates by status.',
    reply: z.object({ data: z.array(z.object({ status: z.enum(estimateStatuses), count: z.number().int() })) }),
  }),
  getEstimate: route('GET /api/estimates/:id', {
    access: 'salesOrders.view',
    summary: 'One estimate with lines, what is available of them, its answer, history and what can be done.',
    params: byId,
    reply: Estimate,
  }),
  printEstimate: route('GET /api/estimates/:id/document.pdf', {
    access: 'salesOrders.view',
    summary: 'The estimate as the customer gets it.',
    params: byId,
    reply: null,
    download: 'application/pdf',
  }),
  printEstimates: route('POST /api/estimates/documents', {
    access: 'salesOrders.view',
    summary: 'Many estimates as their customers get them: a zip of PDFs.',
    body: DocumentsInput,
    emits: [],
    reply: null,
    download: 'application/zip',
  }),
  createEstimate: route('POST /api/estimates', {
    access: edit,
    summary: 'Creates a draft. Estimates never reserve stock.',
    body: EstimateInput,
    emits: ['sales_order_updated'],
    reply: Estimate,
    status: 201,
  }),
  updateEstimate: route('PUT /api/estimates/:id', {
    access: edit,
    summary: 'Changes a draft.',
    params: byId,
    body: EstimateInput,
    emits: ['sales_order_updated'],
    reply: Estimate,
    ifMatch: true,
  }),
  deleteEstimate: route('DELETE /api/estimates/:id', {
    access: 'salesOrders.delete',
    summary: 'Deletes an estimate that is not sent, accepted or converted.',
    params: byId,
    emits: ['sales_order_updated'],
    reply: null,
  }),
  duplicateEstimate: act('duplication', 'Writes a draft with the same lines; answers it.', nothing),
  sendEstimate: act(
    'sending',
    'Mails the estimate with a PDF and a secret link to accept or decline; earlier links end.',
    z.strictObject({ to: Email, message: optionalText(2000) }),
  ),
  getUnsentLink: route('GET /api/estimates/:id/unsent-link', {
    access: edit,
    summary: 'The link of an estimate whose email did not leave, because no mail server is set up; else null.',
    params: byId,
    reply: z.object({ url: z.string().nullable() }),
  }),
  revokeLink: act('link-revocation', 'Ends the link: the customer can no longer answer by it.', nothing),
  acceptEstimate: act(
    'acceptance',
    'Records that the customer has accepted, by phone or on paper.',
    z.strictObject({ name: text(160), reason: optionalText(500) }),
  ),
  declineEstimate: act(
    'refusal',
    'Records that the customer has declined.',
    z.strictObject({ name: text(160), reason: optionalText(500) }),
  ),
  reviseEstimate: act(
    'revision',
    'Writes a draft in the place of an estimate, which stays readable and can no longer be accepted; answers the draft.',
    z.strictObject({ validUntil: DateOnly.optional() }),
  ),
  cancelEstimate: act('cancellation', 'Cancels an estimate; its link ends.', z.strictObject({ reason: text(500) })),
  convertEstimate: act('conversion', 'Makes a pending sales order of an accepted estimate, at its prices.', nothing),
} as const
