import { balancesApi } from '#shared/invoicing/balances-api.ts'
import { invoiceDocumentsApi } from '#shared/invoicing/documents-api.ts'
import { invoiceFiles } from '#server/flows/orders/document-archives.ts'
import { remind } from '#server/flows/money/remind.ts'
import {
  drawCreditNote,
  drawInvoice,
  drawStatement,
  sendCreditNote,
  sendInvoice,
  sendStatement,
} from '#server/flows/money/send-invoice.ts'
import type { MailSender } from '#server/delivery/mail-sender.ts'
import type { Serve } from '#server/http/serve.ts'
import { sendZip } from '#server/http/zip-download.ts'
import { getBalance, putBilling } from './balances.ts'
import { getMoneyMail, listCreditNoteMails, listInvoiceMails } from './money-mails.ts'
import { getStatement } from './statement.ts'

type Reply = { type(name: string): { header(name: string, value: string): unknown } }
const download = (reply: Reply, name: string, content: Buffer): never => {
  reply.type('application/pdf').header('content-disposition', `attachment; filename="${name}"`)
  return content as never
}

/** If `isMailSetUp`, mails are sent automatically; otherwise they stay in the outbox. */
export function serveMoneyDocuments({ read, write }: Serve, isMailSetUp: MailSender['isSetUp']): void {
  read(invoiceDocumentsApi.printInvoice, async ({ db, params, reply }): Promise<never> => {
    const { name, content } = await drawInvoice(db, params.id)
    return download(reply, name, content)
  })
  read(invoiceDocumentsApi.printInvoices, async ({ db, body, reply }) =>
    sendZip(reply, 'invoices', await invoiceFiles(db, body)),
  )
  read(invoiceDocumentsApi.printCreditNote, async ({ db, params, reply }): Promise<never> => {
    const { name, content } = await drawCreditNote(db, params.id)
    return download(reply, name, content)
  })
  read(invoiceDocumentsApi.listMails, async ({ db, params }) => ({
    data: await listInvoiceMails(db, params.id, await isMailSetUp(db)),
  }))
  write(invoiceDocumentsApi.sendInvoice, async (work, { params, body }) => {
    await sendInvoice(work, params.id, body)
    return { data: await listInvoiceMails(work.tx, params.id, await isMailSetUp(work.tx)) }
  })
  read(invoiceDocumentsApi.listCreditNoteMails, async ({ db, params }) => ({
    data: await listCreditNoteMails(db, params.id, await isMailSetUp(db)),
  }))
  write(invoiceDocumentsApi.sendCreditNote, async (work, { params, body }) => {
    await sendCreditNote(work, params.id, body)
    return { data: await listCreditNoteMails(work.tx, params.id, await isMailSetUp(work.tx)) }
  })
  write(invoiceDocumentsApi.remind, async (work, { params }) => {
    await remind(work, params.id)
    return { data: await listInvoiceMails(work.tx, params.id, await isMailSetUp(work.tx)) }
  })
  read(balancesApi.getBalance, ({ db, params }) => getBalance(db, params.id))
  write(balancesApi.putBilling, (work, { params, version, body }) => putBilling(work, params.id, version, body))
  read(balancesApi.getStatement, ({ db, params, query }) => getStatement(db, params.id, query.from, query.until))
  read(balancesApi.printStatement, async ({ db, params, query, reply }): Promise<never> => {
    const { name, content } = await drawStatement(db, params.id, query.from, query.until)
    return download(reply, name, content)
  })
  write(balancesApi.sendStatement, async (work, { params, body }) =>
    getMoneyMail(work.tx, await sendStatement(work, params.id, body), await isMailSetUp(work.tx)),
  )
}
