import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { Db } from '#server/db/database.ts'
import type { Replica } from '#server/db/replica.ts'
import { isDatabaseAway } from '#server/db/database-refusals.ts'
import type { Caller } from '#server/kernel/work.ts'
import { tableFile } from '#server/files/table-file.ts'
import { JobFailed, type JobHandler, JobInterrupted } from '#server/kernel/job-contract.ts'
import { momentSql } from '#server/db/moment.ts'
import { type BegunExport, beginExport, endExport, putExportBack, writeExport } from './export-jobs.ts'
import { checkedChoice, columnsOf, type ExportSource } from './list-rows.ts'

export const accessLost = 'You no longer have access to this list.'
const failure = 'The server failed. The error has been logged. Try again.'

/** Runs long exports, one at a time in each process. An interrupted export starts again. */
export function exportJob(
  db: Db,
  replica: Replica,
  sources: ReadonlyMap<string, ExportSource>,
): JobHandler<'export-list'> {
  return {
    async run({ data: { exportId }, signal }) {
      const begun = await beginExport(db, exportId)
      if (!begun) return
      try {
        await make(db, replica, sources, begun, signal)
      } catch (error) {
        if (error instanceof JobInterrupted || isDatabaseAway(error)) {
          await putExportBack(db, begun)
          throw error
        }
        const isRefused = error instanceof Refusal && error.code === 'FORBIDDEN'
        await endExport(db, exportId, 'failed', isRefused ? accessLost : failure)
        if (!isRefused) throw new JobFailed((error as Error).message, { cause: error })
      }
    },
    async missing() {
      const { rows } = await sql<{ id: string }>`select id from exports where state in ('waiting', 'running')
        order by id`.execute(db)
      return rows.map(({ id }) => ({ id, data: { exportId: id } }))
    },
    onAbandon: (tx, { data: { exportId } }, { isCancelled }) =>
      endExport(tx, exportId, isCancelled ? 'cancelled' : 'failed', failure),
    async onRunAgain({ tx }, { exportId }) {
      const rows = await tx
        .updateTable('exports')
        .set({ state: 'waiting', failure: null })
        .where('id', '=', exportId)
        .where('state', 'in', [sql.lit('failed'), sql.lit('cancelled')])
        .where('expires_at', '>', momentSql)
        .returning('id')
        .execute()
      if (rows.length === 0) throw new Refusal('ALREADY_DONE', 'This export is done, or too old.')
    },
  }
}

async function make(
  db: Db,
  replica: Replica,
  sources: ReadonlyMap<string, ExportSource>,
  begun: BegunExport,
  signal: AbortSignal,
): Promise<void> {
  const { ownerId, wish } = begun
  const source = sources.get(wish.list)
  if (!source) throw new Error(`There is no list ${wish.list}`)
  const caller = await ownerOf(db, ownerId)
  const choice = checkedChoice(source.list, caller, wish.query)
  const shown = columnsOf(source.list, choice.columns)
  let written = 0
  async function* cells(from: Db, rowsOf: ExportSource) {
    for await (const rows of rowsOf.rows(from, caller, choice)) {
      if (signal.aborted) throw new JobInterrupted()
      written += rows.length
      yield rows.map((row) => shown.map((column) => column.cell(row)))
    }
  }
  const headers = shown.map((column) => column.header)
  await replica.read((from) => {
    written = 0
    return writeExport(db, begun, tableFile(choice.format, wish.list, headers, cells(from, source)), () => written)
  })
}

/** The user who requested it, with their current rights. Throws FORBIDDEN if they can't log in any more. */
async function ownerOf(db: Db, id: string): Promise<Caller> {
  const { rows } = await sql<Omit<Caller, 'sessionId'>>`select id as "userId", name, role, permissions,
      account_id as "accountId" from users
    where id = ${id} and suspended_at is null and deleted_at is null`.execute(db)
  if (!rows[0]) throw new Refusal('FORBIDDEN')
  return { ...rows[0], sessionId: id }
}
