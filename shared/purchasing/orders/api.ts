import { z } from 'zod'
import { Codes } from '#shared/inventory/stock/codes-query.ts'
import { DocumentsInput } from '#shared/delivery/documents.ts'
import { byId, DateOnly, Email, Id, optionalText, text } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import type { Emitted } from '#shared/http/event-names.ts'
import { route } from '#shared/http/route.ts'
import { Quantity } from '#shared/quantity.ts'
import { PurchaseInput, ReceiptInput } from './purchase-input.ts'
import { purchaseStatuses } from './purchase-transitions.ts'
import { PurchaseItem, PurchaseOrder, PurchaseOrderRow } from './purchase-order.ts'

const reason = z.strictObject({ reason: text(500) })
const nothing = z.strictObject({})
const view = 'purchaseOrders.view'
const edit = 'purchaseOrders.edit'

function act<const B extends z.ZodType>(
  path: string,
  access: typeof edit,
  summary: string,
  body: B,
  emits: readonly Emitted[] = ['inventory_transaction'],
) {
  return route(`POST /api/purchase-orders/:id/${path}`, {
    access,
    summary,
    params: byId,
    body,
    emits,
    reply: PurchaseOrder,
    idempotency: 'required',
  })
}

const ofReceipt = z.strictObject({ id: Id, receiptId: Id })

/** Purchase orders, from draft to received. */
export const purchasingApi = {
  listPurchaseOrders: route('GET /api/purchase-orders', {
    access: view,
    summary: 'Purchase orders, newest first.',
    query: z.strictObject({
      ...pageQuery,
      status: z.enum(purchaseStatuses).optional(),
      /** Only orders that were placed with the supplier and not cancelled. */
      placed: z.enum(['true']).optional(),
      /** Only orders with open quantities. */
      awaited: z.enum(['true']).optional(),
      /** Only orders with goods that were expected before today and have not arrived. */
      late: z.enum(['true']).optional(),
      supplier: Id.optional(),
      item: Id.optional(),
      from: DateOnly.optional(),
      to: DateOnly.optional(),
      sort: sortBy('createdAt', 'orderDate', 'number', 'supplier', 'total', 'expectedDate').default('-createdAt'),
    }),
    reply: pageOf(PurchaseOrderRow),
  }),
  countPurchaseOrders: route('GET /api/purchase-orders/status-counts', {
    access: view,
    summary: 'Number of purchase orders by status.',
    reply: z.object({ data: z.array(z.object({ status: z.enum(purchaseStatuses), count: z.number().int() })) }),
  }),
  listPurchaseItems: route('GET /api/purchase-orders/items', {
    access: edit,
    summary: 'Products and raw materials to buy, those of the given supplier first.',
    query: z.strictObject({
      q: z.string().trim().max(120).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(20),
      supplier: Id.optional(),
      /** Exactly these SKUs or supplier codes. */
      codes: Codes.optional(),
    }),
    reply: z.object({ data: z.array(PurchaseItem) }),
  }),
  getPurchaseOrder: route('GET /api/purchase-orders/:id', {
    access: view,
    summary: 'One purchase order with lines, fees, receipts, returns, history and what can be done.',
    params: byId,
    reply: PurchaseOrder,
  }),
  printPurchaseOrder: route('GET /api/purchase-orders/:id/document.pdf', {
    access: view,
    summary: 'The purchase order as the supplier gets it.',
    params: byId,
    reply: null,
    download: 'application/pdf',
  }),
  printPurchaseOrders: route('POST /api/purchase-orders/documents', {
    access: view,
    summary: 'Many purchase orders as their suppliers get them: a zip of PDFs.',
    body: DocumentsInput,
    emits: [],
    reply: null,
    download: 'application/zip',
  }),
  createPurchaseOrder: route('POST /api/purchase-orders', {
    access: edit,
    summary: 'Creates a draft.',
    body: PurchaseInput,
    emits: ['inventory_transaction'],
    reply: PurchaseOrder,
    status: 201,
  }),
  updatePurchaseOrder: route('PUT /api/purchase-orders/:id', {
    access: edit,
    summary: 'Changes a draft.',
    params: byId,
    body: PurchaseInput,
    emits: ['inventory_transaction'],
    reply: PurchaseOrder,
    ifMatch: true,
  }),
  deletePurchaseOrder: route('DELETE /api/purchase-orders/:id', {
    access: 'purchaseOrders.delete',
    summary: 'Deletes a draft or a cancelled order.',
    params: byId,
    emits: ['inventory_transaction'],
    reply: null,
  }),
  submit: act(
    'submission',
    edit,
    'Places a draft, or asks for approval where it is above the limit. A reason allows less than the minimum of a product.',
    z.strictObject({ belowMinimumReason: optionalText(500).optional() }),
  ),
  approve: route('POST /api/purchase-orders/:id/approval', {
    access: 'purchaseOrders.delete',
    summary: 'Approves an order submitted by someone else, as it was read.',
    params: byId,
    body: nothing,
    emits: ['inventory_transaction'],
    reply: PurchaseOrder,
    idempotency: 'required',
    ifMatch: true,
  }),
  redraft: act('redrafting', edit, 'Makes an order a draft again, as long as nothing has arrived.', reason),
  cancel: act('cancellation', edit, 'Cancels an order of which nothing has arrived.', reason),
  close: act(
    'closing',
    edit,
    'Closes an order short: the rest will not come, and what came carries all fees.',
    reason,
    ['inventory_transaction', 'inventory_updated'],
  ),
  reopen: act('reopening', edit, 'Makes an order that was closed short open again.', nothing, [
    'inventory_transaction',
    'inventory_updated',
  ]),
  send: act(
    'sending',
    edit,
    'Mails the order to the supplier, as a PDF.',
    z.strictObject({ to: Email, message: optionalText(2000) }),
  ),
  receive: route('POST /api/purchase-orders/:id/receipts', {
    access: edit,
    summary: 'Books what arrived into stock, line by line, and spreads the fees.',
    params: byId,
    body: ReceiptInput,
    emits: ['inventory_transaction', 'inventory_updated'],
    reply: PurchaseOrder,
    idempotency: 'required',
    ifMatch: 'optional',
  }),
  return: act(
    'returns',
    edit,
    'Sends goods that came with this order back to the supplier.',
    z.strictObject({
      reason: text(500),
      lines: z
        .array(z.strictObject({ receiptLineId: Id, quantity: Quantity }))
        .min(1, 'needs at least one line')
        .max(500, 'may have at most 500 lines'),
      /** Notifies the supplier by mail. */
      notify: z.boolean().default(false),
    }),
    ['inventory_transaction', 'inventory_updated'],
  ),
  reverseReceipt: route('POST /api/purchase-orders/:id/receipts/:receiptId/reversal', {
    access: edit,
    summary: 'Takes a receipt back that was booked wrongly, while its goods are still there.',
    params: ofReceipt,
    body: reason,
    emits: ['inventory_transaction', 'inventory_updated'],
    reply: PurchaseOrder,
    idempotency: 'required',
  }),
} as const
