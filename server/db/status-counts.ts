import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/** The number of documents of a table by status, including statuses with 0. */
export async function countByStatus<S extends string>(
  db: Db,
  documents: RawBuilder<unknown>,
  statuses: readonly S[],
): Promise<{ status: S; count: number }[]> {
  const { rows } = await sql<{ status: S; count: number }>`select status, count(*) as count
    from ${documents} group by status`.execute(db)
  const counts = new Map(rows.map((row) => [row.status, row.count]))
  return statuses.map((status) => ({ status, count: counts.get(status) ?? 0 }))
}
