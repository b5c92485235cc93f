import { sql } from 'kysely'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { Challenge } from '#shared/identity/profile/second-factor-api.ts'
import type { Db } from '#server/db/database.ts'
import { hashOf } from '#server/http/session.ts'
import { issueToken } from '#server/identity/login/one-time-tokens.ts'
import { plainCode, takeRecoveryCode } from './recovery-codes.ts'
import type { Seal } from '#server/kernel/seal.ts'
import { momentSql } from '#server/db/moment.ts'
import { stepOf } from './second-factor.ts'

const maxAttempts = 5

/** The result of a right password if a second factor is on: a short-lived token that a code turns into a session. */
export async function openChallenge(db: Db, userId: string): Promise<Challenge> {
  const { token, expiresAt } = await issueToken(db, userId, 'second-factor')
  const { rows } = await sql<{ code: boolean; passkey: boolean }>`select
    exists (select 1 from recovery_codes where user_id = ${userId} and used_at is null)
      or exists (select 1 from second_factors where user_id = ${userId} and confirmed_at is not null) as code,
    exists (select 1 from passkeys where user_id = ${userId}) as passkey`.execute(db)
  const methods = (['code', 'passkey'] as const).filter((method) => rows[0]?.[method])
  return { challenge: token, expiresAt: expiresAt.toISOString(), methods }
}

const isOpen = sql<boolean>`purpose = 'second-factor' and used_at is null and expires_at > moment() and attempts < ${sql.lit(maxAttempts)}`
const over = () => new Refusal('TOKEN_INVALID', 'Log in again. The attempt timed out or too many codes were wrong.')

/** The user who is logging in; throws TOKEN_INVALID if the challenge is over. */
export async function challenged(db: Db, challenge: string): Promise<string> {
  const { rows } = await sql<{ user_id: string }>`select user_id from one_time_tokens
    where token_hash = ${hashOf(challenge)} and ${isOpen}`.execute(db)
  if (!rows[0]) throw over()
  return rows[0].user_id
}

/** Counts an attempt: a challenge allows five codes. */
export async function tryChallenge(db: Db, challenge: string): Promise<string> {
  const rows = await db
    .updateTable('one_time_tokens')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('token_hash', '=', hashOf(challenge))
    .where(isOpen)
    .returning('user_id')
    .execute()
  const userId = rows[0]?.user_id
  if (!userId) throw over()
  return userId
}

/** Uses up the challenge; of two concurrent right codes only one succeeds. */
export async function closeChallenge(db: Db, challenge: string): Promise<void> {
  const used = await db
    .updateTable('one_time_tokens')
    .set({ used_at: momentSql })
    .where('token_hash', '=', hashOf(challenge))
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (used.numUpdatedRows !== 1n) throw over()
}

/** Checks a code of the app or a recovery code, each valid once; throws INVALID if it is wrong. */
export async function takeCode(db: Db, seal: Seal, userId: string, code: string, now: Date): Promise<void> {
  const typed = plainCode(code)
  if (!/^\d{6}$/.test(typed)) {
    if (await takeRecoveryCode(db, userId, typed)) return
    throw invalid('code', 'is wrong')
  }
  const { rows } = await sql<{ secret: string }>`select secret from second_factors
    where user_id = ${userId} and confirmed_at is not null`.execute(db)
  const secret = rows[0] ? seal.open(rows[0].secret, userId) : null
  if (rows[0] && secret === null)
    throw invalid('code', 'can’t be checked: the key of the server was changed. Use a recovery code')
  const step = secret === null ? null : stepOf(secret, typed, now)
  if (step === null) throw invalid('code', 'is wrong')
  // Of two requests with the same code, the second fails.
  const taken = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirstOrThrow()
  if (taken.numUpdatedRows !== 1n) throw invalid('code', 'is wrong')
}
