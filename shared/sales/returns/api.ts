import { z } from 'zod'
import { byId, DateOnly, Id, optionalText, text, Timestamp, Version } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import type { Emitted } from '#shared/http/event-names.ts'
import { route } from '#shared/http/route.ts'
import { Money } from '#shared/money.ts'
import { Quantity } from '#shared/quantity.ts'
import { byPhoto, ReturnPhoto } from './return-photos.ts'
import {
  dispositions,
  type ReturnTransition,
  returnActions,
  returnReasons,
  returnStatuses,
} from './return-transitions.ts'

const named = z.object({ id: Id, name: z.string() })
const numbered = z.object({ id: Id, number: z.string() })
const product = named.extend({ sku: z.string() })

export const ReturnRow = z.object({
  id: Id,
  number: z.string(),
  order: numbered,
  account: named,
  status: z.enum(returnStatuses),
  /** Pieces requested, and received; null until the goods arrive. */
  quantity: z.number().int(),
  received: z.number().int().nullable(),
  creditNote: numbered.extend({ total: Money }).nullable(),
  createdAt: Timestamp,
})
export type ReturnRow = z.infer<typeof ReturnRow>

export const ReturnLine = z.object({
  id: Id,
  orderLineId: Id,
  product,
  /** The delivered lot; "none" for goods that aren't lot-tracked. */
  lot: z.object({ id: Id, number: z.string(), expiryDate: z.string().nullable(), isNone: z.boolean() }),
  quantity: z.number().int(),
  reason: z.enum(returnReasons),
  note: z.string().nullable(),
  received: z.number().int().nullable(),
  dispositions: z.array(z.object({ disposition: z.enum(dispositions), quantity: z.number().int() })),
  /** The credit for the received goods or, before they arrive, for the requested ones; with tax. */
  credit: Money,
})
export type ReturnLine = z.infer<typeof ReturnLine>

const moves = Object.keys(returnActions) as [ReturnTransition, ...ReturnTransition[]]

export const Return = ReturnRow.extend({
  lines: z.array(ReturnLine),
  notes: z.string().nullable(),
  /** The customer's photos of the problem. */
  photos: z.array(ReturnPhoto),
  /** The driver's photos, by hash, if the delivery opened the return. */
  deliveryPhotos: z.array(z.string()),
  location: named.nullable(),
  receivedDate: z.string().nullable(),
  invoice: numbered.nullable(),
  /** The amount of the credit note or, before there is one, of its lines; with tax. */
  credit: Money,
  /** The part for services and fees. */
  creditedCharges: Money,
  /** Services and fees of the invoice that no credit note has credited, with tax. */
  charges: Money,
  timeline: z.array(
    z.object({
      at: Timestamp,
      actor: z.string().nullable(),
      /** A transition of the return; `mail`: its credit note was mailed to the address in `reason`. */
      move: z.string(),
      from: z.string().nullable(),
      to: z.string(),
      reason: z.string().nullable(),
    }),
  ),
  transitions: z.array(z.object({ action: z.enum(moves), open: z.boolean(), reason: z.string().nullable() })),
  version: Version,
})
export type Return = z.infer<typeof Return>

export const Returnable = z.object({
  order: numbered,
  account: named,
  /** The delivery failed: all of the parcel comes back. */
  isWhole: z.boolean(),
  lines: z.array(
    z.object({
      orderLineId: Id,
      product,
      lot: z.object({ id: Id, number: z.string(), expiryDate: z.string().nullable(), isNone: z.boolean() }),
      delivered: z.number().int(),
      /** Delivered, less returned and requested. */
      returnable: z.number().int(),
      /** No return is possible until the product is restored. */
      isProductDeleted: z.boolean(),
    }),
  ),
})
export type Returnable = z.infer<typeof Returnable>

const reason = z.strictObject({ reason: text(500) })
const manyLines = <T extends z.ZodType>(line: T) =>
  z.array(line).min(1, 'needs at least one line').max(1000, 'may have at most 1000 lines')

const ofOrder = ['sales_order_updated', 'invoice_updated', 'shipping_updated'] as const
/** Goods go back into stock, and the customer gets a credit. */
const settles = [...ofOrder, 'account_updated', 'inventory_updated', 'inventory_transaction'] as const

