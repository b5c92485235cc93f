import { z } from 'zod'
import { DocumentsInput } from '#shared/delivery/documents.ts'
import { byId, DateOnly, Email, Id, optionalText, text, Timestamp, Version } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { locationTypes } from '#shared/inventory/product.ts'
import { Money, PositiveAmountInput, PriceInput } from '#shared/money.ts'
import { Quantity } from '#shared/quantity.ts'
import { feeKinds } from './purchase-amounts.ts'
import { purchaseActionNames, purchaseStatuses } from './purchase-moves.ts'

const named = z.object({ id: Id, name: z.string() })

export const PurchaseOrderRow = z.object({
  id: Id,
  number: z.string(),
  supplier: named,
  location: named.extend({ type: z.enum(locationTypes) }),
  status: z.enum(purchaseStatuses),
  orderDate: z.string(),
  expectedDate: z.string().nullable(),
  /** Expected before today and not all here. */
  late: z.boolean(),
  lines: z.number().int(),
  /** Pieces of all lines: ordered, and arrived of them. */
  ordered: z.number().int(),
  received: z.number().int(),
  total: Money,
  reference: z.string().nullable(),
  sentAt: Timestamp.nullable(),
  createdAt: Timestamp,
})
export type PurchaseOrderRow = z.infer<typeof PurchaseOrderRow>

/** What can be bought: products and raw materials. */
export const PurchaseItem = z.object({
  id: Id,
  kind: z.enum(['product', 'raw_material']),
  sku: z.string(),
  name: z.string(),
  cost: Money,
  moq: z.number().int().nullable(),
  pcsPerCase: z.number().int(),
  available: z.number().int(),
  lotControlled: z.boolean(),
  supplierId: Id.nullable(),
  supplierCode: z.string().nullable(),
})
export type PurchaseItem = z.infer<typeof PurchaseItem>

const PurchaseLine = z.object({
  id: Id,
  item: PurchaseItem,
  quantity: z.number().int(),
  unitCost: Money,
  total: Money,
  expectedDate: z.string().nullable(),
  received: z.number().int(),
  /** Still to come; 0 where enough has arrived. */
  open: z.number().int(),
  /** The most that may still arrive, with the tolerance. */
  receivable: z.number().int(),
})
export type PurchaseLine = z.infer<typeof PurchaseLine>

export const PurchaseFee = z.object({
  kind: z.enum(feeKinds),
  label: z.string().nullable(),
  amount: Money,
})

const who = z.string().nullable()

export const GoodsReceipt = z.object({
  id: Id,
  number: z.string(),
  receivedDate: z.string(),
  deliveryNote: z.string().nullable(),
  notes: z.string().nullable(),
  /** What the goods cost, the part of the order's fees they carry, and both. */
  value: Money,
  fees: Money,
  landed: Money,
  at: Timestamp,
  actor: who,
  reversed: z.object({ at: Timestamp, actor: who, reason: z.string() }).nullable(),
  lines: z.array(
    z.object({
      id: Id,
      orderLineId: Id,
      item: named.extend({ sku: z.string() }),
      lotNumber: z.string(),
      expiryDate: z.string().nullable(),
      quantity: z.number().int(),
      /** The packs they came in: what is left over is one, too. */
      packs: z.number().int(),
      /** Of what a label on them tells; null for goods without lots that have none of their own. */
      label: z.object({ type: z.enum(['product', 'lot']), id: Id }).nullable(),
      damaged: z.boolean(),
      value: Money,
      fees: Money,
      returned: z.number().int(),
      /** Can go back to the supplier: came, did not go back, is there and not promised. */
      returnable: z.number().int(),
    }),
  ),
})
export type GoodsReceipt = z.infer<typeof GoodsReceipt>

export const SupplierReturn = z.object({
  id: Id,
  number: z.string(),
  reason: z.string(),
  at: Timestamp,
  actor: who,
  lines: z.array(
    z.object({
      item: named.extend({ sku: z.string() }),
      lotNumber: z.string(),
      quantity: z.number().int(),
      receipt: z.string(),
    }),
  ),
})

export const OpenAction = z.object({
  action: z.enum(purchaseActionNames),
  open: z.boolean(),
  /** Why it is not open; null where it is. */
  reason: z.string().nullable(),
})

export const PurchaseOrder = PurchaseOrderRow.extend({
  supplier: named.extend({
    email: z.string().nullable(),
    address: z.string().nullable(),
    country: z.string().nullable(),
  }),
  orderLines: z.array(PurchaseLine),
  fees: z.array(PurchaseFee),
  goodsTotal: Money,
  feesTotal: Money,
  notes: z.string().nullable(),
  sentTo: z.string().nullable(),
  author: who,
  receipts: z.array(GoodsReceipt),
  returns: z.array(SupplierReturn),
  timeline: z.array(
    z.object({
      at: Timestamp,
      actor: who,
      move: z.string(),
      from: z.string().nullable(),
      to: z.string(),
      reason: z.string().nullable(),
    }),
  ),
  transitions: z.array(OpenAction),
  version: Version,
})
export type PurchaseOrder = z.infer<typeof PurchaseOrder>

