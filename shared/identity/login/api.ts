import { z } from 'zod'
import { Permissions, roles } from '#shared/access/roles.ts'
import { route } from '#shared/http/route.ts'
import { Email, Password, PersonName, Phone, TypedPassword, User } from '#shared/identity/user.ts'

const userReply = z.object({ user: User })

/** Logging in and out, and how the first users get their accounts. */
export const identityApi = {
  setupOpen: route('GET /api/auth/setup-first-admin', {
    access: 'public',
    summary: 'Whether the first administrator can still be set up; 404 once one exists.',
    /** `demo`: the operator has started the server with the demo company. */
    reply: z.object({ open: z.boolean(), demo: z.boolean() }),
  }),
  setupFirstAdmin: route('POST /api/auth/setup-first-admin', {
    access: 'public',
    summary: 'Makes the first administrator with the code that the server printed, and signs them in.',
    body: z.strictObject({
      code: z.string().trim().min(1, 'is required').max(200),
      name: PersonName,
      email: Email,
      password: Password,
      phone: Phone,
      /** Whether to load the demo company; undefined for the setting of the server. */
      demo: z.boolean().optional(),
    }),
    emits: [],
    reply: userReply,
    status: 201,
  }),
  register: route('POST /api/auth/register', {
    access: 'public',
    summary: 'Makes an account by a registration link; role and permissions come from the link, never from here.',
    body: z.strictObject({
      email: Email,
      password: Password,
      role: z.enum(roles).optional(),
      name: PersonName,
      phone: Phone,
      permissions: Permissions.optional(),
      token: z.string().max(200).optional(),
    }),
    emits: ['account_updated'],
    reply: userReply,
    status: 201,
  }),
  login: route('POST /api/auth/login', {
    access: 'public',
    summary: 'Signs staff in; the session is held in a cookie. 401 SECOND_FACTOR_NEEDED carries `details.challenge`.',
    body: z.strictObject({ email: z.string().trim().max(254), password: TypedPassword }),
    emits: [],
    reply: userReply,
  }),
  logout: route('POST /api/auth/logout', {
    access: 'public',
    summary: 'Ends the session; does nothing when there is none.',
    emits: [],
    reply: z.object({}),
  }),
  profile: route('GET /api/auth/profile', {
    access: 'staff',
    summary: 'The signed-in user.',
    beforeSecondFactor: true,
    reply: userReply,
  }),
  customerProfile: route('GET /api/auth/customer-portal/profile', {
    access: 'session',
    summary: 'The signed-in customer; 403 for anybody else.',
    beforeSecondFactor: true,
    reply: userReply,
  }),
  putProfile: route('PUT /api/auth/profile', {
    access: 'session',
    summary: 'Changes the caller’s name and phone.',
    body: z.strictObject({ name: PersonName, phone: Phone }),
    emits: ['account_updated', 'login_updated'],
    beforeSecondFactor: true,
    reply: userReply,
  }),
} as const
