import { savedReportsApi } from '#shared/reports/saved-api.ts'
import { reportSchedulesApi } from '#shared/reports/schedules-api.ts'
import type { Limits } from '#server/http/limits.ts'
import { unsubscribeByLink } from '#server/http/unsubscribing.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import {
  createSchedule,
  deleteSchedule,
  listRuns,
  listSchedules,
  pauseSchedule,
  resumeSchedule,
  sendNow,
  updateSchedule,
} from './report-schedules.ts'
import { listRecipients, unsubscribe } from './report-recipients.ts'
import { createSavedReport, deleteSavedReport, listSavedReports, updateSavedReport } from './saved-reports.ts'

export function serveReportSchedules({ read, write }: Serve, deps: ServeDeps & { limits: Limits }): void {
  read(savedReportsApi.listSaved, ({ db, caller, query }) => listSavedReports(db, caller, query))
  write(savedReportsApi.createSaved, (work, { body }) => createSavedReport(work, body))
  write(savedReportsApi.updateSaved, (work, { params, version, body }) =>
    updateSavedReport(work, params.id, version, body),
  )
  write(savedReportsApi.deleteSaved, (work, { params }) => deleteSavedReport(work, params.id))

  const schedules = reportSchedulesApi
  read(schedules.listSchedules, ({ db, caller, query }) => listSchedules(db, caller, query))
  read(schedules.listRuns, ({ db, caller, params, query }) => listRuns(db, caller, params.id, query))
  read(schedules.listRecipients, async ({ db, query }) => ({ data: await listRecipients(db, query.q) }))
  write(schedules.createSchedule, (work, { params, body }) => createSchedule(work, params.id, body))
  write(schedules.updateSchedule, (work, { params, version, body }) => updateSchedule(work, params.id, version, body))
  write(schedules.pauseSchedule, (work, { params }) => pauseSchedule(work, params.id))
  write(schedules.resumeSchedule, (work, { params }) => resumeSchedule(work, params.id))
  write(schedules.sendNow, (work, { params }) => sendNow(work, params.id))
  write(schedules.deleteSchedule, (work, { params }) => deleteSchedule(work, params.id))
  read(schedules.unsubscribe, ({ body, request }) =>
    unsubscribeByLink(deps, schedules.unsubscribe, request.ip, (work) =>
      unsubscribe(work, body.key, body.unsubscribed),
    ),
  )
}
