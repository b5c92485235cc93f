import { savedReportsApi } from '#shared/reports/saved-api.ts'
import { reportSchedulesApi } from '#shared/reports/schedules-api.ts'
import type { Limits } from '#server/http/limits.ts'
import { unsubscribeLimit } from '#server/http/unsubscribe-limit.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import { command } from '#server/kernel/command.ts'
import { systemCaller } from '#server/kernel/work.ts'
import {
  createSchedule,
  deleteSchedule,
  listRecipients,
  listRuns,
  listSchedules,
  pauseSchedule,
  resumeSchedule,
  sendNow,
  updateSchedule,
} from './report-schedules.ts'
import { unsubscribe } from './report-recipients.ts'
import { createSavedReport, deleteSavedReport, listSavedReports, updateSavedReport } from './saved-reports.ts'

export function serveReportSchedules({ read, write }: Serve, deps: ServeDeps & { limits: Limits }): void {
  const { limits } = deps
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
  // Who has the link of a mail need not be signed in.
  read(schedules.unsubscribe, async ({ body, request }) => {
    const { method, path } = schedules.unsubscribe
    let reply: Awaited<ReturnType<typeof unsubscribe>> | undefined
    await limits.attempt(unsubscribeLimit(request.ip), () =>
      command(
        deps,
        { caller: systemCaller, route: `${method} ${path}`, status: 200 },
        async (work) => {
          reply = await unsubscribe(work, body.key, body.unsubscribed)
        },
        () => '',
      ),
    )
    return reply as NonNullable<typeof reply>
  })
}
