import { beforeAll, describe, expect, test } from 'vitest'
import { timelineApi } from '#shared/crm/partners/timeline-api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { balancesApi } from '#shared/invoicing/balances-api.ts'
import { invoiceDocumentsApi } from '#shared/invoicing/documents-api.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { addAccount, addPlace, addProduct, completeReturn, deliveredOrder } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { pdfText } from '#test/pdf-text.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { filesOf } from '#test/smtp-sink.ts'
import { mailServer } from '#test/smtp.ts'

let server: TestServer
let smtp: Awaited<ReturnType<typeof mailServer>>
let admin: Client

beforeAll(async () => {
  smtp = await mailServer()
  server = await startServer({ mail: { smtpUrl: smtp.url, from: 'desk@harbour.example' } })
  admin = await server.as('admin')
})

/** A delivered order of which three pieces were returned and credited. */
async function credited(email: string) {
  const product = await addProduct(admin, await addPlace(admin), { quantity: 50, price: '7.49' })
  const account = await addAccount(admin, { email })
  const order = await deliveredOrder(admin, account.id, [[product.id, 10]])
  const { lines } = await admin.do(returnsApi.listReturnable, { params: { id: order.id } })
  const requested = await admin.do(returnsApi.createReturn, {
    body: {
      orderId: order.id,
      lines: [{ orderLineId: lines[0]?.orderLineId ?? '', quantity: 3, reason: 'damaged' }],
    },
  })
  const done = await completeReturn(admin, requested, [{ disposition: 'restock', quantity: 3 }])
  return { account, done, params: { id: done.creditNote?.id ?? '' } }
}
// Leaves out the mail about the shipment.
const mailTo = (to: string) => smtp.received.filter((one) => one.to[0] === to && !one.text.includes('is on its way'))
const textOf = (file: Buffer | undefined) => pdfText(new Uint8Array(file ?? Buffer.alloc(0)))

describe('[IVC-01, RTN-01] credit notes by email', () => {
  test('(D6) sends the PDF over SMTP, again on request; return, invoice and customer timeline show it', async () => {
    const to = 'books@first.example'
    const { account, done, params } = await credited(to)
    const note = done.creditNote
    const body = { to, message: 'For the wet boxes.' }
    const sent = await admin.do(invoiceDocumentsApi.sendCreditNote, { params, body })
    expect(sent.data).toMatchObject([{ kind: 'credit_note', to, state: 'queued', level: null }])
    await server.app.runJobs()
    const [mail] = mailTo(to)
    for (const words of [
      'For the wet boxes.',
      `Credit note ${note?.number}`,
      `USD ${note?.total}`,
      done.invoice?.number,
    ])
      expect(mail?.text).toContain(words)
    expect(note?.total).toBe('22.47')
    const span = { from: '2026-01-01', until: '2099-12-31' }
    const statement = await admin.do(balancesApi.getStatement, { params: { id: account.id }, query: span })
    expect(statement.lines).toContainEqual(
      expect.objectContaining({ kind: 'credit_note', number: note?.number, amount: '-22.47' }),
    )
    const [file] = mail ? filesOf(mail) : []
    const shown = await fetch(`${server.url}/api/credit-notes/${params.id}/document.pdf`, {
      headers: { cookie: admin.cookie },
    })
    expect(file?.name).toBe(`${note?.number}.pdf`)
    expect(textOf(file?.content)).toBe(textOf(Buffer.from(await shown.arrayBuffer())))

    // Sent again by hand, with the default text.
    await admin.do(invoiceDocumentsApi.sendCreditNote, { params, body: { to } })
    await server.app.runJobs()
    expect(mailTo(to).at(-1)?.text).toContain(`Please find our credit note ${note?.number} attached.`)
    const { data } = await admin.do(invoiceDocumentsApi.listCreditNoteMails, { params })
    expect(data.map((one) => [one.kind, one.to, one.state])).toEqual([
      ['credit_note', to, 'sent'],
      ['credit_note', to, 'sent'],
    ])
    const { timeline } = await admin.do(returnsApi.getReturn, { params: { id: done.id } })
    expect(timeline.slice(-2).map((one) => [one.move, one.reason, one.actor !== null])).toEqual([
      ['mail', to, true],
      ['mail', to, true],
    ])
    // The invoice lists its credit note, but the credit note's mails are not mails of the invoice.
    const invoice = { id: done.invoice?.id ?? '' }
    const { creditNotes } = await admin.do(invoicingApi.getInvoice, { params: invoice })
    expect(creditNotes).toEqual([{ ...note, return: { id: done.id, number: done.number } }])
    expect((await admin.do(invoiceDocumentsApi.listMails, { params: invoice })).data).toEqual([])
    const history = await admin.do(timelineApi.listAccountTimeline, {
      params: { id: account.id },
      query: { source: 'mail' },
    })
    expect(history.data.map((one) => one.text)).toContain(`Credit note ${note?.number} from Wardstock`)
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('one idempotency key sends one mail; a wrong address, an unknown credit note and a missing key are refused', async () => {
    const to = 'books@second.example'
    const { params } = await credited(to)
    const options = { key: crypto.randomUUID() }
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => admin.call(invoiceDocumentsApi.sendCreditNote, { params, body: { to } }, options)),
    )
    expect(answers.filter((one) => one.status === 201).length).toBeGreaterThan(0)
    await server.app.runJobs()
    expect(mailTo(to)).toHaveLength(1)
    const wrong = await admin.call(invoiceDocumentsApi.sendCreditNote, { params, body: { to: 'x' } })
    expect([wrong.status, wrong.body.fields]).toEqual([422, { to: 'is not an email address' }])
    const unknown = { params: { id: crypto.randomUUID() }, body: { to } }
    expect((await admin.call(invoiceDocumentsApi.sendCreditNote, unknown)).status).toBe(404)
    expect((await admin.send('POST', `/api/credit-notes/${params.id}/mails`, { to })).status).toBe(400)
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('the statement of account is sent the same way and includes the credit note', async () => {
    const to = 'books@third.example'
    const { account } = await credited(to)
    const today = new Date().toISOString().slice(0, 10)
    const span = { from: today, until: today }
    await admin.do(balancesApi.sendStatement, { params: { id: account.id }, body: { ...span, to } })
    await server.app.runJobs()
    const [mail] = mailTo(to)
    expect(mail?.text).toContain('Subject: Statement of account from Wardstock')
    expect(mail?.text).toContain('Closing balance: USD 52.43.')
    const [file] = mail ? filesOf(mail) : []
    expect(file?.name).toBe(`statement-${today}-${today}.pdf`)
    for (const words of [account.name, '-22.47', '74.90', '52.43']) expect(textOf(file?.content)).toContain(words)
  })
})