export const PurchaseInput = z.strictObject({
  supplierId: Id,
  locationId: Id,
  expectedDate: DateOnly.nullish(),
  reference: optionalText(80),
  notes: optionalText(4000),
  lines: z
    .array(
      z
        .strictObject({
          itemId: Id,
          /** Pieces; or else cases. */
          quantity: Quantity.optional(),
          /** Cases of the item, "2.5"; refused where they make no whole pieces. */
          cases: z
            .string()
            .trim()
            .regex(/^\d{1,10}(\.\d{1,4})?$/, 'is not a number of cases')
            .optional(),
          unitCost: PriceInput,
          expectedDate: DateOnly.nullish(),
        })
        .superRefine((line, context) => {
          if (line.quantity === undefined && line.cases === undefined)
            context.addIssue({ code: 'custom', path: ['quantity'], message: 'is required' })
          if (line.quantity !== undefined && line.cases !== undefined)
            context.addIssue({ code: 'custom', path: ['cases'], message: 'goes only without a quantity in pieces' })
        }),
    )
    .min(1, 'needs at least one line')
    .max(500, 'may have at most 500 lines'),
  fees: z
    .array(z.strictObject({ kind: z.enum(feeKinds), label: optionalText(80), amount: PositiveAmountInput }))
    .max(20, 'may have at most 20 fees')
    .default([]),
})

export const ReceiptInput = z.strictObject({
  /** Today when left out. */
  receivedDate: DateOnly.optional(),
  deliveryNote: optionalText(80),
  notes: optionalText(1000),
  lines: z
    .array(
      z
        .strictObject({
          lineId: Id,
          quantity: Quantity,
          /** Required where the item is kept by lots. */
          lotNumber: optionalText(60),
          /** Required for a new lot, unless it does not expire. */
          expiryDate: DateOnly.nullish(),
          noExpiry: z.boolean().default(false),
          /** Goes into quarantine. */
          damaged: z.boolean().default(false),
        })
        .refine((line) => line.lotNumber !== null || !line.expiryDate, {
          path: ['expiryDate'],
          message: 'goes only with a lot number',
        }),
    )
    .min(1, 'needs at least one line')
    .max(500, 'may have at most 500 lines'),
})

const reason = z.strictObject({ reason: text(500) })
const nothing = z.strictObject({})
const view = 'purchaseOrders.view'
const edit = 'purchaseOrders.edit'

function act<const B extends z.ZodType, const A extends 'purchaseOrders.edit' | 'purchaseOrders.delete'>(
  path: string,
  access: A,
  summary: string,
  body: B,
) {
  return route(`POST /api/purchase-orders/:id/${path}`, {
    access,
    summary,
    params: byId,
    body,
    reply: PurchaseOrder,
    idempotency: 'required',
  })
}

const ofReceipt = z.strictObject({ id: Id, receiptId: Id })

/** What we buy, from draft to received. */
export const purchasingApi = {
  listPurchaseOrders: route('GET /api/purchase-orders', {
    access: view,
    summary: 'Purchase orders, newest first.',
    query: z.strictObject({
      ...pageQuery,
      status: z.enum(purchaseStatuses).optional(),
      supplier: Id.optional(),
      item: Id.optional(),
      from: DateOnly.optional(),
      to: DateOnly.optional(),
      sort: sortBy('createdAt', 'orderDate', 'number').default('-createdAt'),
    }),
    reply: pageOf(PurchaseOrderRow),
  }),
  countPurchaseOrders: route('GET /api/purchase-orders/status-counts', {
    access: view,
    summary: 'How many purchase orders stand in each status.',
    reply: z.object({ data: z.array(z.object({ status: z.enum(purchaseStatuses), count: z.number().int() })) }),
  }),
  listPurchaseItems: route('GET /api/purchase-orders/items', {
    access: edit,
    summary: 'Products and raw materials to buy, those of the given supplier first.',
    query: z.strictObject({
      q: z.string().trim().max(120).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(20),
      supplier: Id.optional(),
      /** Exactly this SKU, or this code of the supplier. */
      code: z.string().trim().max(60).optional(),
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
    reply: null,
    download: 'application/zip',
  }),
  createPurchaseOrder: route('POST /api/purchase-orders', {
    access: edit,
    summary: 'Writes a draft.',
    body: PurchaseInput,
    reply: PurchaseOrder,
    status: 201,
  }),
  updatePurchaseOrder: route('PUT /api/purchase-orders/:id', {
    access: edit,
    summary: 'Changes a draft.',
    params: byId,
    body: PurchaseInput,
    reply: PurchaseOrder,
    ifMatch: true,
  }),
  deletePurchaseOrder: route('DELETE /api/purchase-orders/:id', {
    access: 'purchaseOrders.delete',
    summary: 'Takes a draft or a cancelled order off the lists.',
    params: byId,
    reply: null,
  }),
  submit: act('submission', edit, 'Places a draft, or asks for approval where it is above the limit.', nothing),
  approve: act('approval', 'purchaseOrders.delete', 'Approves an order that somebody else has submitted.', nothing),
  redraft: act('redrafting', edit, 'Makes an order a draft again, as long as nothing has arrived.', reason),
  cancel: act('cancellation', edit, 'Cancels an order of which nothing has arrived.', reason),
  close: act('closing', edit, 'Closes an order short: the rest will not come.', reason),
  reopen: act('reopening', edit, 'Makes an order that was closed short open again.', nothing),
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
      /** Tells the supplier by mail. */
      notify: z.boolean().default(false),
    }),
  ),
  reverseReceipt: route('POST /api/purchase-orders/:id/receipts/:receiptId/reversal', {
    access: edit,
    summary: 'Takes a receipt back that was booked wrongly, while its goods are still there.',
    params: ofReceipt,
    body: reason,
    reply: PurchaseOrder,
    idempotency: 'required',
  }),
} as const
