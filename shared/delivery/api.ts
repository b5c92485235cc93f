import { z } from 'zod'
import { Id, Timestamp } from '#shared/fields.ts'
import { pageOf, pageQuery } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'

/** `kept`: no mail server is set up, so an administrator passes the mail on. */
export const mailStates = ['queued', 'sent', 'failed', 'kept'] as const

export const mailStateNames = {
  queued: 'Queued',
  sent: 'Sent',
  failed: 'Failed',
  kept: 'Not sent',
} as const satisfies Record<(typeof mailStates)[number], string>

export const OutgoingMail = z.object({
  id: Id,
  to: z.string(),
  subject: z.string(),
  state: z.enum(mailStates),
  /** The text with its link, if no mail server is set up and the link is still valid; else null. */
  text: z.string().nullable(),
  attempts: z.number().int(),
  /** The last message of the mail server. */
  problem: z.string().nullable(),
  createdAt: Timestamp,
  sentAt: Timestamp.nullable(),
})
export type OutgoingMail = z.infer<typeof OutgoingMail>

export const deliveryApi = {
  listMails: route('GET /api/mail-outbox', {
    access: 'admin',
    summary: 'Mails, newest first; with their text only where no mail server is set up.',
    query: z.strictObject({ limit: pageQuery.limit, cursor: pageQuery.cursor, state: z.enum(mailStates).optional() }),
    reply: pageOf(OutgoingMail).extend({ isMailSetUp: z.boolean() }),
  }),
} as const
