import { type RawBuilder, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { mayCall } from '#shared/access/can.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { SavedReport, savedReportsApi } from '#shared/reports/saved-api.ts'
import { reportNamed, reportPath, reports } from '#shared/reports/reports.ts'
import { mayDeleteOthers, mayPauseOthers } from '#shared/reports/schedule-guards.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { containing, listPage, pageOfRows } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import { oneOf } from '#server/db/one-of.ts'
import { savedByName } from '#server/kernel/saved-by-name.ts'
import type { Caller, Work } from '#server/kernel/work.ts'
import { nextVersion } from '#server/db/next-version.ts'

type Row = Omit<SavedReport, 'path'>
type Query = RequestOf<(typeof savedReportsApi.listSaved)['spec']>['query']
type Body = RequestOf<(typeof savedReportsApi.createSaved)['spec']>['body']

/** The reports that the caller may view. */
export const reportsOf = (caller: Caller) =>
  reports.filter(({ access }) => mayCall(caller, access)).map(({ name }) => name)

/** The caller's own and shared saved reports, limited to reports that the caller may view. */
const isSeenBy = (caller: Caller) => {
  const names = reportsOf(caller)
  return names.length === 0
    ? sql`false`
    : sql`((s.owner_id = ${caller.userId} or s.shared) and s.report in ${oneOf(names)})`
}

const columns = (caller: Caller) =>
  selection<Row, { s: 'saved_reports' }>({
    id: 's.id',
    name: 's.name',
    report: 's.report',
    query: 's.query',
    isShared: 's.shared',
    isOwn: sql`s.owner_id = ${caller.userId}`,
    owner: sql`(select u.name from users u where u.id = s.owner_id)`,
    schedules: sql`(select count(*) from report_schedules c where c.saved_report_id = s.id
    and (c.owner_id = ${caller.userId} or ${mayPauseOthers(caller) || mayDeleteOthers(caller)}))`,
    updatedAt: 's.updated_at',
    version: 's.version',
  })

const withPath = (row: Row): SavedReport => ({ ...row, path: reportPath(row.report, row.query) })

export async function listSavedReports(db: Db, caller: Caller, query: Query) {
  const where: RawBuilder<unknown>[] = [isSeenBy(caller)]
  if (query.report) where.push(sql`s.report = ${query.report}`)
  if (query.q) where.push(sql`s.name ilike ${containing(query.q)}`)
  const sort = { by: sql`lower(s.name)`, type: 'text', descending: false } as const
  const listed = await listPage(
    db,
    { columns: columns(caller), from: sql`saved_reports s`, where, sort, id: sql`s.id` },
    query,
  )
  return pageOfRows(listed, withPath)
}

/** Throws NOT_FOUND, also for one that the caller may not see. */
export async function getSavedReport(tx: Db | Tx, caller: Caller, id: string): Promise<SavedReport> {
  const { rows } = await sql<Row>`select ${columns(caller)} from saved_reports s
    where s.id = ${id} and ${isSeenBy(caller)}`.execute(tx)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return withPath(rows[0])
}

/** Throws FORBIDDEN for a report that the caller may not see, INVALID for options that it doesn't have, LIMIT_REACHED, ALREADY_EXISTS. */
export async function createSavedReport(work: Work, { report, name, query, isShared }: Body): Promise<SavedReport> {
  if (!mayCall(work.caller, reportNamed(report).access)) throw new Refusal('FORBIDDEN')
  checkQuery(report, query)
  await saved.checkRoom(work)
  const id = newId()
  const made = await work.tx
    .insertInto('saved_reports')
    .values({ id, owner_id: work.caller.userId, name, report, query: JSON.stringify(query), shared: isShared })
    .onConflict((oc) => oc.expression(sql`owner_id, lower(name)`).doNothing())
    .executeTakeFirstOrThrow()
  if (made.numInsertedOrUpdatedRows === 0n) throw saved.taken()
  work.audit('saved_report.created', 'saved_report', id, { name, report, isShared })
  return getSavedReport(work.tx, work.caller, id)
}

/** Throws NOT_FOUND, FORBIDDEN for another user's report, VERSION_CONFLICT, ALREADY_EXISTS. */
export async function updateSavedReport(
  work: Work,
  id: string,
  version: number,
  { name, query, isShared }: Omit<Body, 'report'>,
): Promise<SavedReport> {
  const { report } = await saved.lockFor(work, id, version, name)
  checkQuery(report, query)
  await work.tx
    .updateTable('saved_reports')
    .set({ name, query: JSON.stringify(query), shared: isShared, version: nextVersion, updated_at: work.now })
    .where('id', '=', id)
    .execute()
  work.audit('saved_report.updated', 'saved_report', id, { name, isShared })
  return getSavedReport(work.tx, work.caller, id)
}

/** Deletes it with its schedules, including those of users it was shared with. Throws NOT_FOUND, FORBIDDEN for another user's report. */
export async function deleteSavedReport(work: Work, id: string): Promise<void> {
  const name = await saved.remove(work, id)
  work.audit('saved_report.deleted', 'saved_report', id, { name })
}

function checkQuery(report: string, query: Body['query']): void {
  if (query.by && !Object.keys(reportNamed(report).dimensions).includes(query.by))
    throw invalid('query.by', 'is not a dimension of this report')
}

const saved = savedByName({ table: 'saved_reports', noun: 'saved report', maxCount: 200, get: getSavedReport })
