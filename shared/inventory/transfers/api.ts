import { z } from 'zod'
import { byId, DateOnly, Id, optionalText, text, Timestamp, Version } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { Money } from '#shared/money.ts'
import { Quantity, QuantityOrNone } from '#shared/quantity.ts'
import { locationTypes } from '#shared/inventory/stock/product.ts'
import { documentStatuses, restKinds, writeOffReasons } from '#shared/inventory/stock/stock-document.ts'

const named = z.object({ id: Id, name: z.string() })
const place = named.extend({ type: z.enum(locationTypes) })
export const itemKinds = ['product', 'raw_material', 'kit'] as const
export const NamedItem = named.extend({ sku: z.string(), kind: z.enum(itemKinds) })
export type NamedItem = z.infer<typeof NamedItem>

/** An event in the history of a transfer or a kit order. */
export const DocumentStep = z.object({
  at: Timestamp,
  actor: z.string().nullable(),
  move: z.string(),
  reason: z.string().nullable(),
  /** The number of pieces, if not all. */
  quantity: z.number().int().nullable(),
})
export type DocumentStep = z.infer<typeof DocumentStep>

export const TransferRow = z.object({
  id: Id,
  number: z.string(),
  source: place,
  destination: place,
  status: z.enum(documentStatuses),
  /** In transit since then; null while it is at the source. */
  dispatchedAt: Timestamp.nullable(),
  completedAt: Timestamp.nullable(),
  lines: z.number().int(),
  pieces: z.number().int(),
  createdAt: Timestamp,
})
export type TransferRow = z.infer<typeof TransferRow>

/** Pieces of one lot of a line and, once received, the counted quantity. */
const TransferLot = z.object({
  lotId: Id,
  lotNumber: z.string(),
  lotStatus: z.string(),
  expiryDate: z.string().nullable(),
  quantity: z.number().int(),
  received: z.number().int().nullable(),
  rest: z.enum(restKinds).nullable(),
  reason: z.string().nullable(),
  customReason: z.string().nullable(),
})

export const Transfer = TransferRow.extend({
  note: z.string().nullable(),
  cancelReason: z.string().nullable(),
  transferLines: z.array(
    z.object({
      id: Id,
      item: NamedItem,
      /** The chosen lot; null for FEFO. */
      lot: z.object({ id: Id, lotNumber: z.string() }).nullable(),
      quantity: z.number().int(),
      lots: z.array(TransferLot),
    }),
  ),
  timeline: z.array(DocumentStep),
  version: Version,
})
export type Transfer = z.infer<typeof Transfer>

export const TransferInput = z
  .strictObject({
    sourceId: Id,
    destinationId: Id,
    note: optionalText(1000),
    lines: z
      .array(
        z.strictObject({
          itemId: Id,
          quantity: Quantity,
          /** A chosen lot, whatever its status; if undefined, usable lots by FEFO. */
          lotId: Id.nullish(),
        }),
      )
      .min(1, 'needs at least one line')
      .max(200, 'may have at most 200 lines'),
  })
  .refine(({ sourceId, destinationId }) => sourceId !== destinationId, {
    path: ['destinationId'],
    message: 'must differ from the source',
  })

export const TransferReceipt = z.strictObject({
  /** Only shortages; everything else was received as dispatched. */
  differences: z
    .array(
      z
        .strictObject({
          lineId: Id,
          lotId: Id,
          received: QuantityOrNone,
          rest: z.enum(restKinds),
          /** The reason of the write-off. */
          reason: z.enum(writeOffReasons).nullish(),
          customReason: optionalText(300),
        })
        .superRefine(({ rest, reason, customReason }, context) => {
          const addIssue = (path: string, message: string) =>
            context.addIssue({ code: 'custom', path: [path], message })
          if (rest === 'write_off' && !reason) addIssue('reason', 'is required')
          if (rest === 'return' && reason) addIssue('reason', 'is only allowed with write-offs')
          if (reason === 'other' && !customReason) addIssue('customReason', 'is required when the reason is other')
          if (reason !== 'other' && customReason) addIssue('customReason', 'is only allowed with the reason other')
        }),
    )
    .max(2000)
    .default([]),
})

