import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { Refusal } from '#shared/http/refusal.ts'
import { type ExportJob, exportRetentionHours, maxRunningExports } from '#shared/delivery/export-jobs-api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { acquireAdvisoryLock, advisoryLocks } from '#server/kernel/advisory-locks.ts'
import type { Work } from '#server/kernel/work.ts'
import { queueJob } from '#server/kernel/queue-job.ts'
import { momentSql } from '#server/db/moment.ts'

const partBytes = 256 * 1024
/** A part ends after this many rows, too, so that the progress of an export of short rows is shown. */
const partRows = 2_000

const columns = sql`id, file_name as "fileName", state, progress, rows, failure, created_at as "createdAt",
  expires_at as "expiresAt",
  coalesce((select sum(length(content)) from export_parts p where p.export_id = e.id), 0)::float8 as bytes`

/** Throws NOT_FOUND, also for another user's export, and for an expired one. */
export async function getExportJob(db: Db | Tx, id: string, ownerId: string): Promise<ExportJob> {
  const { rows } = await sql<ExportJob>`select ${columns} from exports e
    where id = ${id} and owner_id = ${ownerId} and expires_at > moment()`.execute(db)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

/** The name of the list that an export is of. */
export async function listOfExport(db: Db, id: string): Promise<string> {
  const { rows } = await sql<{ list: string }>`select wish->>'list' as list from exports where id = ${id}`.execute(db)
  return rows[0]?.list ?? ''
}

export async function listExportJobs(db: Db, ownerId: string): Promise<ExportJob[]> {
  const { rows } = await sql<ExportJob>`select ${columns} from exports e
    where owner_id = ${ownerId} and expires_at > moment() order by created_at desc, id desc limit 20`.execute(db)
  return rows
}

/** A requested export: a list with its filters, order, format and columns. */
export type ExportRequest = { list: string; query: Record<string, string | number> }
/** An attempt at an export; `runId` distinguishes it from an earlier one that was considered dead. */
export type BegunExport = { id: string; runId: string; ownerId: string; wish: ExportRequest }

/** Throws RATE_LIMITED while the user has the maximum number of exports in progress. */
export async function addExportJob(work: Work, wish: ExportRequest, format: string, rows: number): Promise<ExportJob> {
  const id = newId()
  const { userId } = work.caller
  const fileName = `${wish.list}.${format}`
  // Serialized by user, so that concurrent requests can't exceed the limit.
  await acquireAdvisoryLock(work.tx, advisoryLocks.exportsOf(userId))
  const { rows: open } = await sql`select 1 from exports where owner_id = ${userId}
    and state in ('waiting', 'running')`.execute(work.tx)
  if (open.length >= maxRunningExports) {
    throw new Refusal('RATE_LIMITED', `${open.length} exports are running. Wait for one of them to finish.`, {
      retryAfter: 10,
    })
  }
  await work.tx
    .insertInto('exports')
    .values({
      id,
      owner_id: userId,
      file_name: fileName,
      wish: JSON.stringify(wish),
      rows,
      expires_at: sql<string>`moment() + make_interval(hours => ${exportRetentionHours})`,
    })
    .execute()
  await queueJob(work.tx, 'export-list', { exportId: id }, { id })
  work.audit('export.started', 'export', id, { fileName, rows })
  return getExportJob(work.tx, id, userId)
}

/** Begins an attempt, from the start; null if the export was cancelled. */
export async function beginExport(db: Db, id: string): Promise<BegunExport | null> {
  const runId = newId()
  const rows = await db
    .with('old', (parts) => parts.deleteFrom('export_parts').where('export_id', '=', id))
    .updateTable('exports')
    .set({ state: 'running', run_id: runId, progress: 0 })
    .where('id', '=', id)
    .where('state', 'in', [sql.lit('waiting'), sql.lit('running')])
    .where('expires_at', '>', momentSql)
    .returning(['id', 'owner_id as ownerId', 'wish'])
    .$narrowType<Pick<BegunExport, 'wish'>>()
    .execute()
  return rows[0] ? { ...rows[0], runId } : null
}

export async function cancelExportJob(work: Work, id: string): Promise<ExportJob> {
  const found = await getExportJob(work.tx, id, work.caller.userId)
  if (found.state !== 'waiting' && found.state !== 'running')
    throw new Refusal('ALREADY_DONE', `This export is ${found.state} already.`)
  await work.tx.updateTable('exports').set({ state: 'cancelled' }).where('id', '=', id).execute()
  await sql`delete from export_parts where export_id = ${id}`.execute(work.tx)
  work.audit('export.cancelled', 'export', id)
  return getExportJob(work.tx, id, work.caller.userId)
}

/** Thrown if the export was cancelled, or another attempt took over. */
class Unwanted extends Error {}

/**
 * Stores a file part by part as it is generated. The parts are in the database, so that every process can read them, and are
 * deleted with their export. Stops when the export is cancelled. `written`: rows so far.
 */
export async function writeExport(
  db: Db,
  { id, runId }: BegunExport,
  pieces: AsyncIterable<Buffer>,
  written: () => number,
): Promise<void> {
  let place = 0
  let held: Buffer[] = []
  let size = 0
  let reported = 0
  const flush = async () => {
    const content = Buffer.concat(held)
    held = []
    size = 0
    reported = written()
    const { rows } = await sql`with wanted as (
        update exports set progress = ${reported} where id = ${id} and run_id = ${runId} and state = 'running' returning id)
      insert into export_parts (export_id, place, content) select id, ${place}::int, ${content}::bytea from wanted
      returning place`.execute(db)
    if (rows.length === 0) throw new Unwanted()
    place += 1
  }
  try {
    // Left by an interrupted attempt.
    await sql`delete from export_parts where export_id = ${id}`.execute(db)
    for await (const piece of pieces) {
      held.push(piece)
      size += piece.length
      if (size >= partBytes || written() - reported >= partRows) await flush()
    }
    await flush()
    await db
      .updateTable('exports')
      .set({ state: 'done', progress: written(), rows: written() })
      .where('id', '=', id)
      .where('run_id', '=', runId)
      .where('state', '=', sql.lit('running'))
      .execute()
  } catch (error) {
    if (!(error instanceof Unwanted)) throw error
  }
}

/** Leaves it to another attempt. */
export async function putExportBack(db: Db, { id, runId }: BegunExport): Promise<void> {
  await db
    .updateTable('exports')
    .set({ state: 'waiting' })
    .where('id', '=', id)
    .where('run_id', '=', runId)
    .where('state', '=', sql.lit('running'))
    .execute()
}

export async function endExport(db: Db | Tx, id: string, state: 'failed' | 'cancelled', why: string): Promise<void> {
  await db
    .updateTable('exports')
    .set({ state, failure: state === 'failed' ? why : null })
    .where('id', '=', id)
    .where('state', 'in', [sql.lit('waiting'), sql.lit('running')])
    .execute()
  await sql`delete from export_parts where export_id = ${id}`.execute(db)
}

/** Streams the stored file, one part in memory at a time. */
export async function* exportParts(db: Db, id: string): AsyncGenerator<Buffer> {
  for (let place = 0; ; place += 1) {
    const { rows } = await sql<{ content: Buffer }>`select content from export_parts
      where export_id = ${id} and place = ${place}`.execute(db)
    if (!rows[0]) return
    yield rows[0].content
  }
}

/** Deletes expired files. */
export async function sweepExports(db: Db): Promise<void> {
  await sql`delete from exports where expires_at < moment()`.execute(db)
}
