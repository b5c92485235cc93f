import { z } from 'zod'
import { Timestamp } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { PasskeyOptions, PasskeyProof } from './passkeys-api.ts'
import { Code } from './second-factor-api.ts'
import { TypedPassword } from '#shared/identity/user.ts'

/** How somebody can show that it is them; the password is always one of them where they have one. */
const proofs = ['password', 'code', 'passkey'] as const
export type SudoProof = (typeof proofs)[number]

const Sudo = z.object({
  /** Until when acts with consequences need no further proof; null where that is over. */
  until: Timestamp.nullable(),
  methods: z.array(z.enum(proofs)),
})

/**
 * Acts with consequences (routes with `sudo`) need a proof of who asks from the last 15 minutes: a log-in or one of these.
 * Without it they answer 403 SUDO_REQUIRED and have done nothing.
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
