import { z } from 'zod'
import type { Module } from '#shared/access/roles.ts'
import { Id } from './fields.ts'
import type { EventName } from '#shared/http/event-names.ts'
import { VisibleSettings } from '#shared/settings/api.ts'

/** `areas`: users who may view at least one of these areas get the event. `everyone`: all signed-in users. */
interface EventSpec {
  payload: z.ZodType
  audience: 'everyone' | readonly [Module, ...Module[]]
}

/**
 * Every event that the server sends to clients, with its payload (ids only, except for the settings) and its audience. An event
 * may go to an area only if everybody with access to it may also read the records that the ids refer to.
 */
export const events = {
  /** The id of an order or an estimate. */
  sales_order_updated: { payload: z.object({ salesOrderId: Id }), audience: ['salesOrders'] },
  invoice_updated: { payload: z.object({ invoiceId: Id }), audience: ['invoices'] },
  shipping_updated: { payload: z.object({ shippingId: Id }), audience: ['shipping'] },
  route_updated: { payload: z.object({ routeId: Id, status: z.string() }), audience: ['routes'] },
  /** Sales figures have changed; the id is the invoice's. The reports belong to the area invoices. */
  sales_report_updated: { payload: z.object({ salesReportId: Id }), audience: ['invoices'] },
  /**
   * `itemId` is the id of a product, a raw material, a location, zone, category or attribute. `warehouse` is the location's id,
   * empty if there are several or none.
   */
  inventory_updated: { payload: z.object({ itemId: Id, warehouse: z.string() }), audience: ['inventory'] },
  /** The id of a customer, supplier, prospect or sales opportunity. */
  account_updated: { payload: z.object({ accountId: Id }), audience: ['crm'] },
  tracking_updated: {
    payload: z.object({
      routeId: Id,
      currentLocation: z.unknown(),
      status: z.string(),
      eta: z.string().nullable(),
    }),
    audience: ['routes'],
  },
  /** The id of the source of the stock entries: an order, an adjustment, an import, a transfer, a count, a purchase, a recall. */
  inventory_transaction: { payload: z.object({ transactionId: Id }), audience: ['inventory'] },
  /** All settings, except sections that the user may not read. */
  settings_updated: { payload: VisibleSettings, audience: 'everyone' },
} as const satisfies Record<EventName, EventSpec>

export type Events = { [N in EventName]: z.output<(typeof events)[N]['payload']> }
