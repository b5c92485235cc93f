import { Refusal } from '#shared/http/refusal.ts'
import { orderMachine, orderStatusNames } from '#shared/sales/orders/order-transitions.ts'
import type { Work } from '#server/kernel/work.ts'
import { moveCommitments } from '#server/inventory/stock/commitments.ts'
import { deleteInvoiceOf, orderOfInvoice } from '#server/invoicing/invoices.ts'
import { lockOrder, transitionOrder } from '#server/sales/orders/order-lock.ts'
import { assertUnpaid } from '#server/flows/orders/confirm-order.ts'
import { stockSource } from '#server/flows/orders/order-stock.ts'

/** Deleting an invoice takes the promise back: the invoice is void (its number is never used again), the order is pending. */
export async function deleteInvoice(work: Work, invoiceId: string): Promise<void> {
  const order = await lockOrder(work, await orderOfInvoice(work.tx, invoiceId))
  if (!orderMachine.next(order.status, 'unconfirm')) {
    throw new Refusal(
      'MOVE_NOT_OPEN',
      `Order ${order.number} is ${orderStatusNames[order.status]}. Move it back to picking or create a credit note instead.`,
      { details: { status: order.status } },
    )
  }
  assertUnpaid(order)
  await deleteInvoiceOf(work, order.id, 'The invoice was deleted', invoiceId)
  await moveCommitments(work, stockSource(order), 'release')
  await transitionOrder(work, order, 'unconfirm', { reason: 'The invoice was deleted', paymentStatus: null })
}
