import { sql } from 'kysely'
import type { Tx } from '#server/db/database.ts'
import { momentSql } from '#server/db/moment.ts'

/** After a restore: invalidates all sessions, links and tokens in the backup, as some were used up after it was made. */
export async function endAllAccess(tx: Tx): Promise<void> {
  for (const table of ['sessions', 'one_time_tokens', 'passkey_challenges'])
    await sql`delete from ${sql.table(table)}`.execute(tx)
  await tx
    .updateTable('registration_links')
    .set({ revoked_at: momentSql })
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
}
