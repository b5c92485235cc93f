import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import type { Work } from './work.ts'

/**
 * Locks lots in the order of their ids: who changes one, and who takes back pieces of one that a customer has, by a return or for
 * a recall. What is read after it has seen all that were before.
 */
export async function lockLotRows(work: Work, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)].toSorted()
  work.locks.take('lot', ...wanted)
  await sql`select 1 from lots where id = any(${listOf(wanted)}) order by id for no key update`.execute(work.tx)
}
