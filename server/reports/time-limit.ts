import { sql } from 'kysely'
import { invalid } from '#shared/http/refusal.ts'
import { slowReportSeconds } from '#shared/reports/report.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** PostgreSQL's error code for a statement timeout (query_canceled). */
const cancelled = '57014'

/** Runs a report over records instead of daily sums, with a time limit per statement. Throws INVALID if that is not enough. */
export async function withTimeLimit<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(async (tx) => {
      await sql.raw(`set local statement_timeout = '${slowReportSeconds}s'`).execute(tx)
      return work(tx)
    })
  } catch (error) {
    if ((error as { code?: string }).code !== cancelled) throw error
    throw invalid('range', `has too many records to add up in ${slowReportSeconds} seconds: choose a shorter one`)
  }
}
