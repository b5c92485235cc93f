import { z } from 'zod'
import { byId, optionalText, text } from '#shared/fields.ts'
import { pageOf, pageQuery } from '#shared/http/paging.ts'
import type { Emitted } from '#shared/http/event-names.ts'
import { route } from '#shared/http/route.ts'
import { HandedLines } from '#shared/logistics/shipments/handed-lines.ts'
import { deliveryFailures, shipmentMethods } from '#shared/logistics/shipments/shipment-status.ts'
import { AvailableTransition, Order, OrderRow } from './order.ts'
import { orderChoice } from './order-choice.ts'
import { OrderAllowances, OrderInput, PickedInput } from './order-input.ts'
import { orderStatuses } from './order-transitions.ts'

const reason = z.strictObject({ reason: text(500) })
const nothing = z.strictObject({})
const withStock = ['sales_order_updated', 'inventory_updated', 'inventory_transaction'] as const
const withInvoice = [...withStock, 'invoice_updated'] as const
const withShipment = ['sales_order_updated', 'shipping_updated'] as const
/** The parcel may be on a route. */
const withRoute = [...withShipment, 'route_updated'] as const
const withTracking = [...withRoute, 'tracking_updated'] as const
const withAll = [...withInvoice, 'shipping_updated'] as const

function move<const B extends z.ZodType>(
  path: string,
  access: 'salesOrders.edit' | 'shipping.edit',
  summary: string,
  body: B,
  emits: readonly Emitted[],
) {
  return route(`POST /api/sales-orders/:id/${path}`, {
    access,
    summary,
    params: byId,
    body,
    emits,
    reply: Order,
    idempotency: 'required',
  })
}

/** Sales orders, from draft to delivered. */
export const salesApi = {
  listOrders: route('GET /api/sales-orders', {
    access: 'salesOrders.view',
    summary: 'Sales orders, newest first.',
    query: z.strictObject({
      ...pageQuery,
      ...orderChoice,
    }),
    reply: pageOf(OrderRow),
  }),
  countOrders: route('GET /api/sales-orders/status-counts', {
    access: 'salesOrders.view',
    summary: 'Number of orders by status.',
    reply: z.object({ data: z.array(z.object({ status: z.enum(orderStatuses), count: z.number().int() })) }),
  }),
  getOrder: route('GET /api/sales-orders/:id', {
    access: 'salesOrders.view',
    summary: 'One order with lines, invoice, shipping records, timeline and available transitions.',
    params: byId,
    reply: Order,
  }),
  listTransitions: route('GET /api/sales-orders/:id/transitions', {
    access: 'salesOrders.view',
    summary: 'Each transition with the reason why it is not available.',
    params: byId,
    reply: z.object({ data: z.array(AvailableTransition) }),
  }),
  createOrder: route('POST /api/sales-orders', {
    access: 'salesOrders.edit',
    summary: 'Creates a PENDING order. No stock is committed yet.',
    body: OrderInput,
    emits: ['sales_order_updated'],
    reply: Order,
    status: 201,
  }),
  updateOrder: route('PUT /api/sales-orders/:id', {
    access: 'salesOrders.edit',
    summary: 'Changes a PENDING order.',
    params: byId,
    body: OrderInput,
    emits: ['sales_order_updated'],
    reply: Order,
    ifMatch: true,
  }),
  deleteOrder: route('DELETE /api/sales-orders/:id', {
    access: 'salesOrders.delete',
    summary: 'Takes an order back: stock is released or returned, its invoice and shipping record are soft-deleted.',
    params: byId,
    emits: [...withAll, 'route_updated'],
    reply: null,
  }),
  confirm: move(
    'confirmation',
    'salesOrders.edit',
    'Commits stock and creates the invoice.',
    OrderAllowances,
    withInvoice,
  ),
  backOrder: move(
    'back-order',
    'salesOrders.edit',
    'Commits available stock and waits for the rest.',
    OrderAllowances,
    withInvoice,
  ),
  unconfirm: move(
    'unconfirmation',
    'salesOrders.edit',
    'Releases the goods and voids the invoice.',
    reason,
    withInvoice,
  ),
  startPicking: move(
    'picking',
    'salesOrders.edit',
    'Allocates lots, first expiring first: the pick list.',
    nothing,
    withStock,
  ),
  stopPicking: move('picking-stop', 'salesOrders.edit', 'Puts the pick list back.', nothing, ['sales_order_updated']),
  ready: move(
    'readiness',
    'salesOrders.edit',
    'Deducts stock and creates the shipping record. Lines with a picked quantity ship only that; the rest becomes a backorder.',
    z.strictObject({ picked: PickedInput.optional() }),
    withAll,
  ),
  reverse: move('reversal', 'salesOrders.edit', 'Puts the goods back into the same lots.', reason, withAll),
  assign: move(
    'assignment',
    'shipping.edit',
    'Assigns a carrier, an own driver without a route, or customer pick-up.',
    z
      .strictObject({ method: z.enum(shipmentMethods), carrier: optionalText(120), trackingNumber: optionalText(120) })
      .refine((value) => value.method !== 'carrier' || value.carrier, { path: ['carrier'], message: 'is required' }),
    withShipment,
  ),
  unassign: move('unassignment', 'shipping.edit', 'Removes the carrier.', nothing, withRoute),
  handOver: move('hand-over', 'shipping.edit', 'Marks the goods as shipped.', nothing, withShipment),
  setOff: move(
    'transit',
    'shipping.edit',
    'Staff record that the carrier has the goods on the road.',
    nothing,
    withShipment,
  ),
  approach: move(
    'last-mile',
    'shipping.edit',
    'Staff record that the goods are out for delivery.',
    nothing,
    withShipment,
  ),
  postpone: move(
    'postponement',
    'shipping.edit',
    'Staff record that the carrier comes another time: the goods are on the road again.',
    nothing,
    withShipment,
  ),
  deliver: move(
    'delivery',
    'shipping.edit',
    'Staff record that the goods arrived: who received them and how that is known.',
    z.strictObject({
      receivedBy: text(160),
      reason: text(500),
      /** The customer already has the goods although a lot must not be used: required for a stopped parcel. */
      alreadyReceived: z.boolean().optional(),
      /** The result of each line; if undefined, all were fully accepted. Refused or damaged goods open a return. */
      lines: HandedLines.optional(),
    }),
    [...withTracking, 'invoice_updated'],
  ),
  failDelivery: move(
    'delivery-failure',
    'shipping.edit',
    'Staff record that the delivery failed.',
    z.strictObject({ failureReason: z.enum(deliveryFailures), note: optionalText(1000) }),
    withTracking,
  ),
  replan: move('replanning', 'shipping.edit', 'Makes the goods ready for another attempt.', nothing, withShipment),
  cancel: move('cancellation', 'salesOrders.edit', 'Cancels the order and releases its stock.', reason, withAll),
  reopen: move('reopening', 'salesOrders.edit', 'Makes a cancelled order pending again.', nothing, [
    'sales_order_updated',
  ]),
} as const
