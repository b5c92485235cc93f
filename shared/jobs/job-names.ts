/** All kinds of background jobs by queue name, with their labels. */
export const jobLabels = {
  'send-mail': 'Send an e-mail',
  'send-password-link': 'Send a password link',
  'allocate-back-orders': 'Allocate stock to back orders',
  'export-list': 'Export a list',
  'run-import': 'Import a file',
  'check-integrity': 'Check the integrity of the books',
  'plan-integrity-check': 'Plan the nightly integrity check',
  'seal-audit-log': 'Seal the audit log',
  'release-expired-lots': 'Release expired lots from orders',
  'expire-estimates': 'Expire estimates',
  'send-reminders': 'Send payment reminders',
  'plan-report-mails': 'Plan scheduled reports',
  'send-report': 'Send a scheduled report',
  'send-notification-digests': 'Send notification digests',
  'plan-retention': 'Find inactive customers',
  'send-retention-messages': 'Send retention messages',
  'purge-retention-log': 'Purge the retention log',
  'delete-expired-records': 'Delete expired records',
  'measure-route': 'Measure the roads of a route',
  'merge-report-sums': 'Merge the daily sums of reports',
  'store-closing-balances': 'Store the balances of a closed period',
  'forecast-demand': 'Forecast demand',
  'delete-unused-images': 'Delete unused images',
  'load-demo-company': 'Load the demo company',
  'report-failed-job': 'Report a failed job',
} as const

export type JobName = keyof typeof jobLabels
export const jobNames = Object.keys(jobLabels) as [JobName, ...JobName[]]
