import { z } from 'zod'
import type { Module } from '#shared/access/roles.ts'
import { Id } from './fields.ts'
import type { EventName } from '#shared/http/event-names.ts'
import { VisibleSettings } from '#shared/settings/api.ts'

/** `areas`: whoever may view one of these is told. `everyone`: everybody signed in. */
interface EventSpec {
  payload: z.ZodType
  audience: 'everyone' | readonly [Module, ...Module[]]
}

/**
 * Every event that the server tells its clients, with its payload (ids, never content, but for the settings) and with those
 * who are told. An event is told to an area only if everybody there may also read what its ids name.
 */
export const events = {
  /** An order's id, or an estimate's. */
  sales_order_updated: { payload: z.object({ salesOrderId: Id }), audience: ['salesOrders'] },
  invoice_updated: { payload: z.object({ invoiceId: Id }), audience: ['invoices'] },
  shipping_updated: { payload: z.object({ shippingId: Id }), audience: ['shipping'] },
  route_updated: { payload: z.object({ routeId: Id, status: z.string() }), audience: ['routes'] },
  /** Sales figures changed; the id is the invoice's. The reports are of the area invoices. */
  sales_report_updated: { payload: z.object({ salesReportId: Id }), audience: ['invoices'] },
  /**
   * `itemId` is a product's or raw material's, or what they are kept in and sorted by: a location, zone, category, attribute.
   * `warehouse` is the location's id, empty where several or none are meant.
   */
  inventory_updated: { payload: z.object({ itemId: Id, warehouse: z.string() }), audience: ['inventory'] },
  /** A customer's or a supplier's, a prospect's or a sales opportunity's. */
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
  /** The id of what moves the goods: an order, an adjustment, an import, a transfer, a count, a purchase, a recall. */
  inventory_transaction: { payload: z.object({ transactionId: Id }), audience: ['inventory'] },
  /** All of them, but for the sections that somebody may not read. */
  settings_updated: { payload: VisibleSettings, audience: 'everyone' },
} as const satisfies Record<EventName, EventSpec>

export type Events = { [N in EventName]: z.output<(typeof events)[N]['payload']> }
