import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** Deletes expired sessions and tokens, outdated rate limits, and devices unused for as long as their cookie lasts. */
export async function deleteExpired(db: Db): Promise<void> {
  await sql`delete from sessions where expires_at < moment()`.execute(db)
  await sql`delete from passkey_challenges where expires_at < moment()`.execute(db)
  await sql`delete from one_time_tokens where expires_at < moment() - interval '1 day'`.execute(db)
  await sql`delete from limits where since < moment() - interval '2 days' and coalesce(blocked_until < moment(), true)`.execute(
    db,
  )
  await sql`delete from known_devices where last_seen_at < moment() - interval '400 days'`.execute(db)
}
