import { z } from 'zod'
import { byId, Id, Timestamp } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'

/** Of the office, which has opened a view of a customer's portal: which customer's. A customer leaves it out. */
export const viewedAccount = { account: Id.optional() }
export const portalQuery = z.strictObject(viewedAccount)

/** Minutes that the office may look at a portal before it has to open it again. */
export const portalViewMinutes = 30

/** The portal as a customer sees it, for the office: it can be read, and nothing in it can be done. */
export const viewingApi = {
  openPortalView: route('POST /api/accounts/:id/portal-view', {
    access: 'crm.view',
    summary: 'Opens the portal as seen by a customer, read-only, for 30 minutes. The audit log keeps who did.',
    params: byId,
    body: z.strictObject({}),
    emits: [],
    reply: z.object({ account: z.object({ id: Id, name: z.string() }), expiresAt: Timestamp }),
  }),
} as const
