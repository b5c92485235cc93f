import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/database.ts'

/** Sessions and tokens that are over, limits that no longer count, and devices unused for as long as their cookie lasts. */
export async function deleteExpired(db: Db): Promise<void> {
  await sql`delete from sessions where expires_at < now()`.execute(db)
  await sql`delete from passkey_challenges where expires_at < now()`.execute(db)
  await sql`delete from one_time_tokens where expires_at < now() - interval '1 day'`.execute(db)
  await sql`delete from limits where since < now() - interval '2 days' and coalesce(blocked_until < now(), true)`.execute(
    db,
  )
  await sql`delete from known_devices where last_seen_at < now() - interval '400 days'`.execute(db)
}

/** After a restore: no session, link or token of that day lets anybody in, not even one that was used up since. */
export async function endAllAccess(tx: Tx): Promise<void> {
  for (const table of ['sessions', 'one_time_tokens', 'passkey_challenges', 'account_requests'])
    await sql`delete from ${sql.table(table)}`.execute(tx)
  await sql`update registration_links set revoked_at = now() where used_at is null and revoked_at is null`.execute(tx)
}
