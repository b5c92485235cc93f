import type { Settings } from '#shared/settings/api.ts'

/** Every event that the server tells its clients, with its payload: ids, never content, but for the settings. */
export interface Events {
  sales_order_updated: { salesOrderId: string }
  invoice_updated: { invoiceId: string }
  shipping_updated: { shippingId: string }
  route_updated: { routeId: string; status: string }
  sales_report_updated: { salesReportId: string }
  inventory_updated: { itemId: string; warehouse: string }
  account_updated: { accountId: string }
  tracking_updated: { routeId: string; currentLocation: unknown; status: string; eta: string | null }
  inventory_transaction: { transactionId: string }
  settings_updated: Settings
}
export type EventName = keyof Events
