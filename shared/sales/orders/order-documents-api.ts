import { z } from 'zod'
import { DocumentsInput } from '#shared/delivery/documents.ts'
import { byId, Email, optionalText } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { Order } from './order.ts'

/** Documents of an order: the confirmation for the customer, the pick list for the warehouse. */
export const orderDocumentsApi = {
  printConfirmation: route('GET /api/sales-orders/:id/confirmation.pdf', {
    access: 'salesOrders.view',
    summary: 'The order confirmation as the customer gets it, once the order is confirmed.',
    params: byId,
    reply: null,
    download: 'application/pdf',
  }),
  sendConfirmation: route('POST /api/sales-orders/:id/confirmation-mails', {
    access: 'salesOrders.edit',
    summary: 'Mails the order confirmation to the customer.',
    params: byId,
    body: z.strictObject({ to: Email, message: optionalText(2000) }),
    emits: ['sales_order_updated'],
    reply: Order,
    idempotency: 'required',
  }),
  printPickList: route('GET /api/sales-orders/:id/pick-list.pdf', {
    access: 'salesOrders.view',
    summary: 'What is to be picked for an order, by location and zone, with lots and codes to scan.',
    params: byId,
    reply: null,
    download: 'application/pdf',
  }),
  printPickLists: route('POST /api/sales-orders/pick-lists', {
    access: 'salesOrders.view',
    summary: 'The pick lists of many orders as one PDF, each on a page of its own.',
    body: DocumentsInput,
    emits: [],
    reply: null,
    download: 'application/pdf',
  }),
} as const
