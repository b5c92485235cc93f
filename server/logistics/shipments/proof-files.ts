import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { Db } from '#server/db/database.ts'

/** The stored picture of a signature or photo in a proof or event. Throws NOT_FOUND. */
export async function findProofFile(db: Db, sha256: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select file_id as id from driver_files
    where sha256 = ${sha256} and complete_at is not null order by complete_at limit 1`.execute(db)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0].id
}
