import { z } from 'zod'
import { byId, Id, Moment, text, Timestamp, Version } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'
import { Quantity, QuantityOrNone } from '#shared/quantity.ts'
import { portalQuery } from './viewing-api.ts'

/** What one press of + adds when it is counted. */
export const shelfUnits = ['piece', 'pack'] as const
export const maxShelves = 40
/** Days after which a count that waited on a phone says nothing any more. */
export const maxCountAgeDays = 14

const whole = z.number().int()
const product = z.object({ id: Id, name: z.string(), sku: z.string(), barcode: z.string().nullable() })
const lot = { lotNumber: z.string(), expiryDate: z.string().nullable(), quantity: whole }

export const ShelfItem = z.object({
  product,
  /** Pieces that should be there. */
  par: whole,
  unit: z.enum(shelfUnits),
  packSize: whole,
  minimum: whole.nullable(),
  /** Pieces by the last count; null where it was never counted. */
  counted: whole.nullable(),
  countedAt: Timestamp.nullable(),
  /** Pieces that are ordered, or wait for approval, and were not there when it was counted. */
  onOrder: whole,
  /** Pieces to order, in whole packs; null until it was counted. */
  topUp: whole.nullable(),
  /** Lots that should be among what was counted and expire soon or have expired, the soonest first. */
  expiring: z.array(z.object(lot)),
})
export type ShelfItem = z.infer<typeof ShelfItem>

export const ShelfCountRow = z.object({ id: Id, at: Timestamp, by: z.string() })

export const Shelf = z.object({
  id: Id,
  name: z.string(),
  items: z.array(ShelfItem),
  lastCount: ShelfCountRow.nullable(),
  /** The last count has already been ordered. */
  isOrdered: z.boolean(),
  version: Version,
})
export type Shelf = z.infer<typeof Shelf>

export const ShelfList = z.object({
  data: z.array(Shelf),
  /** Lots that expire within so many days are shown. */
  expiryDays: whole,
})
export type ShelfList = z.infer<typeof ShelfList>

export const ShelfInput = z.strictObject({
  name: text(80),
  items: z
    .array(z.strictObject({ productId: Id, par: Quantity, unit: z.enum(shelfUnits).default('piece') }))
    .max(300, 'may have at most 300 items'),
})

export const ShelfCountInput = z.strictObject({
  /** Made by the device: the same count has one effect, whoever sends it. */
  countId: Id,
  /** When it was counted, by the device's clock; one that runs ahead counts as now. */
  countedAt: Moment({ offset: true }),
  lines: z
    .array(z.strictObject({ productId: Id, counted: QuantityOrNone }))
    .min(1, 'needs at least one line')
    .max(500, 'may have at most 500 lines'),
})

const emits = ['account_updated', 'portal_updated'] as const
const ofAccount = z.strictObject({ id: Id, shelfId: Id })

/** A customer's shelves: what should be there, what was counted, and what they lack. */
export const shelfApi = {
  listShelves: route('GET /api/customer-portal/shelves', {
    access: 'portal',
    summary: 'The customer’s shelves with par levels, last counts, proposed top-up and near-expiry lots.',
    query: portalQuery,
    reply: ShelfList,
  }),
  addShelf: route('POST /api/customer-portal/shelves', {
    access: 'customer',
    summary: 'Adds a shelf with its par levels; owners and orderers.',
    body: ShelfInput,
    emits,
    reply: ShelfList,
    status: 201,
  }),
  changeShelf: route('PUT /api/customer-portal/shelves/:id', {
    access: 'customer',
    summary: 'Changes a shelf’s name and par levels; owners and orderers.',
    params: byId,
    body: ShelfInput,
    emits,
    reply: ShelfList,
    ifMatch: true,
  }),
  removeShelf: route('DELETE /api/customer-portal/shelves/:id', {
    access: 'customer',
    summary: 'Removes a shelf; its counts are kept.',
    params: byId,
    emits,
    reply: ShelfList,
  }),
  sendCount: route('POST /api/customer-portal/shelves/:id/counts', {
    access: 'customer',
    summary:
      'Takes a count of a shelf, also one that waited on a device without a connection. The same count is taken once.',
    params: byId,
    body: ShelfCountInput,
    emits,
    reply: ShelfList,
    status: 201,
    idempotency: 'required',
  }),
} as const

/** The same from the office, on the customer's page. */
export const accountShelvesApi = {
  listAccountShelves: route('GET /api/accounts/:id/shelves', {
    access: 'crm.view',
    summary: 'A customer’s shelves with par levels, last counts, proposed top-up and near-expiry lots.',
    params: byId,
    reply: ShelfList,
  }),
  addAccountShelf: route('POST /api/accounts/:id/shelves', {
    access: 'crm.edit',
    summary: 'Adds a shelf to a customer.',
    params: byId,
    body: ShelfInput,
    emits,
    reply: ShelfList,
    status: 201,
  }),
  changeAccountShelf: route('PUT /api/accounts/:id/shelves/:shelfId', {
    access: 'crm.edit',
    summary: 'Changes the name and par levels of a customer’s shelf.',
    params: ofAccount,
    body: ShelfInput,
    emits,
    reply: ShelfList,
    ifMatch: true,
  }),
  removeAccountShelf: route('DELETE /api/accounts/:id/shelves/:shelfId', {
    access: 'crm.edit',
    summary: 'Removes a customer’s shelf; its counts are kept.',
    params: ofAccount,
    emits,
    reply: ShelfList,
  }),
} as const
