import { z } from 'zod'
import { byId, DateOnly, Id, optionalText, text } from '#shared/fields.ts'
import { pageOf, pageQuery, sortBy } from '#shared/http/paging.ts'
import { route } from '#shared/http/route.ts'
import { Quantity } from '#shared/quantity.ts'
import { LotEffect } from '#shared/inventory/lots/api.ts'
import { Drill, Recall, RecallRow, recallStatuses, notificationMethods } from './recall.ts'

const lotIds = z.array(Id).max(200, 'may have at most 200 lots')
const search = {
  /** The recalled lots; lots made of them are found automatically. */
  lotIds: lotIds.default([]),
  /** Or all lots that a supplier delivered between two days. */
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
    if (value.supplierId) issue('supplierId', 'is not allowed with lots')
    return
  }
  if (!value.supplierId) return issue('lotIds', 'needs lots, or a supplier and two days')
  if (!value.receivedFrom) issue('receivedFrom', 'is required')
  if (!value.receivedTo) issue('receivedTo', 'is required')
  if (value.receivedFrom && value.receivedTo && value.receivedFrom > value.receivedTo) {
    issue('receivedTo', 'must not be before the first day')
  }
}

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
    emits: ['inventory_transaction', 'inventory_updated', 'sales_order_updated', 'invoice_updated'],
    reply: Recall,
    idempotency: 'required',
  })

/** Recalls: finding and blocking all pieces, notifying customers, booking returns. */
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
    summary: 'One recall: where every piece of its lots is now, who was told, what came back.',
    params: byId,
    reply: Recall,
  }),
  drill: route('POST /api/recalls/drill', {
    access: edit,
    summary:
      'Rehearses a recall and takes the time: everything is found and blocked, then rolled back. Nothing changes.',
    body: z.strictObject(search).superRefine(needsSearch),
    emits: [],
    reply: Drill,
  }),
  startRecall: route('POST /api/recalls', {
    access: edit,
    summary: 'Finds every unit of lots and of what was made of them, and blocks it in one transaction.',
    body: z.strictObject({ ...search, reason: text(500), instruction: text(2000) }).superRefine(needsSearch),
    emits: ['inventory_transaction', 'inventory_updated', 'sales_order_updated', 'invoice_updated'],
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
    summary: 'Records that a customer was notified; `mail` sends the notice, and counts once it was sent.',
    params: byCustomer,
    body: z.strictObject({ how: z.enum(notificationMethods), note: optionalText(500) }),
    emits: ['inventory_transaction'],
    reply: Recall,
    idempotency: 'required',
  }),
  mailAll: route('POST /api/recalls/:id/mails', {
    access: edit,
    summary: 'Emails the notice to all customers not yet notified who have an address and no email on its way.',
    params: byId,
    body: z.strictObject({}),
    emits: ['inventory_transaction'],
    reply: z.object({ recall: Recall, mails: z.number().int() }),
    idempotency: 'required',
  }),
  comeBack: route('POST /api/recalls/:id/returns', {
    access: edit,
    summary: 'Records a customer’s return; it stays blocked in its lot.',
    params: byId,
    body: z.strictObject({ accountId: Id, lotId: Id, locationId: Id, quantity: Quantity, note: optionalText(500) }),
    emits: ['inventory_transaction', 'inventory_updated'],
    reply: Recall,
    idempotency: 'required',
  }),
  close: end('closing', 'Closes a recall with its summary once nothing of it is open; the lots stay recalled.'),
  withdraw: end('withdrawal', 'Withdraws a recall started by mistake; its lots go into quarantine.'),
} as const
