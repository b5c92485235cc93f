import { z } from 'zod'
import { route } from '#shared/http/route.ts'
import { newPassword, TypedEmail } from './password-api.ts'
import { TypedPassword, User } from '#shared/identity/user.ts'

/** The customers' login, with its own sessions: staff can't log in here, nor customers as staff. */
export const portalApi = {
  verifyEmail: route('POST /api/customer-portal/auth/verify-email', {
    access: 'public',
    summary: 'Mails a customer a link to set a password, valid for 24 hours. Every address gets the same answer.',
    body: z.strictObject({ email: TypedEmail }),
    emits: [],
    reply: z.object({}),
  }),
  login: route('POST /api/customer-portal/auth/login', {
    access: 'public',
    summary: 'Signs a customer in; 401 SECOND_FACTOR_NEEDED with `details.challenge` where they set one up.',
    body: z.strictObject({ email: z.string().trim().max(254), password: TypedPassword }),
    emits: [],
    reply: z.object({ user: User }),
  }),
  setPassword: route('POST /api/customer-portal/auth/set-password', {
    access: 'public',
    summary: 'Sets a customer’s password with the single-use token of an emailed link.',
    body: newPassword,
    emits: [],
    reply: z.object({}),
  }),
  logout: route('POST /api/customer-portal/auth/logout', {
    access: 'public',
    summary: 'Ends the session; does nothing when there is none.',
    emits: [],
    reply: z.object({}),
  }),
} as const
