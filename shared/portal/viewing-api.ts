import { z } from 'zod'
import { byId, Id, Timestamp } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'

/** For users of the office who have opened a customer's portal: the customer. Customers omit it. */
export const viewedAccount = { account: Id.optional() }
export const portalQuery = z.strictObject(viewedAccount)

/** Minutes until the office has to open the view again. */
export const portalViewMinutes = 30

/** The portal as a customer sees it, read-only for the office. */
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
