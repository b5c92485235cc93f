import { z } from 'zod'
import { byId } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { User } from '#shared/identity/user.ts'

/** Six digits of the authenticator app or a recovery code, with or without spaces. */
export const Code = z.string().trim().min(1, 'is required').max(40, 'is not a code')

export const SecondFactor = z.object({
  /** An authenticator app. */
  enabled: z.boolean(),
  /** The number of passkeys; each is a second factor as well. */
  passkeys: z.number().int(),
  /** The company requires it of this user (settings: security.requireSecondFactorForAdmins). */
  required: z.boolean(),
  recoveryCodesLeft: z.number().int(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** The `details` of 401 SECOND_FACTOR_NEEDED. */
export const Challenge = z.object({
  challenge: z.string(),
  expiresAt: z.string(),
  /** Recovery codes count as `code`. */
  methods: z.array(z.enum(['code', 'passkey'])),
})
export type Challenge = z.infer<typeof Challenge>

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

/** Logging in with a code of an authenticator app after the password. */
export const secondFactorApi = {
  answer: route('POST /api/auth/second-factor', {
    access: 'public',
    summary: 'Finishes a log-in that answered SECOND_FACTOR_NEEDED: for staff and customers alike.',
    body: z.strictObject({ challenge: z.string().min(1, 'is required').max(200), code: Code }),
    emits: [],
    reply: z.object({ user: User }),
  }),
  state: route('GET /api/auth/second-factor', {
    access: 'session',
    summary: 'Whether the caller’s second factor is set up.',
    beforeSecondFactor: true,
    reply: SecondFactor,
  }),
  setUp: route('POST /api/auth/second-factor/set-up', {
    access: 'session',
    sudo: true,
    summary: 'A new secret for an authenticator app; it counts once a code of it is confirmed.',
    emits: ['login_updated'],
    beforeSecondFactor: true,
    reply: z.object({ secret: z.string(), uri: z.string() }),
    idempotency: 'none',
  }),
  confirm: route('POST /api/auth/second-factor/confirmation', {
    access: 'session',
    sudo: true,
    summary: 'Turns the second factor on; answers the recovery codes, once. Every other session ends.',
    body: z.strictObject({ code: Code }),
    emits: ['login_updated'],
    beforeSecondFactor: true,
    reply: recoveryCodes,
    idempotency: 'none',
  }),
  renewRecoveryCodes: route('POST /api/auth/second-factor/recovery-codes', {
    access: 'session',
    sudo: true,
    summary: 'Replaces the recovery codes by ten new ones.',
    emits: ['login_updated'],
    beforeSecondFactor: true,
    reply: recoveryCodes,
    idempotency: 'none',
  }),
  disable: route('POST /api/auth/second-factor/removal', {
    access: 'session',
    sudo: true,
    summary: 'Turns the caller’s second factor off. Every other session ends.',
    emits: ['login_updated'],
    beforeSecondFactor: true,
    reply: z.object({}),
    idempotency: 'none',
  }),
  disableOfUser: route('DELETE /api/users/:id/second-factor', {
    access: 'admin',
    sudo: true,
    summary: 'Turns the second factor of a user off who lost their phone; ends their sessions and mails them.',
    params: byId,
    emits: ['account_updated', 'user_updated'],
    reply: null,
  }),
} as const
