import { paymentsApi } from '#shared/invoicing/payments-api.ts'
import { payByCredit, takePayments, voidPayment } from '#server/flows/money/take-payment.ts'
import type { Serve } from '#server/http/serve.ts'
import { listCredit, refundCredit } from './credit.ts'
import { getInvoice } from './invoice-view.ts'
import { reverseOpeningCredit } from './opening-balances.ts'
import { getPayment, listPayments } from './payment-list.ts'

export function servePayments({ read, write }: Serve): void {
  read(paymentsApi.listPayments, ({ db, query }) => listPayments(db, query))
  write(paymentsApi.takePayment, async (work, { body }) => getPayment(work.tx, await takePayments(work, body)))
  write(paymentsApi.voidPayment, async (work, { params, body }) => {
    await voidPayment(work, params.id, body.reason)
    return getPayment(work.tx, params.id)
  })
  read(paymentsApi.listCredit, ({ db, params, query }) => listCredit(db, params.id, query))
  write(paymentsApi.applyCredit, async (work, { params, body }) => {
    await payByCredit(work, params.id, body.amount)
    return getInvoice(work.tx, params.id)
  })
  write(paymentsApi.refundCredit, (work, { params, body }) => refundCredit(work, params.id, body))
  write(paymentsApi.reverseOpeningCredit, (work, { params, body }) =>
    reverseOpeningCredit(work, params.id, params.entryId, body.reason),
  )
}
