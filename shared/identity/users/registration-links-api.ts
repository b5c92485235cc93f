import { z } from 'zod'
import { roles } from '#shared/access/roles.ts'
import { byId, Id, Timestamp } from '#shared/fields.ts'
import { pageOf, pageQuery } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { Email } from '#shared/identity/user.ts'

const linkStates = ['open', 'used', 'expired', 'revoked'] as const

export const RegistrationLink = z.object({
  id: Id,
  role: z.enum(roles),
  /** The only address that can use it; null for any. */
  email: z.string().nullable(),
  state: z.enum(linkStates),
  createdBy: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  usedAt: Timestamp.nullable(),
  /** The user who registered with it. */
  usedBy: z.string().nullable(),
})
export type RegistrationLink = z.infer<typeof RegistrationLink>

/** Links to register as an administrator; the secret is only in the response that creates one. */
export const registrationLinksApi = {
  create: route('POST /api/registration-links', {
    access: 'admin',
    sudo: true,
    summary:
      'Creates a single-use link, valid for 24 hours, to register as an administrator. Emailed if it is for one address.',
    body: z.strictObject({ email: Email.optional() }),
    emits: ['registration_link_updated'],
    reply: z.object({ id: Id, url: z.string(), expiresAt: z.string() }),
    status: 201,
    idempotency: 'none',
  }),
  list: route('GET /api/registration-links', {
    access: 'admin',
    summary: 'Registration links, newest first, without their secrets.',
    query: z.strictObject({ limit: pageQuery.limit, cursor: pageQuery.cursor }),
    reply: pageOf(RegistrationLink),
  }),
  revoke: route('DELETE /api/registration-links/:id', {
    access: 'admin',
    summary: 'Revokes a link; 409 once it was used.',
    params: byId,
    emits: ['registration_link_updated'],
    reply: null,
  }),
} as const
