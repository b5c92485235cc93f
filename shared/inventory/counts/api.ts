import { z } from 'zod'
import { byId, DateOnly, Id, optionalText, text, Moment } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { QuantityOrNone } from '#shared/quantity.ts'
import { countStatuses } from './count-transitions.ts'
import { abcClasses, CountDocument, CountLine, CountRow } from './count.ts'

const whole = z.number().int()

const scope = {
  locationId: Id.optional(),
  /** A zone of the location, or without one. */
  zoneId: Id.optional(),
  categoryId: Id.optional(),
  /** By the value at cost of the usage in the last 365 days: A makes 80 % of it, A and B 95 %. */
  abcClass: z.enum(abcClasses).optional(),
}
const hasScope = (value: { locationId?: unknown; zoneId?: unknown; categoryId?: unknown; abcClass?: unknown }) =>
  Boolean(value.locationId || value.zoneId || value.categoryId || value.abcClass)
const needsScope = { path: ['locationId'], message: 'or a category or a class is required' }

export const CountScope = z.strictObject(scope).refine(hasScope, needsScope)
export const PlanCount = z
  .strictObject({
    ...scope,
    /** In a blind count, the expected quantities are hidden while counting. */
    blind: z.boolean().default(true),
    /** A line is counted again if it differs by more than both. */
    recountPercent: z.number('must be a whole number').int('must be a whole number').min(0).max(100).default(5),
    recountPieces: QuantityOrNone.default(2),
    note: optionalText(1000),
  })
  .refine(hasScope, needsScope)

const view = 'inventory.view'
const edit = 'inventory.edit'
/** The maximum number of lines of a printed count sheet. */
export const sheetLines = 2000

const byLine = z.strictObject({ id: Id, lineId: Id })
const nothing = z.strictObject({})

/** Stock counts. */
export const countsApi = {
  listCounts: route('GET /api/stock-counts', {
    access: view,
    summary: 'Counts, newest first.',
    query: z.strictObject({
      ...pageQuery,
      status: z.enum(countStatuses).optional(),
      location: Id.optional(),
      sort: sortBy('createdAt').default('-createdAt'),
    }),
    reply: pageOf(CountRow),
  }),
  previewCount: route('GET /api/stock-counts/preview', {
    access: view,
    summary: 'How many lines a count of that scope would have now.',
    query: CountScope,
    reply: z.object({ lines: whole }),
  }),
  planCount: route('POST /api/stock-counts', {
    access: edit,
    summary: 'Plans a count; its lines are taken when it starts.',
    body: PlanCount,
    emits: ['inventory_transaction'],
    reply: CountDocument,
    status: 201,
  }),
  getCount: route('GET /api/stock-counts/:id', {
    access: view,
    summary: 'One count with progress and findings.',
    params: byId,
    reply: CountDocument,
  }),
  listCountLines: route('GET /api/stock-counts/:id/lines', {
    access: view,
    summary: 'The lines of a count, by location, product and lot.',
    params: byId,
    query: z.strictObject({
      ...pageQuery,
      /** `todo`: not counted, or to be counted again. `different`: empty during a blind count. */
      show: z.enum(['all', 'todo', 'different']).default('all'),
      product: Id.optional(),
      lot: Id.optional(),
      sort: sortBy('place').default('place'),
    }),
    reply: pageOf(CountLine),
  }),
  printCount: route('GET /api/stock-counts/:id/sheet.pdf', {
    access: view,
    summary: 'The lines on paper, to be filled in by hand; of a blind count without what is expected.',
    params: byId,
    reply: null,
    download: 'application/pdf',
  }),
  startCount: route('POST /api/stock-counts/:id/start', {
    access: edit,
    summary: 'Starts the count with lines from current stock.',
    params: byId,
    body: nothing,
    emits: ['inventory_transaction'],
    reply: CountDocument,
  }),
  addCountLine: route('POST /api/stock-counts/:id/lines', {
    access: edit,
    summary: 'Adds goods that were found where the ledger knows of none; answers the line that is there already.',
    params: byId,
    body: z.strictObject({
      productId: Id,
      locationId: Id,
      /** Required for lot-tracked products; an unknown lot is created. */
      lotNumber: optionalText(60),
      expiryDate: DateOnly.nullish(),
      /** True for a new lot that does not expire. */
      noExpiry: z.boolean().default(false),
    }),
    emits: ['inventory_transaction'],
    reply: CountLine,
    status: 201,
  }),
  countLine: route('POST /api/stock-counts/:id/lines/:lineId/entries', {
    access: edit,
    summary: 'Says how many pieces of a line there are, compared with the ledger as it was when they were counted.',
    params: byLine,
    body: z.strictObject({
      counted: QuantityOrNone,
      /** By the server's clock; now if undefined. An entry may be sent late by an offline device, and goods move meanwhile. */
      countedAt: Moment({ offset: false }).optional(),
    }),
    emits: ['inventory_transaction'],
    reply: CountLine,
    ifMatch: true,
    idempotency: 'required',
  }),
  finishCount: route('POST /api/stock-counts/:id/finish', {
    access: edit,
    summary: 'Ends the counting; refused while lines wait for their recount, or are not counted and not left out.',
    params: byId,
    body: z.strictObject({ leaveOut: z.boolean().default(false) }),
    emits: ['inventory_transaction'],
    reply: CountDocument,
  }),
  recountLines: route('POST /api/stock-counts/:id/recount', {
    access: edit,
    summary: 'Sends lines back for a recount.',
    params: byId,
    body: z.strictObject({ lines: z.array(Id).min(1, 'is required').max(500, 'may have at most 500 lines') }),
    emits: ['inventory_transaction'],
    reply: CountDocument,
  }),
  approveCount: route('POST /api/stock-counts/:id/approval', {
    access: 'inventory.delete',
    summary:
      'Books every difference as an adjustment, all or none. 409 with the orders that hold what would be missing.',
    params: byId,
    body: nothing,
    emits: ['inventory_transaction', 'inventory_updated', 'sales_order_updated', 'invoice_updated'],
    reply: CountDocument,
    ifMatch: true,
    idempotency: 'required',
  }),
  cancelCount: route('POST /api/stock-counts/:id/cancellation', {
    access: edit,
    summary: 'Cancels a count; nothing is posted.',
    params: byId,
    body: z.strictObject({ reason: text(300) }),
    emits: ['inventory_transaction'],
    reply: CountDocument,
  }),
} as const
