import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { Passkey, passkeysApi } from '#shared/identity/profile/passkeys-api.ts'
import { recordAudit } from '#server/kernel/audit.ts'
import type { Database, Db, Tx } from '#server/db/database.ts'
import { queueMail } from '#server/kernel/mail.ts'
import type { Work } from '#server/kernel/work.ts'
import { mails } from '#server/identity/login/mails.ts'
import { newPasskeyChallenge, passkeyRefused, takePasskeyChallenge } from './passkey-challenges.ts'
import { type RelyingParty, webAuthn } from './passkey-proofs.ts'
import { realmOf } from '#server/identity/login/realms.ts'
import { dropCodesWithoutFactor, newRecoveryCodes } from './recovery-codes.ts'
import { endEverySession } from '#server/identity/login/sessions.ts'
import { getUser } from '#server/identity/login/sign-in.ts'

const maxPasskeys = 20
/** Ed25519, P-256 and RSA, the algorithms of common authenticators. */
const algorithms = [-8, -7, -257]
const columns = ['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'] as const

export async function listPasskeys(db: Db, userId: string): Promise<{ data: Passkey[] }> {
  const data = await db
    .selectFrom('passkeys')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return { data }
}

/** The options for a browser to create a passkey; an authenticator that has one of the user's creates no second. */
export async function beginPasskey(db: Db, rp: RelyingParty, userId: string) {
  const user = await getUser(db, userId)
  const { rows } = await sql<{ id: string; transports: string[] }>`select credential_id as id, transports from passkeys
    where user_id = ${userId}`.execute(db)
  if (rows.length >= maxPasskeys)
    throw new Refusal('LIMIT_REACHED', `You have ${maxPasskeys} passkeys. Delete one first.`)
  const challenge = await newPasskeyChallenge(db, { purpose: 'register', userId, realm: realmOf(user.role) })
  const { generateRegistrationOptions } = await webAuthn()
  return {
    ...(await generateRegistrationOptions({
      rpName: 'Wardstock',
      rpID: rp.id,
      userName: user.email,
      userDisplayName: user.name,
      userID: new TextEncoder().encode(userId),
      challenge,
      excludeCredentials: rows,
      attestationType: 'none',
      supportedAlgorithmIDs: algorithms,
      // It is enough to log in: it identifies its user, and requires user verification.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })),
  }
}

type NewPasskey = RequestOf<(typeof passkeysApi.add)['spec']>['body']

/** Stores a new passkey. All sessions end; `alongside` starts a new one for the caller. */
export async function addPasskey(
  database: Database,
  rp: RelyingParty,
  userId: string,
  { name, passkey }: NewPasskey,
  alongside: (tx: Tx) => Promise<void>,
): Promise<{ passkey: Passkey; recoveryCodes: string[] | null }> {
  const { role } = await getUser(database.db, userId)
  const realm = realmOf(role)
  const challengeFor = { purpose: 'register', userId, realm } as const
  const challenge = await takePasskeyChallenge(database.db, challengeFor, passkey.response.clientDataJSON)
  const { authenticatorAttachment: _, response, ...rest } = passkey
  const { transports = [], ...made } = response
  const { verifyRegistrationResponse } = await webAuthn()
  const verified = await verifyRegistrationResponse({
    response: { ...rest, clientExtensionResults: {}, response: made },
    expectedChallenge: challenge,
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null)
  if (!verified?.verified) throw passkeyRefused()
  const { credential } = verified.registrationInfo
  return database.transaction(async (tx, locks) => {
    locks.take('users', userId)
    await sql`select 1 from users where id = ${userId} for no key update`.execute(tx)
    const rows = await tx
      .insertInto('passkeys')
      .values({
        id: newId(),
        user_id: userId,
        realm,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports,
        name,
      })
      .onConflict((oc) => oc.column('credential_id').doNothing())
      .returning(columns)
      .execute()
    const [added] = rows
    if (!added) throw new Refusal('ALREADY_EXISTS', 'This passkey is already registered.')
    await changed(tx, userId, 'added', added)
    await alongside(tx)
    return { passkey: added, recoveryCodes: await newRecoveryCodes(tx, userId, { onlyFirst: true }) }
  })
}

export async function renamePasskey(work: Work, id: string, name: string): Promise<Passkey> {
  const { userId } = work.caller
  const rows = await work.tx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(columns)
    .execute()
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  work.audit('passkey.renamed', 'user', userId, { passkey: id, name })
  return rows[0]
}

/** Deletes one of the user's own passkeys; throws NOT_FOUND. All sessions end; `alongside` starts a new one for the caller. */
export async function removePasskey(
  database: Database,
  userId: string,
  id: string,
  alongside: (tx: Tx) => Promise<void>,
): Promise<void> {
  await database.transaction(async (tx, locks) => {
    locks.take('users', userId)
    await sql`select 1 from users where id = ${userId} for no key update`.execute(tx)
    const rows = await tx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning(columns)
      .execute()
    if (!rows[0]) throw new Refusal('NOT_FOUND')
    await dropCodesWithoutFactor(tx, userId)
    await changed(tx, userId, 'deleted', rows[0])
    await alongside(tx)
  })
}

async function changed(tx: Tx, userId: string, what: 'added' | 'deleted', { id, name }: Passkey): Promise<void> {
  await endEverySession(tx, userId)
  await queueMail(tx, mails.passkeyChanged(await getUser(tx, userId), name, what))
  await recordAudit(tx, userId, {
    act: `passkey.${what}`,
    entity: 'user',
    entityId: userId,
    details: { passkey: id, name },
  })
}
