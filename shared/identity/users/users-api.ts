import { z } from 'zod'
import { Permissions, roles } from '#shared/access/roles.ts'
import { byId, Id, Timestamp, Version } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { Email, PersonName, Phone } from '#shared/identity/user.ts'

/** A user on the users page. */
export const ListedUser = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
  phone: z.string().nullable(),
  permissions: Permissions,
  suspended: z.boolean(),
  /** False until the user has set a password by the mailed link. */
  hasPassword: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** True for the only active administrator. */
  isLastAdmin: z.boolean(),
  /** The customer of a customer's login. */
  accountId: Id.nullable(),
  accountName: z.string().nullable(),
  lastSignInAt: Timestamp.nullable(),
  createdAt: Timestamp,
  version: Version,
})
export type ListedUser = z.infer<typeof ListedUser>

const person = { name: PersonName, email: Email, phone: Phone, role: z.enum(roles) }

/** `accountId` is required for customers and refused for all others. */
export const UserInput = z.strictObject({ ...person, accountId: Id.nullish() })
/** `permissions` replace the defaults of the role. */
const NewUserInput = UserInput.extend({ permissions: Permissions.optional() })

/** `url` is the link to set a password, if no mail can be sent (SMTP is not set up); else null. */
const Invited = z.object({ user: ListedUser, url: z.string().nullable() })

/**
 * The users of Wardstock. Only administrators can change administrators, nobody can grant rights that they lack (403), and one
 * active administrator remains (409 LAST_ADMINISTRATOR).
 */
export const usersApi = {
  list: route('GET /api/users', {
    access: 'users.view',
    summary: 'Users.',
    query: z.strictObject({
      ...pageQuery,
      role: z.enum(roles).optional(),
      suspended: z.enum(['true', 'false']).optional(),
      sort: sortBy('name', 'email', 'createdAt', 'lastSignInAt').default('name'),
    }),
    reply: pageOf(ListedUser),
  }),
  get: route('GET /api/users/:id', {
    access: 'users.view',
    summary: 'One user.',
    params: byId,
    reply: ListedUser,
  }),
  create: route('POST /api/users', {
    access: 'users.edit',
    sudo: true,
    summary: 'Creates a user and emails a link to set the password.',
    body: NewUserInput,
    emits: ['account_updated', 'user_updated'],
    reply: Invited,
    status: 201,
    idempotency: 'none',
  }),
  update: route('PUT /api/users/:id', {
    access: 'users.edit',
    summary: 'Changes a user. Another role brings its default permissions and ends their sessions.',
    params: byId,
    body: UserInput,
    emits: ['account_updated', 'user_updated'],
    reply: ListedUser,
    ifMatch: true,
  }),
  remove: route('DELETE /api/users/:id', {
    access: 'users.delete',
    sudo: true,
    summary: 'Takes a user off the lists and ends their sessions; what they did stays in their name.',
    params: byId,
    emits: ['account_updated', 'user_updated'],
    reply: null,
    ifMatch: 'optional',
  }),
  setPermissions: route('PUT /api/users/:id/permissions', {
    access: 'users.edit',
    sudo: true,
    summary: 'Replaces the permissions; flags that are not named are off. Ends their sessions.',
    params: byId,
    body: z.strictObject({ permissions: Permissions }),
    emits: ['account_updated', 'user_updated'],
    reply: ListedUser,
    ifMatch: true,
  }),
  suspend: route('POST /api/users/:id/suspension', {
    access: 'users.edit',
    sudo: true,
    summary: 'Suspends a user; all their sessions end.',
    params: byId,
    emits: ['account_updated', 'user_updated'],
    reply: ListedUser,
  }),
  unsuspend: route('DELETE /api/users/:id/suspension', {
    access: 'users.edit',
    sudo: true,
    summary: 'Lifts a user’s suspension.',
    params: byId,
    emits: ['account_updated', 'user_updated'],
    reply: ListedUser,
  }),
  invite: route('POST /api/users/:id/invitation', {
    access: 'users.edit',
    sudo: true,
    summary: 'Emails the link to set a password again; 409 if a password is set.',
    params: byId,
    emits: ['account_updated', 'user_updated'],
    reply: Invited,
    idempotency: 'none',
  }),
} as const
