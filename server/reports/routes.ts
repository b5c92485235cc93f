import { businessDate } from '#shared/dates.ts'
import { reportsApi } from '#shared/reports/api.ts'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import { listDeleted, listDeleters } from '#server/flows/list-deleted.ts'
import { purgeDeleted, restoreDeleted } from '#server/flows/restore-deleted.ts'
import { showDashboard } from '#server/flows/show-dashboard.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'

export function serveReports({ read, write }: Serve, { clock, timeZone }: ServeDeps): void {
  read(reportsApi.dashboard, ({ db, caller, query }) =>
    showDashboard(db, caller, query, businessDate(clock(), timeZone())),
  )

  read(deletedApi.listDeleted, ({ db, query }) => listDeleted(db, query))
  read(deletedApi.listDeleters, async ({ db }) => ({ data: await listDeleters(db) }))
  write(deletedApi.restore, async (work, { params, body }) => ({
    restored: await restoreDeleted(work, params.kind, params.id, body),
  }))
  write(deletedApi.purge, (work, { params }) => purgeDeleted(work, params.kind, params.id))
}
