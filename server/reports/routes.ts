import { businessDate } from '#shared/dates.ts'
import { reportsApi } from '#shared/reports/api.ts'
import { showDashboard } from '#server/flows/show-dashboard.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'

export function serveReports({ read }: Serve, { clock, timeZone }: ServeDeps): void {
  read(reportsApi.dashboard, ({ db, caller, query }) =>
    showDashboard(db, caller, query, businessDate(clock(), timeZone())),
  )
}
