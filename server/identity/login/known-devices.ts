import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '#server/db/database.ts'
import { hashOf } from '#server/http/session.ts'
import { momentSql } from '#server/db/moment.ts'
import { newToken } from './one-time-tokens.ts'
import { emailKey } from './sign-in.ts'

/** The device, if the user with this address has logged in with it before, else null. Called for every login alike. */
export async function recognizeDevice(db: Db, token: string | null, email: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select d.id from known_devices d join users u on u.id = d.user_id
    where d.token_hash = ${hashOf(token ?? '')} and u.email_key = ${emailKey(email)} and u.deleted_at is null`.execute(
    db,
  )
  return rows[0]?.id ?? null
}

/** Stores the device as known; `token` is null if the browser has the right cookie already. */
export async function rememberDevice(
  db: Db,
  token: string | null,
  userId: string,
): Promise<{ id: string; token: string | null }> {
  const rows = await db
    .updateTable('known_devices')
    .set({ last_seen_at: momentSql })
    .where('token_hash', '=', hashOf(token ?? ''))
    .where('user_id', '=', userId)
    .returning('id')
    .execute()
  if (rows[0]) return { id: rows[0].id, token: null }
  const id = newId()
  const fresh = newToken()
  await db
    .insertInto('known_devices')
    .values({ id, token_hash: hashOf(fresh), user_id: userId })
    .execute()
  return { id, token: fresh }
}
