import { z } from 'zod'
import { byId, DateOnly, Id, optionalText, text, Timestamp, Version } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { Quantity } from '#shared/quantity.ts'
import { orderStatuses } from '#shared/sales/order-moves.ts'
import { lotStatuses } from './lot-status.ts'
import { LotEffect } from './lots-api.ts'

const count = z.number().int()
const named = z.object({ id: Id, name: z.string() })

export const recallStatuses = ['OPEN', 'CLOSED', 'WITHDRAWN'] as const
export const recallStatusNames: Record<(typeof recallStatuses)[number], string> = {
  OPEN: 'Open',
  CLOSED: 'Closed',
  WITHDRAWN: 'Withdrawn',
}
/**
 * Where a piece is: on hand, promised (and on hand), on its way between two of our places, in a parcel in the house, on its way
 * to the customer, with the customer.
 */
export const recallPlaces = ['stock', 'order', 'moving', 'parcel', 'underway', 'customer'] as const
export type RecallPlace = (typeof recallPlaces)[number]
export const toldHow = ['mail', 'phone', 'visit', 'letter', 'other'] as const

const lotIds = z.array(Id).max(200, 'may have at most 200 lots')
const search = {
  /** The lots themselves; everything made of them is found with them. */
  lotIds: lotIds.default([]),
  /** Or every lot that a supplier delivered between two days. */
  supplierId: Id.nullish(),
  receivedFrom: DateOnly.nullish(),
  receivedTo: DateOnly.nullish(),
}
type Search = {
  lotIds: string[]
  supplierId?: string | null | undefined
  receivedFrom?: string | null | undefined
  receivedTo?: string | null | undefined
}
function needsSearch(value: Search, context: z.RefinementCtx) {
  const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
  if (value.lotIds.length > 0) {
    if (value.supplierId) issue('supplierId', 'goes not with lots')
    return
  }
  if (!value.supplierId) return issue('lotIds', 'needs lots, or a supplier and two days')
  if (!value.receivedFrom) issue('receivedFrom', 'is required')
  if (!value.receivedTo) issue('receivedTo', 'is required')
  if (value.receivedFrom && value.receivedTo && value.receivedFrom > value.receivedTo) {
    issue('receivedTo', 'must not lie before the first day')
  }
}

const Totals = z.object({
  stock: count,
  order: count,
  moving: count,
  parcel: count,
  underway: count,
  customer: count,
})

const RecalledLot = z.object({
  id: Id,
  lotNumber: z.string(),
  product: named.extend({ sku: z.string() }),
  status: z.enum(lotStatuses),
  expiryDate: z.string().nullable(),
  /** Made of a recalled lot. */
  isDerived: z.boolean(),
  /** Pieces that ever arrived or were made; what is not found below was written off or made into something else. */
  received: count,
  found: Totals,
  elsewhere: z.number().int(),
  onHandNow: count,
  cameBack: count,
})

/** A product kept without lots that may hold recalled goods: its pieces can't be told apart. */
const Untraceable = z.object({ product: named.extend({ sku: z.string() }), quantity: count })

const RecalledOrder = z.object({
  id: Id,
  number: z.string(),
  status: z.enum(orderStatuses),
  customer: named.nullable(),
  lotId: Id,
  place: z.enum(recallPlaces),
  quantity: count,
})

const RecallCustomer = named.extend({
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  goods: z.array(
    z.object({
      lotId: Id,
      lotNumber: z.string(),
      product: z.string(),
      quantity: count,
      cameBack: count,
      orders: z.array(z.string()),
    }),
  ),
  told: z
    .object({ how: z.enum(toldHow), note: z.string().nullable(), at: Timestamp, by: z.string().nullable() })
    .nullable(),
})
export type RecallCustomer = z.infer<typeof RecallCustomer>

const found = {
  lots: z.array(RecalledLot),
  untraceable: z.array(Untraceable),
  totals: Totals,
  stock: z.array(z.object({ lotId: Id, location: named, quantity: count })),
  /** On the way between two places: blocked all the same, and arrives blocked. */
  moving: z.array(
    z.object({
      lotId: Id,
      transfer: z.object({ id: Id, number: z.string() }),
      from: named,
      to: named,
      quantity: count,
    }),
  ),
  /** At most 500, promises and parcels before what was delivered. */
  orders: z.array(RecalledOrder),
  ordersFound: count,
  customers: z.array(RecallCustomer),
}

