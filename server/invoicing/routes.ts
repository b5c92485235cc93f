import { invoicingApi } from '#shared/invoicing/api.ts'
import { deleteInvoice } from '#server/flows/money/delete-invoice.ts'
import { takePayment, undoPayments } from '#server/flows/money/take-payment.ts'
import type { Serve } from '#server/http/serve.ts'
import { sumAges } from './ageing.ts'
import { getInvoice, listInvoices } from './invoice-view.ts'

export function serveInvoicing({ read, write }: Serve): void {
  read(invoicingApi.listInvoices, ({ db, query }) => listInvoices(db, query))
  read(invoicingApi.sumAges, async ({ db, query }) => ({ data: await sumAges(db, query.account) }))
  read(invoicingApi.getInvoice, ({ db, params }) => getInvoice(db, params.id))
  write(invoicingApi.recordPayment, async (work, { params, body }) => {
    await takePayment(work, params.id, body)
    return getInvoice(work.tx, params.id)
  })
  write(invoicingApi.resetPayments, async (work, { params, version, body }) => {
    await undoPayments(work, params.id, version, body.reason)
    return getInvoice(work.tx, params.id)
  })
  write(invoicingApi.deleteInvoice, (work, { params }) => deleteInvoice(work, params.id))
}
