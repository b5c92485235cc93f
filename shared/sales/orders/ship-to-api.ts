import { z } from 'zod'
import { byId, Id, text } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { Order } from './order.ts'

/** Changing the shipping address of a confirmed order. */
export const shipToApi = {
  changeShipTo: route('PUT /api/sales-orders/:id/ship-to', {
    access: 'salesOrders.edit',
    summary: 'Changes where the goods of a confirmed order go, as long as they have not left and are on no route.',
    params: byId,
    body: z.strictObject({
      /** An address of the customer; null for the main address. */
      shipToId: Id.nullable(),
      reason: text(500),
    }),
    emits: ['sales_order_updated', 'shipping_updated'],
    reply: Order,
    ifMatch: true,
  }),
  addNewShipTo: route('POST /api/sales-orders/:id/new-address', {
    access: 'salesOrders.edit',
    summary:
      'Adds the delivery address that the customer entered with the order to their addresses; needs the right to edit customers.',
    params: byId,
    emits: ['sales_order_updated', 'account_updated'],
    reply: Order,
  }),
  dismissNewShipTo: route('POST /api/sales-orders/:id/new-address-dismissal', {
    access: 'salesOrders.edit',
    summary: 'Keeps the delivery address that the customer entered with the order to that order.',
    params: byId,
    emits: ['sales_order_updated'],
    reply: Order,
  }),
} as const
