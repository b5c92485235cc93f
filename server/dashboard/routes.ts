import { companySetupApi } from '#shared/dashboard/company-setup-api.ts'
import { businessDate } from '#shared/dates.ts'
import { reportsApi } from '#shared/reports/api.ts'
import { workQueueApi } from '#shared/reports/work-queue-api.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import { getCompanySetup, type IsMailTested, putCompanySetup } from './company-setup.ts'
import { listWork } from './work-queue.ts'
import { showDashboard } from './show-dashboard.ts'

type Deps = ServeDeps & { isMailTested: IsMailTested }

export function serveDashboard({ read, write, answerOf }: Serve, { clock, timeZone, isMailTested }: Deps): void {
  read(reportsApi.dashboard, ({ db, caller, query }) =>
    showDashboard(db, caller, query, businessDate(clock(), timeZone())),
  )
  read(workQueueApi.workQueue, async ({ db, caller, query }) => ({
    data: await listWork(answerOf, db, caller, query.tasks),
  }))
  read(companySetupApi.getCompanySetup, ({ db }) => getCompanySetup(db, isMailTested))
  write(companySetupApi.putCompanySetup, (work, { body, version }) =>
    putCompanySetup(work, body, version, isMailTested),
  )
}
