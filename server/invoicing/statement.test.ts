import { beforeAll, describe, expect, test } from 'vitest'
import { formatDay } from '#shared/format-day.ts'
import { addDays } from '#shared/dates.ts'
import { ageNames } from '#shared/invoicing/ageing.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { balancesApi } from '#shared/invoicing/balances-api.ts'
import { paymentsApi } from '#shared/invoicing/payments-api.ts'
import { receivablesReport } from '#shared/reports/more-reports.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addPlace, addProduct } from '#test/builders.ts'
import { issueInvoice } from '#test/companies/issued-invoices.ts'
import { pdfText } from '#test/pdf-text.ts'
import { type Client, patient, startServer, type TestServer } from '#test/server.ts'
import { changeSettings } from '#test/settings.ts'
import { mailServer } from '#test/smtp.ts'

let server: TestServer
let smtp: Awaited<ReturnType<typeof mailServer>>
let admin: Client
let productId: string
const today = new Date().toISOString().slice(0, 10)

beforeAll(async () => {
  smtp = await mailServer()
  server = await startServer({ mail: { smtpUrl: smtp.url, from: 'desk@harbour.example' } })
  admin = patient(await server.as('admin'))
  const rates = [{ name: 'Standard', kind: 'exclusive' as const, percent: '7.5' }]
  await changeSettings(admin, { tax: { rates, defaultRate: 'Standard' } })
  productId = (await addProduct(admin, await addPlace(admin), { quantity: 10_000, price: '10.37' })).id
})

const invoiceOf = (accountId: string, quantity: number, overdueDays = 0) =>
  issueInvoice(server, admin, accountId, [[productId, quantity]], overdueDays)

/** The text of the statement's PDF. */
async function printed(id: string, { from, until }: { from: string; until: string }) {
  const address = `${server.url}/api/accounts/${id}/statement.pdf?from=${from}&until=${until}`
  const answer = await fetch(address, { headers: { cookie: admin.cookie } })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return pdfText(new Uint8Array(await answer.arrayBuffer()))
}
const figure = (amount: string) => new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(amount as never)

describe('statement of account', () => {
  // This test runs first, while these are the company's only invoices.
  test('[IVC-01] its ages equal those of the receivables report, and minus the credit they are the balance', async () => {
    const { id } = await addAccount(admin)
    const ids: string[] = []
    for (const days of [0, 1, 30, 31, 60, 61, 90, 91]) ids.push(await invoiceOf(id, 1, days))
    const parts = [{ invoiceId: ids[3] ?? '', amount: '4.15' }]
    await admin.do(paymentsApi.takePayment, {
      body: { accountId: id, amount: '10', method: 'cash', receivedDate: today, parts, keepRest: true },
    })
    const query = { from: addDays(today, -200), until: today }
    const { dueToday, closing } = await admin.do(balancesApi.getStatement, { params: { id }, query })
    const { ages, credit, balance } = dueToday
    expect(ages.map(({ age, due, invoices }) => [age, due, invoices])).toEqual([
      ['not-due', '11.15', 1],
      ['1-30', '22.30', 2],
      ['31-60', '18.15', 2],
      ['61-90', '22.30', 2],
      ['over-90', '11.15', 1],
    ])
    const sum = ages.reduce((all, { due }) => all + Number(due), 0)
    expect([dueToday.day, credit, balance, closing]).toEqual([today, '5.85', '79.20', '79.20'])
    expect((sum - Number(credit)).toFixed(2)).toBe(balance)
    const range = { start: today, end: today, by: 'age', all: 'true' } as const
    const report = await admin.do(receivablesReport.read, { query: range })
    const reported = report.rows.map(({ key, current }) => [key, current['due']])
    expect(Object.fromEntries(reported)).toEqual(Object.fromEntries(ages.map(({ age, due }) => [age, due])))
    const account = await admin.do(balancesApi.getBalance, { params: { id } })
    expect(account).toMatchObject({ ages, credit, balance })
    const early = { from: query.from, until: addDays(today, -100) }
    const before = await admin.do(balancesApi.getStatement, { params: { id }, query: early })
    expect([before.dueToday, before.closing], 'of today, whatever the span').toEqual([dueToday, '22.30'])
    // The text of the PDF is split into pieces: a line may break after a dash.
    const text = (await printed(id, query)).replaceAll('–\n', '–')
    expect(text).toContain(`Balance due by age, ${formatDay(today)}`)
    for (const { age } of ages) expect(text).toContain(ageNames[age])
    for (const amount of [...ages.map(({ due }) => due), `-${credit}`, balance]) expect(text).toContain(figure(amount))
  })

  test('opens with the earlier balance, lists every change and closes with the amount due minus the credit', async () => {
    const { id } = await addAccount(admin)
    const old = await invoiceOf(id, 1, 40)
    const fresh = await invoiceOf(id, 2)
    const gone = await admin.do(invoicingApi.getInvoice, { params: { id: await invoiceOf(id, 3) } })
    await admin.do(salesApi.unconfirm, { params: { id: String(gone.order?.id) }, body: { reason: 'x' } })
    const parts = [{ invoiceId: old, amount: '11.15' }]
    await admin.do(paymentsApi.takePayment, {
      body: { accountId: id, amount: '15', method: 'cash', receivedDate: today, parts, keepRest: true },
    })
    await admin.do(paymentsApi.applyCredit, { params: { id: fresh }, body: { amount: '1' } })
    const back = { amount: '0.85', method: 'cash', reason: 'Asked for' } as const
    await admin.do(paymentsApi.refundCredit, { params: { id }, body: back })
    const query = { from: addDays(today, -10), until: today }
    const statement = await admin.do(balancesApi.getStatement, { params: { id }, query })
    const balance = await admin.do(balancesApi.getBalance, { params: { id } })
    expect(statement.opening).toBe('11.15')
    expect(statement.lines.map((line) => [line.kind, line.amount])).toEqual([
      ['invoice', '22.30'],
      ['invoice', '33.44'],
      ['void_invoice', '-33.44'],
      ['payment', '-15.00'],
      ['refund', '0.85'],
    ])
    expect([statement.closing, balance.balance]).toEqual(['19.30', '19.30'])
    await changeSettings(admin, { company: { iban: 'GB82WEST12345698765432', bic: 'WESTGB2L' } })
    expect(balance).toMatchObject({ due: '21.30', credit: '2.00', reminders: true, taxExempt: false })
    const text = await printed(id, query)
    for (const amount of [
      statement.opening,
      statement.closing,
      ...statement.lines.flatMap((line) => [line.amount, line.balance]),
    ])
      expect(text).toContain(figure(amount))
    expect(text).toContain('IBAN GB82 WEST 1234 5698 7654 32')
    const to = 'books@clinic.example'
    const sent = await admin.do(balancesApi.sendStatement, { params: { id }, body: { ...query, to } })
    expect(sent).toMatchObject({ kind: 'statement', to, state: 'queued' })
    await server.app.runJobs()
    expect(smtp.received.find((one) => one.to[0] === to)?.text).toContain(`statement-${query.from}-${today}.pdf`)
    const wrong = await admin.call(balancesApi.getStatement, {
      params: { id },
      query: { from: today, until: query.from },
    })
    expect([wrong.status, wrong.body.fields]).toEqual([422, { until: 'must not be before the first day' }])
  })
})
