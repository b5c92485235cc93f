import { whyNotUninvoiced } from '#shared/sales/orders/order-guards.ts'
import type { Work } from '#server/kernel/work.ts'
import { moveCommitments } from '#server/inventory/stock/commitments.ts'
import { deleteInvoiceOf, ownersOfInvoice } from '#server/invoicing/invoices.ts'
import { deleteOpeningInvoice } from '#server/invoicing/opening-balances.ts'
import { assertOpen, factsOf, lockOrder, transitionOrder } from '#server/sales/orders/order-lock.ts'
import { stockSource } from '#server/flows/orders/order-stock.ts'

/**
 * Deletes an invoice: it is void (its number is never used again), and its order is pending again. An opening balance has no
 * order.
 */
export async function deleteInvoice(work: Work, invoiceId: string): Promise<void> {
  const { orderId, accountId } = await ownersOfInvoice(work.tx, invoiceId)
  if (orderId === null) return deleteOpeningInvoice(work, invoiceId, accountId)
  const order = await lockOrder(work, orderId)
  assertOpen(whyNotUninvoiced(factsOf(order)), order)
  await deleteInvoiceOf(work, order.id, 'The invoice was deleted', invoiceId)
  await moveCommitments(work, stockSource(order), 'release')
  await transitionOrder(work, order, 'unconfirm', { reason: 'The invoice was deleted', paymentStatus: null })
}
