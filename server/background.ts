import { closingBalancesJob } from '#server/accounting/closing-balances.ts'
import { sealAudit } from '#server/kernel/audit-seals.ts'
import type { CommandDeps } from '#server/kernel/command.ts'
import type { FastifyBaseLogger } from 'fastify'
import { exportJob } from '#server/delivery/export-job.ts'
import { sweepExports } from '#server/delivery/export-jobs.ts'
import type { ExportSource } from '#server/delivery/list-rows.ts'
import { mailJob } from '#server/delivery/mail-job.ts'
import { forgetOldSecrets } from '#server/delivery/mail-list.ts'
import type { MailSender } from '#server/delivery/mail-sender.ts'
import type { Replica } from '#server/db/replica.ts'
import type { StoredFiles } from '#server/files/stored-files.ts'
import { expireEstimates } from '#server/flows/orders/expire-estimates.ts'
import { notifyExpiredParcels, releaseExpiredLots, renewAvailable } from '#server/flows/stock/release-expired-lots.ts'
import { remindOverdue } from '#server/flows/money/remind.ts'
import { deleteExpired } from '#server/identity/login/delete-expired.ts'
import { measureRouteJob } from '#server/flows/deliveries/measure-route.ts'
import { forgetLegs, type MeasureRoads } from '#server/logistics/routes/road-legs.ts'
import { forgetPositions } from '#server/logistics/driver/positions.ts'
import { sweepImages } from '#server/inventory/products/product-image-routes.ts'
import { backOrderJob } from '#server/flows/stock/commit-back-orders.ts'
import { reportFailedJob } from '#server/jobs/report-failed-job.ts'
import { planReportMails, sendReportJob } from '#server/reports/schedules/send-reports.ts'
import { deleteOldNotifications } from '#server/notifications/notifications.ts'
import { sendDigests } from '#server/notifications/send-digests.ts'
import { passwordLinkJob } from '#server/identity/login/password-links.ts'
import { purgeLog, retentionJob } from '#server/retention/jobs.ts'
import { messageJob, type SendMessage } from '#server/retention/send-messages.ts'
import type { JobHandler, JobHandlers } from '#server/kernel/job-contract.ts'
import { forecastJob } from '#server/reports/forecast/keep-forecasts.ts'
import { mergeSums } from '#server/reports/read-models.ts'
import { proofJob, proofPlan } from '#server/integrity/integrity-job.ts'

interface Parts {
  files: StoredFiles
  sender: MailSender
  /** Sends retention messages. */
  send: SendMessage
  /** For long exports, scheduled reports and the integrity check. */
  replica: Replica
  /** The lists that can be exported by a job. */
  exportSources: ReadonlyMap<string, ExportSource>
  /** Measures distances by road. */
  measure: MeasureRoads
  imports: JobHandler<'run-import'>
  /** Loads the demo company; undefined if there is none. */
  loadDemo?: ((adminId: string, start: number) => Promise<void>) | undefined
  log: FastifyBaseLogger
}

/** The handlers of all kinds of jobs: the only place where the features' jobs are put together. */
export function jobHandlers(deps: CommandDeps, parts: Parts): JobHandlers {
  const { database } = deps
  const { db } = database
  const { files, replica, sender, send, exportSources, measure, imports, loadDemo, log } = parts
  const handlers: JobHandlers = {
    'send-mail': mailJob(db, sender),
    'send-password-link': passwordLinkJob(database),
    'allocate-back-orders': backOrderJob(deps),
    'export-list': exportJob(db, replica, exportSources),
    'run-import': imports,
    'check-integrity': proofJob({ ...deps, replica, files }),
    'plan-integrity-check': proofPlan({ ...deps, files }),
    'seal-audit-log': { run: () => sealAudit(database, (sealed) => log.info(sealed, 'audit log sealed')) },
    'release-expired-lots': {
      async run() {
        await releaseExpiredLots(deps)
        await notifyExpiredParcels(deps)
        await renewAvailable(deps)
      },
    },
    'expire-estimates': { run: () => expireEstimates(deps) },
    'send-reminders': { run: () => remindOverdue(deps) },
    'plan-report-mails': { run: () => planReportMails(deps) },
    'send-report': sendReportJob({ ...deps, replica }),
    'send-notification-digests': { run: () => sendDigests(deps) },
    'plan-retention': retentionJob(deps),
    'send-retention-messages': messageJob({ ...deps, send }),
    'purge-retention-log': { run: () => purgeLog(db, deps.clock(), deps.timeZone()) },
    'delete-expired-records': {
      async run() {
        await forgetOldSecrets(db)
        await deleteExpired(db)
        await sweepExports(db)
        await forgetPositions(db, deps.clock())
        await forgetLegs(db)
        await deleteOldNotifications(db)
      },
    },
    'measure-route': measureRouteJob(deps, measure),
    'merge-report-sums': { run: () => mergeSums(db) },
    'store-closing-balances': closingBalancesJob(deps),
    'forecast-demand': forecastJob(deps),
    'delete-unused-images': { run: () => sweepImages(database, files) },
    'load-demo-company': { run: async ({ data }) => loadDemo?.(data.userId, data.start) },
    'report-failed-job': reportFailedJob(deps, () => handlers),
  }
  return handlers
}