function act<const B extends z.ZodType>(path: string, summary: string, body: B, emits: readonly Emitted[] = ofOrder) {
  return route(`POST /api/returns/:id/${path}`, {
    access: 'invoices.edit',
    summary,
    params: byId,
    body,
    emits,
    reply: Return,
    idempotency: 'required',
    ifMatch: 'optional',
  })
}

/** Returns from customers. */
export const returnsApi = {
  listReturns: route('GET /api/returns', {
    access: 'invoices.view',
    summary: 'Returns, newest first.',
    query: z.strictObject({
      ...pageQuery,
      status: z.enum(returnStatuses).optional(),
      account: Id.optional(),
      order: Id.optional(),
      sort: sortBy('createdAt', 'number', 'account').default('-createdAt'),
    }),
    reply: pageOf(ReturnRow),
  }),
  countReturns: route('GET /api/returns/status-counts', {
    access: 'invoices.view',
    summary: 'Number of returns by status.',
    reply: z.object({ data: z.array(z.object({ status: z.enum(returnStatuses), count: z.number().int() })) }),
  }),
  listReturnOrders: route('GET /api/returns/orders', {
    access: 'invoices.edit',
    summary: 'Orders whose goods can come back, by number or customer, the last delivered first.',
    query: z.strictObject({
      q: z.string().trim().max(120).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(20),
    }),
    reply: z.object({
      data: z.array(numbered.extend({ account: named, deliveredDate: z.string().nullable(), failed: z.boolean() })),
    }),
  }),
  getReturn: route('GET /api/returns/:id', {
    access: 'invoices.view',
    summary: 'One return with lines, credit, history and what can be done.',
    params: byId,
    reply: Return,
  }),
  getReturnPhoto: route('GET /api/returns/:id/photos/:photoId', {
    access: 'invoices.view',
    summary: 'A photo that the customer sent with a return. It never changes under its address.',
    params: byPhoto,
    reply: null,
    download: 'image/webp',
  }),
  listReturnable: route('GET /api/sales-orders/:id/returnable', {
    access: 'invoices.edit',
    summary: 'What an order delivered, by line and lot, and how much of it can still come back.',
    params: byId,
    reply: Returnable,
  }),
  createReturn: route('POST /api/returns', {
    access: 'invoices.edit',
    summary: 'Asks for goods of a delivered order to come back; a parcel that failed comes back whole.',
    body: z.strictObject({
      orderId: Id,
      notes: optionalText(2000),
      lines: manyLines(
        z.strictObject({
          orderLineId: Id,
          /** Optional if the line was delivered from one lot. */
          lotId: Id.optional(),
          quantity: Quantity,
          reason: z.enum(returnReasons),
          note: optionalText(300),
        }),
      ),
    }),
    emits: ofOrder,
    reply: Return,
    status: 201,
    idempotency: 'required',
  }),
  approveReturn: act('approval', 'Approves a return.', z.strictObject({})),
  rejectReturn: act('rejection', 'Rejects a requested return.', reason),
  cancelReturn: act('cancellation', 'Cancels a return whose goods have not arrived.', reason),
  receiveReturn: act(
    'receipt',
    'The goods are here: how many of each line. Nothing is in stock before it is inspected.',
    z.strictObject({
      locationId: Id,
      /** Today if undefined. */
      receivedDate: DateOnly.optional(),
      lines: manyLines(z.strictObject({ lineId: Id, received: z.number().int().min(0).max(1_000_000_000) })),
    }),
  ),
  inspectReturn: act(
    'inspection',
    'What becomes of the goods, line by line; the parts make up what was received.',
    z.strictObject({
      lines: manyLines(
        z.strictObject({
          lineId: Id,
          dispositions: z
            .array(z.strictObject({ disposition: z.enum(dispositions), quantity: Quantity }))
            .min(1, 'Enter a disposition for each unit')
            .max(4, 'may have at most 4 parts'),
        }),
      ),
    }),
  ),
  completeReturn: act(
    'completion',
    'Books the goods as inspected and gives the customer credit for them.',
    z.strictObject({
      /** Also credits services and fees. */
      creditCharges: z.boolean().default(false),
    }),
    settles,
  ),
} as const
