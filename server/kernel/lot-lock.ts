import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import type { Work } from './work.ts'

/**
 * Locks lots in the order of their ids: for changes of lots, and for pieces that come back from a customer by a return or a
 * recall. Reads after this lock see all changes that were made before it.
 */
export async function lockLotRows(work: Work, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)].toSorted()
  work.locks.take('lot', ...wanted)
  await sql`select 1 from lots where id = any(${listOf(wanted)}) order by id for no key update`.execute(work.tx)
}
