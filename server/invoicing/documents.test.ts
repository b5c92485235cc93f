import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { crmApi } from '#shared/crm/partners/api.ts'
import { formatDay } from '#shared/format-day.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { balancesApi } from '#shared/invoicing/balances-api.ts'
import { invoiceDocumentsApi } from '#shared/invoicing/documents-api.ts'
import { orderPreviewApi } from '#shared/sales/orders/order-preview-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { remindOverdue } from '#server/flows/money/remind.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { issueInvoice } from '#test/companies/issued-invoices.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { pdfText } from '#test/pdf-text.ts'
import { type Client, patient, startServer, type TestServer } from '#test/server.ts'
import { mailServer } from '#test/smtp.ts'
import { changeSettings } from '#test/settings.ts'

let server: TestServer
let smtp: Awaited<ReturnType<typeof mailServer>>
let admin: Client
let productId: string
const today = new Date().toISOString().slice(0, 10)
const tax = {
  rates: [
    { name: 'Standard', kind: 'exclusive' as const, percent: '7.5' },
    { name: 'Inside', kind: 'inclusive' as const, percent: '20' },
  ],
  defaultRate: 'Standard',
}

beforeAll(async () => {
  smtp = await mailServer()
  server = await startServer({ mail: { smtpUrl: smtp.url, from: 'desk@harbour.example' } })
  admin = patient(await server.as('admin'))
  await changeSettings(admin, { tax })
  productId = (await addProduct(admin, await addPlace(admin), { quantity: 10_000, price: '10.37' })).id
})

const invoiceOf = (accountId: string, quantity: number, overdueDays = 0) =>
  issueInvoice(server, admin, accountId, [[productId, quantity]], overdueDays)
const file = async (path: string) => {
  const answer = await fetch(server.url + path, { headers: { cookie: admin.cookie } })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return { text: pdfText(new Uint8Array(await answer.arrayBuffer())), name: answer.headers.get('content-disposition') }
}
const figure = (amount: string) => new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(amount as never)

describe('[IVC-01] the invoice as PDF and by email', () => {
  test('(D6) the PDF shows the same amounts as the API, to the cent', async () => {
    const { id: accountId } = await addAccount(admin, { name: 'Clinic on the hill', address: '7 Mill Lane' })
    const order = await admin.do(salesApi.createOrder, {
      body: {
        accountId,
        reference: 'PO-4711',
        lines: [
          { productId, quantity: 1234 },
          { productId, quantity: 3, tax: 'Inside' },
        ],
        charges: [{ name: 'Express freight', unitPrice: '17.77' }],
        discount: { kind: 'percent', value: '3.3' },
      },
    })
    const { invoice } = await admin.do(salesApi.confirm, { params: { id: order.id }, body: {} })
    const id = invoice?.id ?? ''
    const pay = { amount: '100.01', method: 'cash', receivedDate: today } as const
    await admin.do(invoicingApi.recordPayment, { params: { id }, body: pay })
    const seen = await admin.do(invoicingApi.getInvoice, { params: { id } })
    const { text, name } = await file(`/api/invoices/${id}/document.pdf`)
    expect(name).toBe(`attachment; filename="${seen.number}.pdf"`)
    for (const part of [
      'Clinic on the hill',
      '7 Mill Lane',
      'Express freight',
      'Your reference PO-4711',
      seen.number,
      formatDay(seen.dueDate),
    ])
      expect(text).toContain(part)
    const amounts = [
      seen.subtotal,
      `-${seen.discount}`,
      ...seen.taxes.map((one) => one.tax),
      seen.total,
      seen.paid,
      seen.due,
      ...seen.lines.flatMap((line) => [line.unitPrice, line.total]),
    ]
    for (const amount of amounts) expect(text).toContain(figure(amount))
    expect(seen.taxes).toHaveLength(2)
  })

  test('is sent over SMTP with its PDF, and the list of mails shows it', async () => {
    const { id: accountId } = await addAccount(admin)
    const params = { id: await invoiceOf(accountId, 2) }
    const body = { to: 'ap@clinic.example', message: 'As agreed.' }
    const sent = await admin.do(invoiceDocumentsApi.sendInvoice, { params, body })
    expect(sent.data).toMatchObject([{ kind: 'invoice', to: body.to, state: 'queued', level: null }])
    await server.app.runJobs()
    const mail = smtp.received.find((one) => one.to[0] === body.to)
    const { number } = await admin.do(invoicingApi.getInvoice, { params })
    expect(mail?.text).toContain('As agreed.')
    expect(mail?.text).toContain(`${number}.pdf`)
    expect((await admin.do(invoiceDocumentsApi.listMails, { params })).data).toMatchObject([{ state: 'sent' }])
    const wrong = await admin.call(invoiceDocumentsApi.sendInvoice, { params, body: { to: 'x' } })
    expect([wrong.status, wrong.body.fields]).toEqual([422, { to: 'is not an email address' }])
    const unknown = await admin.call(invoiceDocumentsApi.sendInvoice, { params: { id: accountId }, body })
    expect(unknown.status).toBe(404)
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[IVC-01] open amounts are summed by age, and the invoice list can be filtered by age', async () => {
    const { id: account } = await addAccount(admin)
    for (const days of [0, 1, 30, 31, 60, 61, 90, 91]) await invoiceOf(account, 1, days)
    const { data } = await admin.do(invoicingApi.sumAges, { query: { account } })
    expect(data.map((one) => [one.age, one.invoices])).toEqual([
      ['not-due', 1],
      ['1-30', 2],
      ['31-60', 2],
      ['61-90', 2],
      ['over-90', 1],
    ])
    for (const { age, invoices, due } of data) {
      const list = await admin.do(invoicingApi.listInvoices, { query: { account, age } })
      expect([list.total, list.data.reduce((sum, one) => sum + Number(one.due), 0).toFixed(2)]).toEqual([invoices, due])
    }
  })
})

