import { z } from 'zod'
import { text } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { Password, TypedPassword } from '#shared/identity/user.ts'

/** An email address typed into a login form: the response is the same for all of them. */
export const TypedEmail = text(254)
/** The token of a mailed link. */
const Token = z.string().trim().min(1, 'is required').max(200, 'is not valid')
export const newPassword = z.strictObject({ token: Token, password: Password })

/** How staff set a password: by a mailed link, or with the old one. Nobody sets another user's. */
export const passwordApi = {
  forgotPassword: route('POST /api/auth/forgot-password', {
    access: 'public',
    summary: 'Mails a link for a new password, valid for 30 minutes. Known and unknown addresses get the same answer.',
    body: z.strictObject({ email: TypedEmail }),
    emits: [],
    reply: z.object({}),
  }),
  resetPassword: route('POST /api/auth/reset-password', {
    access: 'public',
    summary: 'Sets the password with the single-use token of an emailed link. Ends every session.',
    body: newPassword,
    emits: [],
    reply: z.object({}),
  }),
  changePassword: route('POST /api/auth/password', {
    access: 'session',
    summary: 'Changes the caller’s password. Every other session ends; this one goes on with a new cookie.',
    body: z.strictObject({ currentPassword: TypedPassword, password: Password }),
    emits: ['login_updated'],
    beforeSecondFactor: true,
    reply: z.object({}),
    idempotency: 'none',
  }),
} as const
