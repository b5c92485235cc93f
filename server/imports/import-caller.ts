import { sql } from 'kysely'
import { mayCall } from '#shared/access/can.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { Db } from '#server/db/database.ts'
import type { Caller } from '#server/kernel/work.ts'
import type { ImportKind } from './import-kind.ts'

/** The user who started an import, with their current rights. Throws FORBIDDEN if they may no longer import such rows. */
export async function importCaller(db: Db, userId: string, { calls }: ImportKind): Promise<Caller> {
  const { rows } = await sql<Omit<Caller, 'sessionId'>>`select id as "userId", name, role, permissions from users
    where id = ${userId} and suspended_at is null and deleted_at is null`.execute(db)
  if (!rows[0]) throw new Refusal('FORBIDDEN', 'Who started this import may not come in any more.')
  if (!mayCall(rows[0], calls.runImport.spec.access))
    throw new Refusal('FORBIDDEN', 'Who started this import no longer has the right to it.')
  return { ...rows[0], sessionId: userId }
}
