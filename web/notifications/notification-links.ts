import type { Notification } from '#shared/notifications/api.ts'
import type { NotificationKind } from '#shared/notifications/kinds.ts'
import { jobLabels, type JobName } from '#shared/jobs/job-names.ts'
import { paths } from '#web/paths.ts'

const pages: Record<NotificationKind, (id: string) => string> = {
  'low-stock': paths.product,
  'out-of-stock': paths.product,
  'recall-started': paths.recall,
  'recall-acknowledged': paths.recall,
  'count-review': paths.stockCount,
  'delivery-failed': paths.shipment,
  'order-message': paths.order,
  'estimate-answered': paths.estimate,
  'return-requested': paths.return,
  'invoice-overdue': paths.invoice,
  'purchase-approval': paths.purchaseOrder,
  'purchase-decided': paths.purchaseOrder,
  'route-assigned': paths.route,
  'export-done': () => paths.notifications,
  'export-failed': () => paths.notifications,
  'import-done': () => paths.imports,
  'import-failed': () => paths.imports,
  'report-stopped': () => paths.savedReports,
  'integrity-failed': () => paths.proof,
  'job-failed': () => `${paths.jobs}?state=failed`,
}

/** The record of a notification; null if there is none to open. */
export const linkOf = ({ kind, entityId }: Notification): string | null =>
  pages[kind](entityId ?? '') === paths.notifications ? null : pages[kind](entityId ?? '')

/** The subject of a notification, as text. */
export const subjectOf = ({ kind, subject }: Notification): string =>
  kind === 'job-failed' ? (jobLabels[subject as JobName] ?? subject) : subject
