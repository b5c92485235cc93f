import { z } from 'zod'
import { byId, Id, text, Timestamp } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { portalQuery } from './viewing-api.ts'

export const OrderMessage = z.object({
  id: Id,
  fromCustomer: z.boolean(),
  author: z.string(),
  body: z.string(),
  at: Timestamp,
})
export type OrderMessage = z.infer<typeof OrderMessage>
const messages = z.object({
  data: z.array(OrderMessage),
  /** The time up to which the other side has read them; null if it has read none. */
  readByOther: Timestamp.nullable(),
  /** Messages of the other side that this side has not read. */
  unread: z.number().int(),
})
export type OrderMessages = z.infer<typeof messages>
const upTo = z.strictObject({ messageId: Id })
const messageBody = z.strictObject({ body: text(2000) })
const emits = ['sales_order_updated', 'portal_updated'] as const

/** Messages between customer and office about an order; the other side is notified by mail. */
export const orderMessagesApi = {
  listMessages: route('GET /api/customer-portal/orders/:id/messages', {
    access: 'portal',
    summary: 'The messages about an order, oldest first.',
    params: byId,
    query: portalQuery,
    reply: messages,
  }),
  sendMessage: route('POST /api/customer-portal/orders/:id/messages', {
    access: 'customer',
    summary: 'Writes to the office about an order.',
    params: byId,
    body: messageBody,
    emits,
    reply: messages,
    status: 201,
    idempotency: 'required',
  }),
  listOrderMessages: route('GET /api/sales-orders/:id/messages', {
    access: 'salesOrders.view',
    summary: 'The messages between the customer and the office about an order, oldest first.',
    params: byId,
    reply: messages,
  }),
  sendOrderMessage: route('POST /api/sales-orders/:id/messages', {
    access: 'salesOrders.edit',
    summary: 'Writes to the customer about an order; who uses the portal is told by mail.',
    params: byId,
    body: messageBody,
    emits,
    reply: messages,
    status: 201,
    idempotency: 'required',
  }),
  readMessages: route('POST /api/customer-portal/orders/:id/messages/read', {
    access: 'customer',
    summary: 'Records that the customer has read the messages about an order up to one.',
    params: byId,
    body: upTo,
    emits,
    reply: messages,
    idempotency: 'none',
  }),
  readOrderMessages: route('POST /api/sales-orders/:id/messages/read', {
    access: 'salesOrders.view',
    summary: 'Records that the office has read the messages about an order up to one.',
    params: byId,
    body: upTo,
    emits,
    reply: messages,
    idempotency: 'none',
  }),
} as const
