/** The events that the server sends to clients (shared/realtime.ts has their payloads). */
export const eventNames = [
  'sales_order_updated',
  'invoice_updated',
  'shipping_updated',
  'route_updated',
  'sales_report_updated',
  'inventory_updated',
  'account_updated',
  'tracking_updated',
  'inventory_transaction',
  'settings_updated',
] as const
export type EventName = (typeof eventNames)[number]

/** Changes without an event to other clients: only the browser that made the request refetches its queries. */
export const localEventNames = [
  'user_updated',
  'saved_report_updated',
  'login_updated',
  'registration_link_updated',
  'list_view_updated',
  'export_updated',
  'import_updated',
  'integrity_check_updated',
  'trash_updated',
  'job_updated',
  'portal_updated',
  'journal_updated',
  'notification_updated',
] as const
type LocalEventName = (typeof localEventNames)[number]

/** The events that a write route may declare in `emits`. */
export type Emitted = EventName | LocalEventName

/** The path of socket.io, which supports only long polling here. */
export const realtimePath = '/socket.io'
