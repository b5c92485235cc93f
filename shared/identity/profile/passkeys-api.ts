import { z } from 'zod'
import { byId, Id, text, Timestamp } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { User } from '#shared/identity/user.ts'

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

/** The options for the authenticator, in the format of the WebAuthn standard. */
export const PasskeyOptions = z.record(z.string(), z.unknown())

const part = z.string().min(1, 'is required').max(20_000, 'is too long')
const credential = {
  id: part.max(1400, 'is too long'),
  rawId: part.max(1400, 'is too long'),
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(40).nullish(),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
}

/** A new passkey from the authenticator. Fields that newer browsers add are dropped. */
const NewPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: part,
    attestationObject: part,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
})
/** The signature of a passkey. */
export const PasskeyProof = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: part,
    authenticatorData: part,
    signature: part,
    userHandle: part.max(200, 'is too long').nullish(),
  }),
})
export type PasskeyProof = z.output<typeof PasskeyProof>

const PasskeyName = text(60)

/** Passkeys, stored in a phone, a computer or a security key: a second factor beside the password, or a login without it. */
export const passkeysApi = {
  list: route('GET /api/auth/passkeys', {
    access: 'session',
    summary: 'The caller’s passkeys, newest first.',
    beforeSecondFactor: true,
    reply: z.object({ data: z.array(Passkey) }),
  }),
  begin: route('POST /api/auth/passkeys/options', {
    access: 'session',
    sudo: true,
    summary: 'What a browser needs to make a passkey; good once, for five minutes.',
    emits: [],
    beforeSecondFactor: true,
    reply: PasskeyOptions,
    idempotency: 'none',
  }),
  add: route('POST /api/auth/passkeys', {
    access: 'session',
    sudo: true,
    summary: 'Saves a new passkey and ends all other sessions. The first second factor returns recovery codes once.',
    body: z.strictObject({ name: PasskeyName, passkey: NewPasskey }),
    emits: ['login_updated'],
    beforeSecondFactor: true,
    reply: z.object({ passkey: Passkey, recoveryCodes: z.array(z.string()).nullable() }),
    status: 201,
    idempotency: 'none',
  }),
  rename: route('PUT /api/auth/passkeys/:id', {
    access: 'session',
    summary: 'Renames one of the caller’s passkeys.',
    params: byId,
    body: z.strictObject({ name: PasskeyName }),
    emits: ['login_updated'],
    beforeSecondFactor: true,
    reply: Passkey,
  }),
  remove: route('DELETE /api/auth/passkeys/:id', {
    access: 'session',
    sudo: true,
    summary: 'Deletes one of the caller’s passkeys. Every other session ends.',
    params: byId,
    emits: ['login_updated'],
    beforeSecondFactor: true,
    reply: z.object({}),
    idempotency: 'none',
  }),
  beginLogin: route('POST /api/auth/passkey-login/options', {
    access: 'public',
    summary: 'What a browser needs to log in with a passkey alone; says nothing of who has one.',
    body: z.strictObject({ realm: z.enum(['staff', 'customer']) }),
    emits: [],
    reply: PasskeyOptions,
  }),
  login: route('POST /api/auth/passkey-login', {
    access: 'public',
    summary: 'Logs in with a passkey alone, on the staff’s or the customers’ login page.',
    body: z.strictObject({ realm: z.enum(['staff', 'customer']), passkey: PasskeyProof }),
    emits: [],
    reply: z.object({ user: User }),
  }),
  beginSecondFactor: route('POST /api/auth/second-factor/passkey-options', {
    access: 'public',
    summary: 'What a browser needs to finish a log-in with a passkey.',
    body: z.strictObject({ challenge: z.string().min(1, 'is required').max(200) }),
    emits: [],
    reply: PasskeyOptions,
  }),
  secondFactor: route('POST /api/auth/second-factor/passkey', {
    access: 'public',
    summary: 'Finishes a log-in that answered SECOND_FACTOR_NEEDED with a passkey.',
    body: z.strictObject({ challenge: z.string().min(1, 'is required').max(200), passkey: PasskeyProof }),
    emits: [],
    reply: z.object({ user: User }),
  }),
} as const
