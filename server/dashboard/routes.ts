import { businessDate } from '#shared/dates.ts'
import { reportsApi } from '#shared/reports/api.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import { showDashboard } from './show-dashboard.ts'

export function serveDashboard({ read }: Serve, { clock, timeZone }: ServeDeps): void {
  read(reportsApi.dashboard, ({ db, caller, query }) =>
    showDashboard(db, caller, query, businessDate(clock(), timeZone())),
  )
}
