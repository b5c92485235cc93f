import { z } from 'zod'
import { byId, Id, Timestamp } from '#shared/fields.ts'
import { pageOf, pageQuery } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'

/** The source of an entry of a timeline. */
export const timelineSources = ['change', 'order', 'invoice', 'payment', 'mail', 'purchase'] as const

/** A field before and after; lists are JSON. */
export const FieldChange = z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })
export type FieldChange = z.infer<typeof FieldChange>

export const PartnerEvent = z.object({
  /** Derived from the source and its id; it refers to no record. */
  id: z.string(),
  at: Timestamp,
  source: z.enum(timelineSources),
  /**
   * The act of the audit log, the transition of an order, 'issued', 'voided', 'credited' (`text` is the credit note),
   * 'PAYMENT', 'CREDIT', 'REVERSAL', 'CREDIT_REVERSAL', 'OVERPAYMENT' and 'OVERPAYMENT_REVERSAL' (stored as credit), the state
   * of a mail.
   */
  act: z.string(),
  /** Null for the system. */
  actor: z.string().nullable(),
  /** The document of the entry, if any. */
  document: z.object({ id: Id, number: z.string() }).nullable(),
  /** The new status of an order. */
  status: z.string().nullable(),
  /** An amount, a reason, a subject, or the beginning of a note. */
  text: z.string().nullable(),
  /** The changed fields of a record. */
  changes: z.array(FieldChange).nullable(),
})
export type PartnerEvent = z.infer<typeof PartnerEvent>

const query = z.strictObject({
  limit: pageQuery.limit,
  cursor: pageQuery.cursor,
  source: z.enum(timelineSources).optional(),
})

/** The timeline of a customer or supplier, with the entries that the caller may see. */
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
