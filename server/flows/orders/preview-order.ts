import { sql } from 'kysely'
import { can } from '#shared/access/can.ts'
import type { Right } from '#shared/http/route.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { formatAmount } from '#shared/money.ts'
import type { OrderAllowances } from '#shared/sales/orders/order-input.ts'
import type { OrderPreview, PreviewedAction } from '#shared/sales/orders/order-preview-api.ts'
import type { CommandDeps } from '#server/kernel/command.ts'
import { mailsOfThis } from '#server/kernel/mail.ts'
import { preview } from '#server/kernel/preview.ts'
import type { Caller, Work } from '#server/kernel/work.ts'
import { ownersOfInvoice } from '#server/invoicing/invoices.ts'
import { lockRouteOf } from '#server/logistics/routes/route-lock.ts'
import { lockOrder } from '#server/sales/orders/order-lock.ts'
import { cancelOrder } from './cancel-order.ts'
import { backOrder, confirmOrder, unconfirmOrder } from './confirm-order.ts'
import { lockLimit } from './credit-limit.ts'
import { deleteInvoice } from '#server/flows/money/delete-invoice.ts'
import { deleteOrder } from './delete-order.ts'
import { handOverOrder } from './deliver-order.ts'
import { missingOf, stockEffectsOf } from './order-effects.ts'
import { startPicking } from './pick-order.ts'
import type { Choice } from './split-order.ts'
import { markReadyForShipping, reverseOrder } from './ready-for-shipping.ts'

const reason = 'Preview'

/** Users without the right to an action may not preview it either. */
const rights: Partial<Record<PreviewedAction, Right>> = { delete: 'salesOrders.delete', handOver: 'shipping.edit' }

type Chosen = { picked?: Choice['picked']; allowances?: OrderAllowances | undefined }

const acts: Record<PreviewedAction, (work: Work, id: string, choice: Chosen) => Promise<void>> = {
  confirm: async (work, id, { allowances }) => void (await confirmOrder(work, id, allowances)),
  backOrder: (work, id, { allowances }) => backOrder(work, id, allowances),
  startPicking,
  ready: markReadyForShipping,
  handOver: handOverOrder,
  reverse: (work, id) => reverseOrder(work, id, reason),
  unconfirm: (work, id) => unconfirmOrder(work, id, reason),
  cancel: (work, id) => cancelOrder(work, id, reason),
  delete: deleteOrder,
}

/** The effects of an action on an order and its documents, found by running it. Throws what the action throws. */
export async function previewOrder(
  deps: CommandDeps,
  caller: Caller,
  id: string,
  act: PreviewedAction,
  choice: Chosen = {},
): Promise<OrderPreview> {
  if (!can(caller, rights[act] ?? 'salesOrders.edit')) throw new Refusal('FORBIDDEN')
  return preview(deps, caller, async (work) => {
    // Lock order: money and routes before orders.
    await lockLimit(work, id)
    await lockRouteOf(work, id)
    return effectOf(work, id, (order) => acts[act](work, order, choice))
  })
}

/** The same for deleting an invoice, which makes its order pending again. */
export async function previewInvoiceDeletion(deps: CommandDeps, caller: Caller, id: string): Promise<OrderPreview> {
  return preview(deps, caller, async (work) => {
    const { orderId } = await ownersOfInvoice(work.tx, id)
    if (orderId === null) throw new Refusal('INVALID_TRANSITION', 'An opening balance has no order.')
    return effectOf(work, orderId, () => deleteInvoice(work, id))
  })
}

async function effectOf(work: Work, id: string, act: (id: string) => Promise<void>): Promise<OrderPreview> {
  const order = await lockOrder(work, id)
  const before = await orderDocuments(work, id)
  await act(id)
  const after = await orderDocuments(work, id)
  const newOrders = after.orders.filter(({ id: child }) => before.orders.every((one) => one.id !== child))
  const seesInvoices = can(work.caller, 'invoices.view')
  return {
    from: order.status,
    to: after.status,
    stock: await stockEffectsOf(
      work,
      order,
      newOrders.map((one) => one.id),
    ),
    missing: after.status === 'AWAITING_STOCK' ? await missingOf(work, id) : [],
    invoices: changed(before.invoices, after.invoices).map(({ was, is }) => ({
      effect: !was ? 'issued' : is.deleted ? 'deleted' : 'voided',
      number: was && seesInvoices ? is.number : null,
      total: seesInvoices ? formatAmount(is.total) : null,
      dueDate: was ? null : is.dueDate,
    })),
    shipments: changed(before.shipments, after.shipments).map(({ was, is }) => ({
      effect: was ? 'deleted' : 'made',
      number: was ? is.number : null,
      pieces: is.pieces,
      lots: is.lots,
    })),
    backOrders: newOrders.map(({ pieces, total }) => ({ pieces, total: formatAmount(total) })),
    mails: await mailsOfThis(work.tx),
  }
}

interface OrderDocuments {
  status: OrderPreview['to']
  invoices: { id: string; number: string; total: number; dueDate: string; voided: boolean; deleted: boolean }[]
  shipments: { id: string; number: string; pieces: number; lots: number; deleted: boolean }[]
  orders: { id: string; pieces: number; total: number }[]
}

/** The documents of an order, including deleted ones. */
async function orderDocuments(work: Work, id: string): Promise<OrderDocuments> {
  const { rows } = await sql<OrderDocuments>`select case when o.deleted_at is null then o.status end as status,
      coalesce((select json_agg(json_build_object('id', v.id, 'number', v.number, 'total', v.total, 'dueDate', v.due_date,
          'voided', v.voided_at is not null, 'deleted', v.deleted_at is not null) order by v.number)
        from invoices v where v.order_id = o.id), '[]') as invoices,
      coalesce((select json_agg(json_build_object('id', s.id, 'number', s.number, 'deleted', s.deleted_at is not null,
          'pieces', (select coalesce(sum(x.quantity), 0) from shipment_lines x where x.shipment_id = s.id),
          'lots', (select count(*) from shipment_lines x where x.shipment_id = s.id)) order by s.number)
        from shipments s where s.order_id = o.id), '[]') as shipments,
      coalesce((select json_agg(json_build_object('id', c.id, 'total', c.total,
          'pieces', (select sum(l.quantity) from sales_order_lines l where l.order_id = c.id)) order by c.id)
        from sales_orders c where c.parent_id = o.id), '[]') as orders
    from sales_orders o where o.id = ${id}`.execute(work.tx)
  const [row] = rows
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

/** The documents that are new or changed. */
function changed<P extends { id: string; deleted: boolean; voided?: boolean }>(before: P[], after: P[]) {
  const known = new Map(before.map((one) => [one.id, one]))
  return after
    .map((is) => ({ is, was: known.get(is.id) }))
    .filter(({ is, was }) => !was || was.deleted !== is.deleted || was.voided !== is.voided)
}