describe('reminders of overdue invoices', () => {
  const remind = (id: string) => admin.call(invoiceDocumentsApi.remind, { params: { id }, body: {} })

  test('are sent one level at a time, three at most, and only for overdue invoices of customers who accept reminders', async () => {
    const account = await addAccount(admin, { email: 'late@clinic.example' })
    const [due, paid] = [await invoiceOf(account.id, 1, 50), await invoiceOf(account.id, 1)]
    expect((await remind(paid)).body.error).toBe('The invoice is not overdue.')
    const params = { id: account.id }
    const billing = { taxExempt: false, reminders: false }
    await admin.do(balancesApi.putBilling, { params, body: billing }, { version: 1 })
    expect((await remind(due)).body.error).toBe('The customer gets no reminders.')
    expect((await admin.call(balancesApi.putBilling, { params, body: billing }, { version: 1 })).status).toBe(412)
    await admin.do(balancesApi.putBilling, { params, body: { ...billing, reminders: true } }, { version: 2 })
    // Ten requests at once: one mail per level.
    const many = await Promise.all(Array.from({ length: 10 }, () => remind(due)))
    expect(many.filter((one) => one.status === 201)).toHaveLength(3)
    expect((await remind(due)).body.error).toBe('All three reminders were sent.')
    const { data } = await admin.do(invoiceDocumentsApi.listMails, { params: { id: due } })
    expect(data.map((one) => one.level)).toEqual([3, 2, 1])
    await server.app.runJobs()
    expect(smtp.received.filter((one) => one.to[0] === account.email)).toHaveLength(3)
    const quiet = await addAccount(admin)
    expect((await remind(await invoiceOf(quiet.id, 1, 5))).body.error).toBe('The customer has no email address.')
  })

  test('the job sends each due level once, days apart, however often it runs', async () => {
    const own = await startServer()
    const boss = await own.as('admin')
    const product = await addProduct(boss, await addPlace(boss), { quantity: 100 })
    const account = await addAccount(boss, { email: 'late@clinic.example' })
    const ids: string[] = []
    for (const days of [3, 8, 50]) {
      const order = await addOrder(boss, account.id, [[product.id, 1]])
      const { invoice } = await boss.do(salesApi.confirm, { params: { id: order.id }, body: {} })
      await sql`update invoices set due_date = company_today() - ${days}::int where id = ${invoice?.id}`.execute(
        own.database.db,
      )
      ids.push(invoice?.id ?? '')
    }
    const deps = { database: own.database, clock: () => new Date(), timeZone: () => 'UTC', publish: () => {} }
    const levels = async () =>
      Promise.all(
        ids.map(async (id) =>
          (await boss.do(invoiceDocumentsApi.listMails, { params: { id } })).data.map((one) => one.level),
        ),
      )
    await remindOverdue(deps)
    expect(await levels()).toEqual([[], [], []])
    await changeSettings(boss, { reminders: { automatic: true } })
    await Promise.all([remindOverdue(deps), remindOverdue(deps)])
    const { data } = await boss.do(invoiceDocumentsApi.listMails, { params: { id: ids[1] ?? '' } })
    expect(data).toMatchObject([{ level: 1, actor: null, state: 'kept' }])
    const laterBy = (days: number) =>
      sql`update money_mails set at = at - make_interval(days => ${days}::int) where invoice_id = ${ids[2]}`.execute(
        own.database.db,
      )
    const afterRounds = async () => {
      for (let round = 0; round < 4; round += 1) await remindOverdue(deps)
      return levels()
    }
    // Long overdue when reminders were switched on: the next one waits as many days as there are between the two
    // levels.
    expect(await afterRounds()).toEqual([[], [1], [1]])
    await laterBy(13)
    expect(await afterRounds()).toEqual([[], [1], [1]])
    await laterBy(1)
    expect(await afterRounds()).toEqual([[], [1], [2, 1]])
    await laterBy(20)
    expect(await afterRounds()).toEqual([[], [1], [2, 1]])
    await laterBy(1)
    expect(await afterRounds()).toEqual([[], [1], [3, 2, 1]])
    const { rows } = await sql<{
      n: number
    }>`select count(*) as n from mail_outbox where to_address = ${account.email}`.execute(own.database.db)
    expect(rows[0]?.n).toBe(4)
  })
})