/** Stock at a location that could be transferred. */
export const ItemOnHand = NamedItem.extend({
  lotControlled: z.boolean(),
  /** The average cost of a piece. */
  cost: Money,
  /** Available, in all usable lots. */
  available: z.number().int(),
  lots: z.array(
    z.object({
      lotId: Id,
      lotNumber: z.string(),
      lotStatus: z.string(),
      expiryDate: z.string().nullable(),
      /** On hand minus reserved, whether the lot is usable or not. */
      free: z.number().int(),
    }),
  ),
})
export type ItemOnHand = z.infer<typeof ItemOnHand>

const view = 'inventory.view'
const edit = 'inventory.edit'
const nothing = z.strictObject({})

function move<const B extends z.ZodType>(path: string, summary: string, body: B) {
  return route(`POST /api/stock-transfers/:id/${path}`, {
    access: edit,
    summary,
    params: byId,
    body,
    emits: ['inventory_transaction', 'inventory_updated'],
    reply: Transfer,
    idempotency: 'required',
  })
}

/** Stock transfers between locations. */
export const transfersApi = {
  listTransfers: route('GET /api/stock-transfers', {
    access: view,
    summary: 'Stock transfers, newest first.',
    query: z.strictObject({
      ...pageQuery,
      status: z.enum(documentStatuses).optional(),
      source: Id.optional(),
      destination: Id.optional(),
      /** Created on these days, both included. */
      from: DateOnly.optional(),
      to: DateOnly.optional(),
      sort: sortBy('createdAt', 'number', 'pieces').default('-createdAt'),
    }),
    reply: pageOf(TransferRow),
  }),
  listStandingItems: route('GET /api/stock-transfers/standing-items', {
    access: view,
    summary: 'Stock at a location by item and lot, available for a transfer.',
    query: z.strictObject({
      location: Id,
      q: pageQuery.q,
      /** Only these items. */
      item: z.union([Id, z.array(Id).max(200)]).optional(),
      /** What this transfer has reserved itself counts as free, as it is being edited. */
      transfer: Id.optional(),
      limit: pageQuery.limit,
    }),
    reply: z.object({ data: z.array(ItemOnHand) }),
  }),
  getTransfer: route('GET /api/stock-transfers/:id', {
    access: view,
    summary: 'One transfer with its lines, lots and timeline.',
    params: byId,
    reply: Transfer,
  }),
  createTransfer: route('POST /api/stock-transfers', {
    access: edit,
    summary: 'Writes a pending transfer and commits its goods at the source.',
    body: TransferInput,
    emits: ['inventory_transaction', 'inventory_updated'],
    reply: Transfer,
    status: 201,
    idempotency: 'required',
  }),
  updateTransfer: route('PUT /api/stock-transfers/:id', {
    access: edit,
    summary: 'Changes a pending transfer that has not shipped; its goods are committed again.',
    params: byId,
    body: TransferInput,
    emits: ['inventory_transaction', 'inventory_updated'],
    reply: Transfer,
    ifMatch: true,
    idempotency: 'required',
  }),
  deleteTransfer: route('DELETE /api/stock-transfers/:id', {
    access: 'inventory.delete',
    summary: 'Takes a transfer off the list and releases its goods; refused once it is completed.',
    params: byId,
    emits: ['inventory_transaction', 'inventory_updated'],
    reply: null,
  }),
  dispatchTransfer: move('dispatch', 'Ships the goods: they are in transit, the status stays pending.', nothing),
  undispatchTransfer: move('dispatch-reversal', 'Undoes the shipping.', nothing),
  completeTransfer: move(
    'completion',
    'Receives the goods at the destination; the rest returns or is written off.',
    TransferReceipt,
  ),
  cancelTransfer: move(
    'cancellation',
    'Cancels a pending transfer and releases its goods at the source.',
    z.strictObject({ reason: text(500) }),
  ),
} as const
