import { z } from 'zod'
import { byId, Id, Timestamp, Version } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { Email, PersonName } from '#shared/identity/user.ts'
import { AmountInput, Money } from '#shared/money.ts'
import { portalRoles } from './portal-user.ts'
import { portalQuery } from './viewing-api.ts'

export const PortalUser = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  role: z.enum(portalRoles),
  /** Orders above it need an owner's approval; null for none. */
  approvalLimit: Money.nullable(),
  /** False until the user has set a password by the mailed link. */
  hasPassword: z.boolean(),
  suspended: z.boolean(),
  lastSignInAt: Timestamp.nullable(),
  version: Version,
})
export type PortalUser = z.infer<typeof PortalUser>
const users = z.object({ data: z.array(PortalUser) })

/** Why a user can't be changed or removed; null if they can. */
export const whyPortalUserNotRemovable = ({ id }: Pick<PortalUser, 'id'>, ownId: string | undefined): string | null =>
  id === ownId ? 'You can’t change or remove yourself. Ask another owner, or us.' : null

const rights = { role: z.enum(portalRoles), approvalLimit: AmountInput.nullish() }
const NewPortalUser = z.strictObject({ name: PersonName, email: Email, ...rights })
const PortalUserRights = z.strictObject(rights)
const ofAccount = z.strictObject({ id: Id, userId: Id })
const emits = ['account_updated', 'user_updated', 'portal_updated'] as const

/** The users of a customer's portal, managed by its owners. */
export const portalUsersApi = {
  listUsers: route('GET /api/customer-portal/users', {
    access: 'portal',
    summary: 'The users of the customer’s portal.',
    query: portalQuery,
    reply: users,
  }),
  inviteUser: route('POST /api/customer-portal/users', {
    access: 'customer',
    summary: 'Adds a user and emails a link to set the password; owners only.',
    body: NewPortalUser,
    emits,
    reply: users,
    status: 201,
  }),
  changeUser: route('PUT /api/customer-portal/users/:id', {
    access: 'customer',
    summary: 'Changes role and approval limit of a user; owners only, and not their own.',
    params: byId,
    body: PortalUserRights,
    emits,
    reply: users,
    ifMatch: true,
  }),
  removeUser: route('DELETE /api/customer-portal/users/:id', {
    access: 'customer',
    summary: 'Removes a user and ends their sessions; owners only, and not themselves.',
    params: byId,
    emits,
    reply: users,
  }),
} as const

/** The same for the office, on the customer's page. */
export const accountUsersApi = {
  listAccountUsers: route('GET /api/accounts/:id/portal-users', {
    access: 'crm.view',
    summary: 'The users of a customer’s portal.',
    params: byId,
    reply: users,
  }),
  inviteAccountUser: route('POST /api/accounts/:id/portal-users', {
    access: 'crm.edit',
    sudo: true,
    summary: 'Adds a user to a customer’s portal and emails a link to set the password.',
    params: byId,
    body: NewPortalUser,
    emits,
    /** `url`: the link to set a password, if no mail can be sent; else null. */
    reply: users.extend({ url: z.string().nullable() }),
    status: 201,
    idempotency: 'none',
  }),
  changeAccountUser: route('PUT /api/accounts/:id/portal-users/:userId', {
    access: 'crm.edit',
    sudo: true,
    summary: 'Changes role and approval limit of a user of a customer’s portal.',
    params: ofAccount,
    body: PortalUserRights,
    emits,
    reply: users,
    ifMatch: true,
  }),
  removeAccountUser: route('DELETE /api/accounts/:id/portal-users/:userId', {
    access: 'crm.edit',
    sudo: true,
    summary: 'Removes a user of a customer’s portal and ends their sessions.',
    params: ofAccount,
    emits,
    reply: users,
  }),
} as const
