import { z } from 'zod'
import { Id, Timestamp } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { Money } from '#shared/money.ts'
import { orderStatuses } from '#shared/sales/orders/order-transitions.ts'
import { portalRoles } from './portal-user.ts'
import { portalQuery } from './viewing-api.ts'

const numbered = z.object({ id: Id, number: z.string() })

export const PortalHome = z.object({
  /** The viewer; for the office: an owner without any actions. */
  user: z.object({
    name: z.string(),
    role: z.enum(portalRoles),
    approvalLimit: Money.nullable(),
    isOffice: z.boolean(),
  }),
  account: z.object({ id: Id, name: z.string() }),
  company: z.object({ name: z.string(), email: z.string().nullable(), phone: z.string().nullable() }),
  currency: z.string(),
  /** Today and the time zone of the company, for deliveries. */
  today: z.string(),
  timeZone: z.string(),
  /** What the customer's users have to do or should know now. */
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
  /** Orders with unread messages of the office: the last message of each. */
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
