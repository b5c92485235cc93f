import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { hashOf } from '#server/http/session.ts'
import type { Realm } from '#server/identity/login/realms.ts'

export interface ChallengeFor {
  purpose: 'register' | 'enter' | 'second-factor' | 'sudo'
  /** Null if the passkey itself identifies the user. */
  userId: string | null
  realm: Realm
}

export const passkeyRefused = () => new Refusal('INVALID', 'The passkey was not accepted. Try again.')

const lifetimeMinutes = 5

/** A challenge for an authenticator to sign; only its hash is stored. */
export async function newPasskeyChallenge(db: Db, { purpose, userId, realm }: ChallengeFor) {
  const challenge = Uint8Array.from(randomBytes(32))
  const text = Buffer.from(challenge).toString('base64url')
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: hashOf(text),
      purpose,
      user_id: userId,
      realm,
      expires_at: sql<string>`moment() + make_interval(mins => ${lifetimeMinutes})`,
    })
    .execute()
  return challenge
}

/** Uses up the signed challenge; throws INVALID if it is unknown, expired, used, or for another purpose. */
export async function takePasskeyChallenge(
  db: Db | Tx,
  { purpose, userId, realm }: ChallengeFor,
  clientData: string,
): Promise<string> {
  const challenge = signedChallenge(clientData)
  const used = await sql`delete from passkey_challenges where challenge_hash = ${hashOf(challenge)}
    and purpose = ${purpose} and user_id is not distinct from ${userId} and realm = ${realm} and expires_at > moment()`.execute(
    db,
  )
  if (used.numAffectedRows !== 1n) throw passkeyRefused()
  return challenge
}

function signedChallenge(clientData: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8')) as { challenge?: unknown }
    if (typeof challenge === 'string') return challenge
  } catch {
    // told below
  }
  throw passkeyRefused()
}
