import { z } from 'zod'
import { byId, Id, Moment, text, Timestamp } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { QuantityOrNone } from '#shared/quantity.ts'
import { portalQuery } from './viewing-api.ts'

/** `To review` by the office; `Posted`: what was used is sold; `Replaced`: counted again, or used meanwhile. */
export const consignmentCountStatuses = ['To review', 'Posted', 'Dismissed', 'Replaced'] as const

const whole = z.number().int()
const goods = {
  product: z.object({ id: Id, name: z.string(), sku: z.string(), barcode: z.string().nullable() }),
  lotId: Id,
  /** Null of goods that are not lot-tracked. */
  lotNumber: z.string().nullable(),
  expiryDate: z.string().nullable(),
}

export const ConsignmentCount = z.object({
  id: Id,
  status: z.enum(consignmentCountStatuses),
  location: z.object({ id: Id, name: z.string() }),
  by: z.string(),
  at: Timestamp,
  lines: z.array(z.object({ ...goods, expected: whole, counted: whole })),
  order: z.object({ id: Id, number: z.string() }).nullable(),
  reason: z.string().nullable(),
})
export type ConsignmentCount = z.infer<typeof ConsignmentCount>

/** Why a count can't be decided on any more, in words for the user; null where it can. */
export const whyCountNotDecided = ({ status }: Pick<ConsignmentCount, 'status'>): string | null =>
  status === 'To review' ? null : `This count is ${status.toLowerCase()} already.`

export const Consignment = z.object({
  /** The location's id. */
  id: Id,
  name: z.string(),
  /** Stock of ours that is there, by lot. */
  lots: z.array(z.object({ ...goods, onHand: whole })),
})
export type Consignment = z.infer<typeof Consignment>

export const ConsignmentList = z.object({
  data: z.array(Consignment),
  /** The newest 20. */
  counts: z.array(ConsignmentCount),
})
export type ConsignmentList = z.infer<typeof ConsignmentList>

export const ConsignmentCountInput = z.strictObject({
  /** Made by the device: the same count has one effect, whoever sends it. */
  countId: Id,
  /** When it was counted, by the device's clock; one that runs ahead counts as now. */
  countedAt: Moment({ offset: true }),
  lines: z
    .array(z.strictObject({ lotId: Id, counted: QuantityOrNone }))
    .min(1, 'needs at least one line')
    .max(500, 'may have at most 500 lines'),
})

const emits = ['account_updated', 'portal_updated'] as const

/** Stock of ours at a customer's, and what they count of it. */
export const consignmentApi = {
  listConsignments: route('GET /api/customer-portal/consignments', {
    access: 'portal',
    summary: 'The supplier’s stock at the customer by lot, with the newest counts of it.',
    query: portalQuery,
    reply: ConsignmentList,
  }),
  countConsignment: route('POST /api/customer-portal/consignments/:id/counts', {
    access: 'customer',
    summary: 'Takes a count of consignment stock; the office reviews what was used before it is invoiced.',
    params: byId,
    body: ConsignmentCountInput,
    emits,
    reply: ConsignmentList,
    status: 201,
    idempotency: 'required',
  }),
} as const

/** The same for the office, which posts what was used. */
export const accountConsignmentApi = {
  listAccountConsignments: route('GET /api/accounts/:id/consignments', {
    access: 'crm.view',
    summary: 'Consignment stock at a customer by lot, with the newest counts of it.',
    params: byId,
    reply: ConsignmentList,
  }),
  postConsignmentCount: route('POST /api/consignment-counts/:id/posting', {
    access: 'salesOrders.edit',
    summary: 'Posts what a count shows as used: an order by lot that is delivered, and its invoice.',
    params: byId,
    body: z.strictObject({}),
    emits: [
      ...emits,
      'sales_order_updated',
      'invoice_updated',
      'sales_report_updated',
      'shipping_updated',
      'inventory_updated',
      'inventory_transaction',
    ],
    reply: ConsignmentCount,
    idempotency: 'required',
  }),
  dismissConsignmentCount: route('POST /api/consignment-counts/:id/dismissal', {
    access: 'salesOrders.edit',
    summary: 'Dismisses a count of consignment stock; nothing is posted.',
    params: byId,
    body: z.strictObject({ reason: text(300) }),
    emits,
    reply: ConsignmentCount,
  }),
} as const
