import { z } from 'zod'
import { Timestamp } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { PasskeyOptions, PasskeyProof } from './passkeys-api.ts'
import { Code } from './second-factor-api.ts'
import { TypedPassword } from '#shared/identity/user.ts'

/** The ways to confirm one's identity; users with a password can always use it. */
const proofs = ['password', 'code', 'passkey'] as const
export type SudoProof = (typeof proofs)[number]

const Sudo = z.object({
  /** Until when sudo actions need no further confirmation; null if it has expired. */
  until: Timestamp.nullable(),
  methods: z.array(z.enum(proofs)),
})

/**
 * Routes with `sudo` need a confirmation of the user's identity within the last 15 minutes: a login or one of these. Otherwise
 * they return 403 SUDO_REQUIRED and change nothing.
 */
export const sudoApi = {
  state: route('GET /api/auth/sudo', {
    access: 'session',
    summary: 'Until when the session is confirmed, and how it can be.',
    beforeSecondFactor: true,
    reply: Sudo,
  }),
  begin: route('POST /api/auth/sudo/options', {
    access: 'session',
    summary: 'What a browser needs to confirm the session with a passkey.',
    emits: [],
    beforeSecondFactor: true,
    reply: PasskeyOptions,
    idempotency: 'none',
  }),
  confirm: route('POST /api/auth/sudo', {
    access: 'session',
    summary: 'Confirms the session for 15 minutes by one proof. It goes on with a new cookie.',
    body: z.strictObject({
      password: TypedPassword.optional(),
      code: Code.optional(),
      passkey: PasskeyProof.optional(),
    }),
    emits: [],
    beforeSecondFactor: true,
    reply: z.object({}),
    idempotency: 'none',
  }),
} as const
