import type { Access } from '#shared/http/route.ts'

interface Kind {
  label: string
  /** The right to see it, checked when it is read; `staff`: only the user it is addressed to. */
  access: Access
}

/** All kinds of notifications. Triggers in the database write them (migration 0080), those of overdue invoices are written by a job. */
export const notificationKinds = {
  'low-stock': { label: 'Low stock', access: 'inventory.view' },
  'out-of-stock': { label: 'Out of stock', access: 'inventory.view' },
  'recall-started': { label: 'Recall started', access: 'inventory.view' },
  'recall-acknowledged': { label: 'Recall acknowledged', access: 'inventory.view' },
  'count-review': { label: 'Count to approve', access: 'inventory.view' },
  'delivery-failed': { label: 'Delivery failed', access: 'shipping.view' },
  'order-message': { label: 'Message from a customer', access: 'salesOrders.view' },
  'estimate-answered': { label: 'Estimate answered', access: 'salesOrders.view' },
  'return-requested': { label: 'Return requested', access: 'invoices.view' },
  'invoice-overdue': { label: 'Invoice overdue', access: 'invoices.view' },
  'purchase-approval': { label: 'Purchase order to approve', access: 'purchaseOrders.view' },
  'purchase-decided': { label: 'Your purchase order', access: 'staff' },
  'route-assigned': { label: 'Route assigned to you', access: 'staff' },
  'export-done': { label: 'Export ready', access: 'staff' },
  'export-failed': { label: 'Export failed', access: 'staff' },
  'import-done': { label: 'Import done', access: 'staff' },
  'import-failed': { label: 'Import failed', access: 'staff' },
  'report-stopped': { label: 'Scheduled report stopped', access: 'staff' },
  'integrity-failed': { label: 'Integrity check failed', access: 'admin' },
  'job-failed': { label: 'Background job failed', access: 'admin' },
} as const satisfies Record<string, Kind>
export type NotificationKind = keyof typeof notificationKinds
export const notificationKindNames = Object.keys(notificationKinds) as [NotificationKind, ...NotificationKind[]]
