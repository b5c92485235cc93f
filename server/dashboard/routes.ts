import { businessDate } from '#shared/dates.ts'
import { reportsApi } from '#shared/reports/api.ts'
import { workQueueApi } from '#shared/reports/work-queue-api.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import { listWork } from './work-queue.ts'
import { showDashboard } from './show-dashboard.ts'

export function serveDashboard({ read, answerOf }: Serve, { clock, timeZone }: ServeDeps): void {
  read(reportsApi.dashboard, ({ db, caller, query }) =>
    showDashboard(db, caller, query, businessDate(clock(), timeZone())),
  )
  read(workQueueApi.workQueue, async ({ db, caller, query }) => ({
    data: await listWork(answerOf, db, caller, query.tasks),
  }))
}
