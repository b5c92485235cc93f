import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db, Tx } from '#server/db/database.ts'
import { hashOf } from '#server/http/session.ts'
import { momentSql } from '#server/db/moment.ts'

export type Purpose = 'reset' | 'set-password' | 'second-factor'

export const newToken = (): string => randomBytes(32).toString('base64url')

/** The lifetime of a token in minutes. */
const tokenMinutes = { reset: 30, 'set-password': 24 * 60, 'second-factor': 5 } as const satisfies Record<
  Purpose,
  number
>

/** A 256-bit token; only its hash is stored. A token to set a password invalidates all earlier ones of the user. */
export async function issueToken(db: Db | Tx, userId: string, purpose: Purpose) {
  const token = newToken()
  if (purpose !== 'second-factor') await voidTokens(db, userId)
  const rows = await db
    .insertInto('one_time_tokens')
    .values({
      id: newId(),
      token_hash: hashOf(token),
      purpose,
      user_id: userId,
      expires_at: sql<string>`moment() + make_interval(mins => ${tokenMinutes[purpose]})`,
    })
    .returning('expires_at')
    .execute()
  return { token, expiresAt: new Date(rows[0]?.expires_at ?? 0) }
}

/** Invalidates all unused tokens of the user. */
export async function voidTokens(db: Db | Tx, userId: string): Promise<void> {
  await db
    .updateTable('one_time_tokens')
    .set({ used_at: momentSql })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}
