import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { Db } from '#server/db/database.ts'
import type { Caller } from '#server/kernel/work.ts'

/** Who started an import, with the rights that they have now. Throws FORBIDDEN for who may not come in any more. */
export async function importCaller(db: Db, userId: string): Promise<Caller> {
  const { rows } = await sql<Omit<Caller, 'sessionId'>>`select id as "userId", name, role, permissions from users
    where id = ${userId} and suspended_at is null and deleted_at is null`.execute(db)
  if (!rows[0]) throw new Refusal('FORBIDDEN', 'Who started this import may not come in any more.')
  return { ...rows[0], sessionId: userId }
}
