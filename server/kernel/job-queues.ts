import type { Queue } from 'pg-boss'
import type { JobName } from '#shared/jobs/job-names.ts'

/** The payload of each job: only ids of rows with the actual data, so that a job never contains a secret and never gets stale. */
export interface JobData {
  'send-mail': { mailId: string }
  'send-password-link': { purpose: 'reset' | 'set-password'; emailKey: string }
  /** `items`: null for all items that any order waits for. */
  'allocate-back-orders': { items: readonly string[] | null }
  'export-list': { exportId: string }
  'run-import': { importId: string; action: 'check' | 'run'; userId: string }
  'check-integrity': { proofId: string }
  'plan-integrity-check': object
  'seal-audit-log': object
  'release-expired-lots': object
  'expire-estimates': object
  'send-reminders': object
  'plan-report-mails': object
  'send-report': { runId: string }
  'send-notification-digests': object
  'plan-retention': object
  /** The pending messages are in their own table. */
  'send-retention-messages': object
  'purge-retention-log': object
  'delete-expired-records': object
  'measure-route': { routeId: string }
  'merge-report-sums': object
  'store-closing-balances': object
  'forecast-demand': object
  'delete-unused-images': object
  /** `start`: the time from which the demo's days are counted back, the same in each attempt. */
  'load-demo-company': { userId: string; start: number }
  /** Dead letter: the payload of the failed job. The queue's own columns say which job it was. */
  'report-failed-job': object
}

/** The schema of the queue's own tables. */
export const queueSchema = 'pgboss'

type Options = Omit<Queue, 'name'>

const [minute, hour, day] = [60, 3600, 86_400]

const standard = {
  policy: 'standard',
  // Five attempts: the first retry after 10 to 20 s, then exponential backoff.
  retryLimit: 4,
  retryDelay: 10,
  retryBackoff: true,
  retryDelayMax: hour,
  expireInSeconds: 15 * minute,
  // Without a heartbeat for this long, the worker is considered dead and another takes over its job.
  heartbeatSeconds: 30,
  retentionSeconds: 90 * day,
  // How long completed, cancelled and failed jobs stay visible.
  deleteAfterSeconds: 30 * day,
  notify: true,
  deadLetter: 'report-failed-job',
} satisfies Options

/** For long jobs: retried after a crash. Their handlers throw JobFailed for errors that a retry would only repeat. */
const long = { ...standard, retryLimit: 2, retryDelay: 5, expireInSeconds: 23 * hour } satisfies Options

/** For scheduled jobs: at most one in the whole cluster, queued or active. */
const scheduled = { ...standard, policy: 'exclusive', deleteAfterSeconds: 7 * day } satisfies Options

const { deadLetter: _, ...unreported } = standard

/** All queues, in the order in which they are created: a dead-letter queue must exist before the queues that use it. */
export const jobQueues: Readonly<Record<JobName, Options>> = {
  'report-failed-job': unreported,
  // Twelve attempts in about six hours: mail servers have longer outages than databases.
  'send-mail': { ...standard, retryLimit: 11, retryDelay: 30 },
  'send-password-link': standard,
  'allocate-back-orders': { ...standard, deleteAfterSeconds: 7 * day },
  'export-list': long,
  'run-import': long,
  'check-integrity': long,
  'plan-integrity-check': scheduled,
  'seal-audit-log': scheduled,
  'release-expired-lots': scheduled,
  'expire-estimates': scheduled,
  'send-reminders': scheduled,
  'plan-report-mails': scheduled,
  'send-report': standard,
  'send-notification-digests': scheduled,
  'plan-retention': scheduled,
  // Several runs may have queued one job each: the second finds nothing left to send.
  'send-retention-messages': { ...standard, expireInSeconds: 6 * hour, deleteAfterSeconds: 7 * day },
  'purge-retention-log': scheduled,
  'delete-expired-records': scheduled,
  'measure-route': { ...standard, retryLimit: 0, deleteAfterSeconds: 7 * day },
  'merge-report-sums': scheduled,
  'store-closing-balances': { ...standard, deleteAfterSeconds: 7 * day },
  'forecast-demand': { ...scheduled, expireInSeconds: 6 * hour },
  'delete-unused-images': scheduled,
  'load-demo-company': { ...standard, retryLimit: 2, retryDelay: 5 },
}

/** Cron schedules of recurring jobs: hourly, at different minutes to spread the load, or once a night. */
export const jobSchedules: Readonly<Partial<Record<JobName, string>>> = {
  'plan-integrity-check': '0 * * * *',
  'release-expired-lots': '1 * * * *',
  'expire-estimates': '2 * * * *',
  'send-reminders': '5 * * * *',
  // Users schedule report mails in steps of five minutes.
  'plan-report-mails': '*/5 * * * *',
  'plan-retention': '15 * * * *',
  'send-notification-digests': '3 * * * *',
  'purge-retention-log': '25 2 * * *',
  'seal-audit-log': '10 * * * *',
  'delete-expired-records': '20 * * * *',
  'merge-report-sums': '30 * * * *',
  'forecast-demand': '35 1 * * *',
  'delete-unused-images': '40 * * * *',
}