export const RecallRow = z.object({
  id: Id,
  number: z.string(),
  status: z.enum(recallStatuses),
  reason: z.string(),
  lots: count,
  products: z.array(z.string()),
  customers: count,
  told: count,
  createdAt: Timestamp,
})
export type RecallRow = z.infer<typeof RecallRow>

export const Recall = z.object({
  id: Id,
  number: z.string(),
  status: z.enum(recallStatuses),
  reason: z.string(),
  instruction: z.string(),
  supplier: named.nullable(),
  receivedFrom: z.string().nullable(),
  receivedTo: z.string().nullable(),
  summary: z.string().nullable(),
  /** How long it took to find and block everything. */
  tookMs: count,
  createdBy: z.string().nullable(),
  createdAt: Timestamp,
  endedBy: z.string().nullable(),
  endedAt: Timestamp.nullable(),
  ...found,
  returns: z.array(
    z.object({
      id: Id,
      at: Timestamp,
      actor: z.string().nullable(),
      customer: named,
      lotNumber: z.string(),
      location: z.string(),
      quantity: count,
      note: z.string().nullable(),
    }),
  ),
  version: Version,
})
export type Recall = z.infer<typeof Recall>

const Drill = z.object({ ...found, effect: LotEffect, tookMs: count })
export type Drill = z.infer<typeof Drill>

const byCustomer = z.strictObject({ id: Id, accountId: Id })
const view = 'inventory.view'
const edit = 'inventory.edit'
const summary = z.strictObject({ summary: text(4000) })

const end = (path: string, summaryOfCall: string) =>
  route(`POST /api/recalls/:id/${path}`, {
    access: edit,
    summary: summaryOfCall,
    params: byId,
    body: summary,
    reply: Recall,
    idempotency: 'required',
  })

/** Recalls: find every unit, block it at once, tell who has it, book what comes back. */
export const recallsApi = {
  listRecalls: route('GET /api/recalls', {
    access: view,
    summary: 'Recalls, newest first.',
    query: z.strictObject({
      ...pageQuery,
      status: z.enum(recallStatuses).optional(),
      sort: sortBy('createdAt').default('-createdAt'),
    }),
    reply: pageOf(RecallRow),
  }),
  getRecall: route('GET /api/recalls/:id', {
    access: view,
    summary: 'One recall: what was found where when it began, who was told, what came back.',
    params: byId,
    reply: Recall,
  }),
  drill: route('POST /api/recalls/drill', {
    access: edit,
    summary:
      'Rehearses a recall and takes the time: everything is found and blocked, then rolled back. Nothing changes.',
    body: z.strictObject(search).superRefine(needsSearch),
    reply: Drill,
  }),
  startRecall: route('POST /api/recalls', {
    access: edit,
    summary: 'Finds every unit of lots and of what was made of them, and blocks it in one transaction.',
    body: z.strictObject({ ...search, reason: text(500), instruction: text(2000) }).superRefine(needsSearch),
    reply: z.object({ recall: Recall, effect: LotEffect }),
    status: 201,
    idempotency: 'required',
  }),
  getNotice: route('GET /api/recalls/:id/customers/:accountId/notice', {
    access: edit,
    summary: 'The mail that a customer would get.',
    params: byCustomer,
    reply: z.object({ to: z.string().nullable(), subject: z.string(), lines: z.array(z.string()) }),
  }),
  tell: route('POST /api/recalls/:id/customers/:accountId/telling', {
    access: edit,
    summary: 'Records that a customer was told; `mail` sends the notice.',
    params: byCustomer,
    body: z.strictObject({ how: z.enum(toldHow), note: optionalText(500) }),
    reply: Recall,
    idempotency: 'required',
  }),
  mailAll: route('POST /api/recalls/:id/mails', {
    access: edit,
    summary: 'Mails the notice to everybody who was not told yet and has an address.',
    params: byId,
    body: z.strictObject({}),
    reply: z.object({ recall: Recall, mails: count }),
    idempotency: 'required',
  }),
  comeBack: route('POST /api/recalls/:id/returns', {
    access: edit,
    summary: 'Books what a customer sent back: it stands blocked in its lot.',
    params: byId,
    body: z.strictObject({ accountId: Id, lotId: Id, locationId: Id, quantity: Quantity, note: optionalText(500) }),
    reply: Recall,
    idempotency: 'required',
  }),
  close: end('closing', 'Closes a recall with its summary; the lots stay recalled.'),
  withdraw: end(
    'withdrawal',
    'Takes a recall back that was none: its lots go into quarantine, from where they can be released.',
  ),
} as const
