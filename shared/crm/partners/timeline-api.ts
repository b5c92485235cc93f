import { z } from 'zod'
import { byId, Id, Timestamp } from '#shared/fields.ts'
import { pageOf, pageQuery } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'

/** Where an entry of a timeline comes from. */
export const timelineSources = ['change', 'order', 'invoice', 'payment', 'mail', 'purchase'] as const

/** A field before and after; a list is its JSON. */
export const FieldChange = z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })
export type FieldChange = z.infer<typeof FieldChange>

export const PartnerEvent = z.object({
  /** Made of its source and the id there; it names no record. */
  id: z.string(),
  at: Timestamp,
  source: z.enum(timelineSources),
  /**
   * The act of the audit log, the move of an order, 'issued', 'voided', 'credited' (`text` is the credit note), 'PAYMENT', 'CREDIT',
   * 'REVERSAL', 'CREDIT_REVERSAL', 'OVERPAYMENT' and 'OVERPAYMENT_REVERSAL' (kept as credit), the state of a mail.
   */
  act: z.string(),
  /** Null where the company itself acted. */
  actor: z.string().nullable(),
  /** The document it is about, where it is about one. */
  document: z.object({ id: Id, number: z.string() }).nullable(),
  /** The status that an order has since. */
  status: z.string().nullable(),
  /** An amount, a reason, a subject, the first words of a note. */
  text: z.string().nullable(),
  /** What a change of a record did to its fields. */
  changes: z.array(FieldChange).nullable(),
})
export type PartnerEvent = z.infer<typeof PartnerEvent>

const query = z.strictObject({
  limit: pageQuery.limit,
  cursor: pageQuery.cursor,
  source: z.enum(timelineSources).optional(),
})

/** Everything that happened with a customer or supplier, as far as the caller may see it. */
export const timelineApi = {
  listAccountTimeline: route('GET /api/accounts/:id/timeline', {
    access: 'crm.view',
    summary: 'What happened with a customer, newest first: changes, orders, invoices, payments, mails.',
    params: byId,
    query,
    reply: pageOf(PartnerEvent),
  }),
  listSupplierTimeline: route('GET /api/suppliers/:id/timeline', {
    access: 'crm.view',
    summary: 'What happened with a supplier, newest first: changes, purchase orders, mails.',
    params: byId,
    query,
    reply: pageOf(PartnerEvent),
  }),
} as const
