import { sql } from 'kysely'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { Challenge } from '#shared/identity/second-factor-api.ts'
import type { Db } from '#server/db/database.ts'
import { hashOf } from '#server/http/session.ts'
import { issueToken } from './one-time-tokens.ts'
import { plainCode, stepOf } from './second-factor.ts'

const mostAttempts = 5

/** What a right password alone gets: a short-lived token that a code turns into a session. */
export async function openChallenge(db: Db, userId: string): Promise<Challenge> {
  const { token, expiresAt } = await issueToken(db, userId, 'second-factor')
  return { challenge: token, expiresAt: expiresAt.toISOString() }
}

const isOpen = sql`purpose = 'second-factor' and used_at is null and expires_at > now() and attempts < ${sql.lit(mostAttempts)}`
const over = () => new Refusal('TOKEN_INVALID', 'Log in again: it took too long, or too many codes were wrong.')

/** Whose log-in it is; throws TOKEN_INVALID for one that is over. */
export async function challenged(db: Db, challenge: string): Promise<string> {
  const { rows } = await sql<{ user_id: string }>`select user_id from one_time_tokens
    where token_hash = ${hashOf(challenge)} and ${isOpen}`.execute(db)
  if (!rows[0]) throw over()
  return rows[0].user_id
}

/** Takes a code of the app or a recovery code, each good once; INVALID where it is wrong, and after five of them over. */
export async function answerChallenge(db: Db, challenge: string, code: string, now: Date): Promise<string> {
  const { rows } = await sql<{ user_id: string }>`update one_time_tokens set attempts = attempts + 1
    where token_hash = ${hashOf(challenge)} and ${isOpen} returning user_id`.execute(db)
  const userId = rows[0]?.user_id
  if (!userId) throw over()
  if (!(await takeCode(db, userId, code, now))) throw invalid('code', 'is wrong')
  const used = await sql`update one_time_tokens set used_at = now()
    where token_hash = ${hashOf(challenge)} and used_at is null`.execute(db)
  if (used.numAffectedRows !== 1n) throw over()
  return userId
}

async function takeCode(db: Db, userId: string, code: string, now: Date): Promise<boolean> {
  const typed = plainCode(code)
  if (!/^\d{6}$/.test(typed)) {
    const used = await sql`update recovery_codes set used_at = now()
      where user_id = ${userId} and code_hash = ${hashOf(typed)} and used_at is null`.execute(db)
    return used.numAffectedRows === 1n
  }
  const { rows } = await sql<{ secret: string }>`select secret from second_factors
    where user_id = ${userId} and confirmed_at is not null`.execute(db)
  const step = rows[0] ? stepOf(rows[0].secret, typed, now) : null
  if (step === null) return false
  // Whoever comes second with the same code comes too late.
  const taken = await sql`update second_factors set last_step = ${step}
    where user_id = ${userId} and last_step < ${step}`.execute(db)
  return taken.numAffectedRows === 1n
}
