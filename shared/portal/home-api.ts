import { z } from 'zod'
import { Id, Timestamp } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { Money } from '#shared/money.ts'
import { orderStatuses } from '#shared/sales/orders/order-transitions.ts'
import { portalRoles } from './portal-user.ts'
import { portalQuery } from './viewing-api.ts'

const numbered = z.object({ id: Id, number: z.string() })

export const PortalHome = z.object({
  /** Who looks; of the office: an owner who may do nothing. */
  user: z.object({
    name: z.string(),
    role: z.enum(portalRoles),
    approvalLimit: Money.nullable(),
    isOffice: z.boolean(),
  }),
  account: z.object({ id: Id, name: z.string() }),
  company: z.object({ name: z.string(), email: z.string().nullable(), phone: z.string().nullable() }),
  currency: z.string(),
  /** The company's day, and the zone of its clocks: deliveries come by them. */
  today: z.string(),
  timeZone: z.string(),
  /** What somebody of the customer has to do or should know now. */
  estimates: z.array(numbered.extend({ total: Money, validUntil: z.string() })),
  approvals: z.array(z.object({ id: Id, by: z.string(), total: Money, createdAt: Timestamp })),
  deliveries: z.array(
    z.object({
      order: numbered,
      status: z.enum(orderStatuses),
      expectedDate: z.string().nullable(),
      eta: Timestamp.nullable(),
      stopsBefore: z.number().int().nullable(),
    }),
  ),
  overdue: z.array(numbered.extend({ due: Money, dueDate: z.string() })),
  recalls: z.array(numbered.extend({ reason: z.string(), held: z.number().int() })),
  /** Orders with messages of the office that nobody of the customer has read: the last of each. */
  messages: z.array(z.object({ order: numbered, body: z.string(), at: Timestamp, unread: z.number().int() })),
})
export type PortalHome = z.infer<typeof PortalHome>

export const portalHomeApi = {
  getHome: route('GET /api/customer-portal/home', {
    access: 'portal',
    summary: 'What needs the customer’s attention.',
    query: portalQuery,
    reply: PortalHome,
  }),
} as const