describe('credit limit', () => {
  test('confirming an order over the limit is refused (409); users who can edit invoices may allow it with a reason', async () => {
    const account = await addAccount(admin, { creditLimit: '50.00' })
    await invoiceOf(account.id, 3)
    const order = await addOrder(admin, account.id, [[productId, 2]])
    const confirm = (client: Client, overLimitReason?: string) =>
      client.call(salesApi.confirm, { params: { id: order.id }, body: overLimitReason ? { overLimitReason } : {} })
    const refused = await confirm(admin)
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      409,
      'OVER_CREDIT_LIMIT',
      'The customer would owe USD 55.74; their credit limit is USD 50.00.',
    ])
    const preview = (allowances?: { overLimitReason: string }) =>
      admin.call(orderPreviewApi.previewOrder, {
        params: { id: order.id },
        body: { act: 'confirm', ...(allowances && { allowances }) },
      })
    expect((await preview()).body).toMatchObject({ code: 'OVER_CREDIT_LIMIT' })
    expect((await preview({ overLimitReason: 'They pay tomorrow' })).body).toMatchObject({ to: 'CONFIRMED' })
    expect(await admin.do(balancesApi.getBalance, { params: { id: account.id } })).toMatchObject({
      owed: '33.44',
      creditLimit: '50.00',
    })
    const rep = await server.as('staff', { salesOrders: { view: true, edit: true, delete: false } })
    expect((await confirm(rep, 'I think so')).body.code).toBe('OVER_CREDIT_LIMIT')
    const allowed = await confirm(admin, 'Their director called')
    expect(allowed.status).toBe(200)
    expect(allowed.body.timeline[0]?.reason).toBe('Over the credit limit: Their director called')
  })

  test('race: concurrent orders can’t exceed the limit together', async () => {
    const account = await addAccount(admin, { creditLimit: '12.00' })
    const orders = await Promise.all(Array.from({ length: 8 }, () => addOrder(admin, account.id, [[productId, 1]])))
    const answers = await Promise.all(
      orders.map((order) => admin.call(salesApi.confirm, { params: { id: order.id }, body: {} })),
    )
    expect(answers.filter((one) => one.status === 200)).toHaveLength(1)
    expect(answers.filter((one) => one.body.code === 'OVER_CREDIT_LIMIT')).toHaveLength(7)
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('a tax-exempt customer pays no tax on new orders', async () => {
    const account = await addAccount(admin)
    const body = { taxExempt: true, reminders: true }
    await admin.do(balancesApi.putBilling, { params: { id: account.id }, body }, { version: 1 })
    expect(await admin.do(crmApi.getAccount, { params: { id: account.id } })).toMatchObject({ taxExempt: true })
    const order = await addOrder(admin, account.id, [[productId, 10]])
    expect(order).toMatchObject({ total: '103.70', tax: '0.00', orderLines: [{ tax: { name: 'Tax exempt' } }] })
  })
})
