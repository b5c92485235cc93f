import { mayCall } from '#shared/access/can.ts'
import { exportJobsApi } from '#shared/delivery/export-jobs-api.ts'
import type { ExportedList } from './exported-list.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { tableTypes } from '#server/files/table-file.ts'
import type { Serve } from '#server/http/serve.ts'
import { sendTable } from '#server/http/table-download.ts'
import { streamDownload } from '#server/http/stream-download.ts'
import {
  addExportJob,
  cancelExportJob,
  exportParts,
  getExportJob,
  listExportJobs,
  listOfExport,
} from './export-jobs.ts'
import { accessLost } from './export-job.ts'
import { checkedChoice, columnsOf, type ExportChoice, type ExportSource, type OwnRows, sourceOf } from './list-rows.ts'

/**
 * Exports of every list, at once or, if they are too long, in the background. The lists' own routes must be registered before.
 * `own`: rows of lists whose files have more than their pages. `sources` is filled for the background job.
 */
export function serveExports(
  serve: Serve,
  lists: readonly ExportedList[],
  own: Readonly<Record<string, OwnRows>>,
  sources: Map<string, ExportSource>,
): void {
  const { read, write } = serve
  for (const list of lists) {
    const source = sourceOf(serve, list, own[list.name])
    sources.set(list.name, source)
    read(list.file, async ({ db, caller, query, reply }) => {
      if (!caller) throw new Refusal('NOT_SIGNED_IN')
      const choice = query as ExportChoice
      return sendTable(reply, {
        name: list.name,
        format: choice.format,
        columns: columnsOf(list, choice.columns),
        rows: source.rows(db, caller, choice),
      })
    })
  }
  read(exportJobsApi.listExportJobs, async ({ db, caller }) => ({ data: await listExportJobs(db, caller.userId) }))
  read(exportJobsApi.getExportJob, ({ db, caller, params }) => getExportJob(db, params.id, caller.userId))
  write(exportJobsApi.startExport, async (work, { body }) => {
    const source = sources.get(body.list)
    if (!source) throw new Refusal('INVALID', 'list: is not known', { fields: { list: 'is not known' } })
    const choice = checkedChoice(source.list, work.caller, body.query)
    const rows = await source.count(work.tx, work.caller, choice)
    return addExportJob(work, { list: body.list, query: body.query }, choice.format, rows)
  })
  write(exportJobsApi.cancelExport, (work, { params }) => cancelExportJob(work, params.id))
  read(exportJobsApi.downloadExport, async ({ db, caller, params, reply }) => {
    const { id, state, fileName } = await getExportJob(db, params.id, caller.userId)
    if (state !== 'done') throw new Refusal('NOT_READY', 'This export is not finished.', { details: { state } })
    const source = sources.get(await listOfExport(db, id))
    if (!source || !mayCall(caller, source.list.file.spec.access)) throw new Refusal('FORBIDDEN', accessLost)
    reply
      .type(tableTypes[fileName.endsWith('.xlsx') ? 'xlsx' : 'csv'])
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .header('cache-control', 'private, no-store')
    return streamDownload(reply, exportParts(db, id))
  })
}
