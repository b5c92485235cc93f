import type { Asked } from '#shared/http/route.ts'
import type { invoicingApi } from '#shared/invoicing/api.ts'
import type { Work } from '#server/db/work.ts'
import { orderOfInvoice } from '#server/invoicing/invoices.ts'
import { recordPayment, resetPayments } from '#server/invoicing/payments.ts'
import { lockOrder, notePaymentStatus } from '#server/sales/order-lock.ts'

type Payment = Asked<(typeof invoicingApi.recordPayment)['spec']>['body']

/** A payment is booked on the invoice, and the order shows it. The order is locked first, as everywhere. */
export async function takePayment(work: Work, invoiceId: string, payment: Payment): Promise<void> {
  const order = await lockOrder(work, await orderOfInvoice(work.tx, invoiceId))
  await notePaymentStatus(work, order.id, await recordPayment(work, invoiceId, payment))
}

/** Every payment that stands is reversed; the invoice is Unpaid again. */
export async function undoPayments(work: Work, invoiceId: string, version: number, reason: string): Promise<void> {
  const order = await lockOrder(work, await orderOfInvoice(work.tx, invoiceId))
  await notePaymentStatus(work, order.id, await resetPayments(work, invoiceId, version, reason))
}
