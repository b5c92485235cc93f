import { sql } from 'kysely'
import type { PasskeyProof } from '#shared/identity/profile/passkeys-api.ts'
import { recordAudit } from '#server/kernel/audit.ts'
import type { Database, Db } from '#server/db/database.ts'
import { momentSql } from '#server/db/moment.ts'
import { type ChallengeFor, newPasskeyChallenge, passkeyRefused, takePasskeyChallenge } from './passkey-challenges.ts'

/** The relying party of passkeys: host and origin of the public address. */
export interface RelyingParty {
  id: string
  origin: string
}

export function relyingPartyOf(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/** Loaded with the first passkey, to save memory in companies without any. */
export const webAuthn = () => import('@simplewebauthn/server')

/** The options for a browser to sign in with a passkey: one of the user's, or any if the user is unknown. */
export async function passkeyOptions(db: Db, rp: RelyingParty, challengeFor: ChallengeFor) {
  const { rows } = await sql<{ id: string; transports: string[] }>`select credential_id as id, transports from passkeys
    where user_id = ${challengeFor.userId} and realm = ${challengeFor.realm} order by created_at`.execute(db)
  const { generateAuthenticationOptions } = await webAuthn()
  return {
    ...(await generateAuthenticationOptions({
      rpID: rp.id,
      challenge: await newPasskeyChallenge(db, challengeFor),
      allowCredentials: rows,
      userVerification: 'required',
    })),
  }
}

interface StoredPasskey {
  id: string
  user_id: string
  public_key: Buffer
  transports: string[]
}

/** The user whose passkey has signed; throws INVALID if anything doesn't match. The challenge is used up either way. */
export async function takePasskey(
  { db, transaction }: Database,
  rp: RelyingParty,
  challengeFor: ChallengeFor,
  { authenticatorAttachment: _ignored, ...proof }: PasskeyProof,
): Promise<string> {
  const challenge = await takePasskeyChallenge(db, challengeFor, proof.response.clientDataJSON)
  const { rows } = await sql<StoredPasskey>`select k.id, k.user_id, k.public_key, k.transports
    from passkeys k join users u on u.id = k.user_id
    where k.credential_id = ${proof.id} and k.realm = ${challengeFor.realm} and k.user_id = coalesce(${challengeFor.userId}::uuid, k.user_id)
      and k.realm = case u.role when 'customer' then 'customer' else 'staff' end
      and u.suspended_at is null and u.deleted_at is null`.execute(db)
  const [stored] = rows
  const { userHandle, ...response } = proof.response
  if (!stored || (userHandle && Buffer.from(userHandle, 'base64url').toString('utf8') !== stored.user_id))
    throw passkeyRefused()
  const { verifyAuthenticationResponse } = await webAuthn()
  const verified = await verifyAuthenticationResponse({
    response: { ...proof, clientExtensionResults: {}, response },
    expectedChallenge: challenge,
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    // Lower than any counter: the update statement below checks the counter, so that only one of two concurrent logins
    // succeeds.
    credential: { id: proof.id, publicKey: new Uint8Array(stored.public_key), counter: -1 },
    requireUserVerification: true,
  }).catch(() => null)
  if (!verified?.verified) throw passkeyRefused()
  const { newCounter } = verified.authenticationInfo
  const counted = await db
    .updateTable('passkeys')
    .set({ counter: newCounter, last_used_at: momentSql })
    .where('id', '=', stored.id)
    .where(sql<boolean>`(counter < ${newCounter} or (counter = 0 and ${newCounter}::bigint = 0))`)
    .executeTakeFirstOrThrow()
  if (counted.numUpdatedRows === 1n) return stored.user_id
  // A counter that doesn't increase indicates a cloned passkey.
  await transaction((tx) =>
    recordAudit(tx, stored.user_id, {
      act: 'passkey.refusedAsCopy',
      entity: 'user',
      entityId: stored.user_id,
      details: { passkey: stored.id, counter: newCounter },
    }),
  )
  throw passkeyRefused()
}
