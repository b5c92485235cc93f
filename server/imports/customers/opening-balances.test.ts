import { beforeAll, expect, test } from 'vitest'
import { journalApi } from '#shared/accounting/journal-api.ts'
import { periodsApi } from '#shared/accounting/periods-api.ts'
import { crmApi } from '#shared/crm/partners/api.ts'
import { mergeApi } from '#shared/crm/partners/merge-api.ts'
import { addDays } from '#shared/dates.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { balancesApi } from '#shared/invoicing/balances-api.ts'
import { paymentsApi } from '#shared/invoicing/payments-api.ts'
import { searchApi } from '#shared/search/api.ts'
import { orderPreviewApi } from '#shared/sales/orders/order-preview-api.ts'
import { checkCustomers, importCustomers } from '#test/companies/customer-list.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { pdfText } from '#test/pdf-text.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
const today = '2026-06-30'
const header = 'Code,Name,Balance,Invoice date,Due date,Invoice number,Terms'
const nobody = '01900000-0000-7000-8000-000000000000'

beforeAll(async () => {
  server = await startServer({ clock: () => new Date(`${today}T10:00:00Z`) })
  admin = await server.as('admin')
})

async function customer(code: string) {
  const { data } = await admin.do(crmApi.listAccounts, { query: { q: code } })
  const found = data.find((one) => one.code === code)
  if (!found) throw new Error(`No customer ${code}`)
  return found
}
const balanceOf = (id: string) => admin.do(balancesApi.getBalance, { params: { id } })
const invoicesOf = async (account: string) => (await admin.do(invoicingApi.listInvoices, { query: { account } })).data
const creditOf = (id: string) => admin.do(paymentsApi.listCredit, { query: {}, params: { id } })

test('[CRM-02] imports customers with opening balances: balance, ageing, statement, journal and PDF agree', async () => {
  const lines = [
    header,
    'D-1,Old debtor,"1,250.50",2026-03-01,2026-04-15,R-4711,30',
    'D-2,Fresh debtor,80,2026-06-20,,,14',
    'D-3,Creditor,-45.25,2026-05-02,,C-9,',
    'D-4,Nothing owed,0,,,,',
  ]
  const checked = await checkCustomers(admin, lines)
  expect(checked).toMatchObject({ good: 4, bad: 0, toAdd: { accounts: 4, openingBalances: 3, openingAmount: 128_525 } })
  expect((await admin.do(crmApi.listAccounts, { query: { q: 'Old debtor' } })).data).toEqual([])
  expect(await importCustomers(admin, lines)).toMatchObject({
    state: 'done',
    added: { accounts: 4, openingBalances: 3, openingAmount: 128_525 },
  })
  const [old, fresh, creditor] = [await customer('D-1'), await customer('D-2'), await customer('D-3')]
  expect(await balanceOf(old.id)).toMatchObject({ due: '1250.50', credit: '0.00', owed: '1250.50' })
  expect((await balanceOf(old.id)).ages.filter(({ due }) => due !== '0.00')).toEqual([
    { age: '61-90', due: '1250.50', invoices: 1 },
  ])
  expect(await invoicesOf(old.id)).toMatchObject([
    {
      order: null,
      reference: 'R-4711',
      issuedDate: '2026-03-01',
      dueDate: '2026-04-15',
      overdue: true,
      total: '1250.50',
    },
  ])
  const { data: foundByNumber } = await admin.do(searchApi.search, { query: { q: 'r-4711' } })
  expect(foundByNumber.map(({ kind, secondary }) => [kind, secondary])).toEqual([['invoice', 'Old debtor']])
  expect(await invoicesOf(fresh.id)).toMatchObject([
    { reference: 'Opening balance', dueDate: '2026-07-04', overdue: false },
  ])
  expect(await balanceOf(creditor.id)).toMatchObject({ due: '0.00', credit: '45.25', balance: '-45.25' })
  const range = { from: '2026-01-01', until: today }
  const statementOf = async (id: string) => admin.do(balancesApi.getStatement, { params: { id }, query: range })
  expect(await statementOf(old.id)).toMatchObject({
    opening: '0.00',
    lines: [{ day: '2026-03-01', kind: 'opening', number: 'R-4711', amount: '1250.50' }],
    closing: '1250.50',
  })
  expect(await statementOf(creditor.id)).toMatchObject({
    lines: [{ day: '2026-05-02', kind: 'opening', number: 'C-9', amount: '-45.25' }],
    closing: '-45.25',
  })
  const { rows } = await admin.do(journalApi.trialBalance, { query: range })
  // Posted against equity: it is no sale, and its tax was reported by the old system.
  expect(rows.map(({ account, closing }) => [account, closing])).toEqual([
    ['1200', '1330.50'],
    ['2100', '-45.25'],
    ['3000', '-1285.25'],
  ])
  const [invoice] = await invoicesOf(old.id)
  const answer = await fetch(`${server.url}/api/invoices/${invoice?.id}/document.pdf`, {
    headers: { cookie: admin.cookie },
  })
  const text = pdfText(new Uint8Array(await answer.arrayBuffer()))
  for (const word of ['Opening balance', 'R-4711', '1,250.50']) expect(text).toContain(word)
})

test('[CRM-02] importing the same list again adds nothing; another amount with the same reference is refused', async () => {
  const again = await checkCustomers(admin, [
    header,
    'D-1,,1250.50,2026-03-01,2026-04-15,r-4711,',
    'D-3,,-45.25,,,C-9,',
  ])
  expect(again).toMatchObject({ good: 0, known: 2, bad: 0 })
  const other = await importCustomers(admin, [header, 'D-1,,999,2026-03-01,,R-4711,', 'D-2,,10,2026-06-21,,R-5000,'])
  expect(other).toMatchObject({ good: 1, bad: 1, added: { updated: 1, openingBalances: 1, openingAmount: 1000 } })
  expect(other.problems).toEqual([
    {
      row: 2,
      column: 'Balance',
      value: '999',
      message:
        'differs from the 1250.50 imported as “R-4711”: delete that one first, or give this one a reference of its own',
    },
  ])
  expect((await balanceOf((await customer('D-2')).id)).due).toBe('90.00')
  expect((await balanceOf((await customer('D-1')).id)).due).toBe('1250.50')
})

test('[CRM-02] imports several open invoices per customer; if one row is invalid, none of that customer’s rows is imported', async () => {
  const lines = [
    header,
    'M-1,Many invoices,100,2026-03-01,,R-1,30',
    'M-2,One invoice,7,2026-03-01,,R-1,',
    'M-1,,250.50,2026-04-01,2026-05-16,R-2,',
    'm-1,Many invoices,-20,2026-04-02,,C-3,30',
    'M-1,,250.50,2026-04-01,2026-05-16,R-2,',
  ]
  const sums = { accounts: 2, openingBalances: 4, openingAmount: 33_750 }
  expect(await checkCustomers(admin, lines)).toMatchObject({ good: 4, known: 1, bad: 0, toAdd: sums })
  expect(await importCustomers(admin, lines)).toMatchObject({ state: 'done', good: 4, known: 1, added: sums })
  const { id } = await customer('M-1')
  expect(await balanceOf(id)).toMatchObject({ due: '350.50', credit: '20.00' })
  const found = (await invoicesOf(id)).map(({ reference, total, dueDate }) => [reference, total, dueDate])
  expect(found.toSorted()).toEqual([
    ['R-1', '100.00', '2026-03-31'],
    ['R-2', '250.50', '2026-05-16'],
  ])
  // The same file again adds nothing; with one more row it adds only that one.
  expect(await checkCustomers(admin, lines)).toMatchObject({ good: 0, known: 5, bad: 0 })
  const more = [header, 'M-1,,100,2026-03-01,,R-1,', 'M-1,,9.50,2026-06-01,,R-4,']
  expect(await importCustomers(admin, more)).toMatchObject({
    good: 2,
    bad: 0,
    added: { updated: 1, openingBalances: 1, openingAmount: 950 },
  })
  expect(await balanceOf(id)).toMatchObject({ due: '360.00', credit: '20.00' })

  const wrong = await importCustomers(admin, [
    header,
    'M-3,Wrong one,1,2026-03-01,,R-1,',
    'M-3,,much,2026-03-01,,R-2,',
    'M-4,Twice,1,2026-03-01,,R-1,',
    'M-4,,2,2026-03-01,,r-1,',
    'M-5,Two names,1,2026-03-01,,R-1,',
    'M-5,Other name,2,2026-03-01,,R-2,',
  ])
  expect([wrong.good, wrong.bad]).toEqual([0, 6])
  expect(wrong.problems.map(({ row, column, message }) => [row, column, message])).toEqual([
    [2, '', 'goes with row 3, which has a problem'],
    [3, 'Balance', 'is not an amount such as 1250.00, or -80.00 for a credit'],
    [4, '', 'goes with row 5, which has a problem'],
    [5, 'Invoice number', 'stands twice for this customer: “r-1”'],
    [6, 'Code', 'appears in rows 6, 7 with different content'],
    [7, 'Code', 'appears in rows 6, 7 with different content'],
  ])
})

test('[CRM-02] problems of an opening balance are listed with row and column', async () => {
  const version = (await admin.do(periodsApi.getPeriodLock, {})).version
  await admin.do(periodsApi.closePeriod, { body: { until: '2026-01-31' } }, { version })
  const { problems, good } = await checkCustomers(admin, [
    header,
    'W-1,One,much,,,,',
    'W-2,Two,1.005,,,,',
    'W-3,Three,99999999999999,,,,',
    `W-4,Four,1,${addDays(today, 1)},,,`,
    'W-5,Five,1,soon,,,',
    'W-6,Six,1,2026-03-01,2026-02-01,,',
    'W-7,Seven,1,2026-01-31,,,',
    `W-8,Eight,1,,,${'x'.repeat(61)},`,
  ])
  expect(good).toBe(0)
  expect(problems.map(({ row, column, message }) => [row, column, message])).toEqual([
    [2, 'Balance', 'is not an amount such as 1250.00, or -80.00 for a credit'],
    [3, 'Balance', 'is not an amount such as 1250.00, or -80.00 for a credit'],
    [4, 'Balance', 'is too large'],
    [5, 'Invoice date', 'is in the future'],
    [6, 'Invoice date', 'is not a date such as 2-Jun-06 or 2006-06-02'],
    [7, 'Due date', 'is before 2026-03-01, the date of the balance'],
    [8, 'Invoice date', 'is in a closed period (up to 2026-01-31)'],
    [9, 'Invoice number', 'may have at most 60 characters'],
  ])
})

test('[CRM-02] an opening balance is paid like any invoice and can be deleted only while it has no payments', async () => {
  const { id } = await customer('D-1')
  const [invoice] = await invoicesOf(id)
  const params = { id: invoice?.id ?? '' }
  expect((await admin.call(orderPreviewApi.previewInvoiceDeletion, { params, body: {} })).status).toBe(409)
  const body = { amount: '250.50', method: 'cash' as const, receivedDate: today }
  expect(await admin.do(invoicingApi.recordPayment, { params, body })).toMatchObject({ due: '1000.00', order: null })
  expect((await admin.call(invoicingApi.deleteInvoice, { params })).status).toBe(409)
  const { version } = await admin.do(invoicingApi.getInvoice, { params })
  await admin.do(invoicingApi.resetPayments, { params, body: { reason: 'Wrong' } }, { version })
  expect((await admin.call(invoicingApi.deleteInvoice, { params })).status).toBe(204)
  expect(await balanceOf(id)).toMatchObject({ due: '0.00' })
  // Its reference is available again.
  await importCustomers(admin, [header, 'D-1,,999,2026-03-01,,R-4711,'])
  expect(await balanceOf(id)).toMatchObject({ due: '999.00' })
})

test('[CRM-02] an opening credit can be reversed once, with a reason, and only while it is unused', async () => {
  const { id } = await customer('D-3')
  const [entry] = (await creditOf(id)).data
  expect(entry).toMatchObject({ kind: 'OPENING', amount: '45.25', reference: 'C-9', day: '2026-05-02' })
  const params = { id, entryId: entry?.id ?? '' }
  const body = { reason: 'Counted twice' }
  const reverse = (client: Client, at = params) => client.call(paymentsApi.reverseOpeningCredit, { params: at, body })
  expect((await reverse(server.nobody)).status).toBe(401)
  expect((await reverse(await server.as('staff'))).status).toBe(403)
  expect((await reverse(admin, { id, entryId: nobody })).status).toBe(404)
  expect((await reverse(admin, { id: (await customer('D-1')).id, entryId: params.entryId })).status).toBe(404)
  expect((await admin.call(paymentsApi.reverseOpeningCredit, { params, body: { reason: ' ' } })).status).toBe(422)
  const part = { amount: '5.25', method: 'cash' as const, reason: 'Asked for it' }
  await admin.do(paymentsApi.refundCredit, { params: { id }, body: part })
  expect((await reverse(admin)).body).toMatchObject({ code: 'CREDIT_USED' })
  await importCustomers(admin, [header, 'D-3,,-5.25,2026-05-03,,C-10,'])
  expect(await reverse(admin)).toMatchObject({ status: 201, body: { credit: '0.00' } })
  expect(await reverse(admin)).toMatchObject({ status: 409, body: { code: 'ALREADY_DONE' } })
  expect(await balanceOf(id)).toMatchObject({ credit: '0.00' })
  expect(await brokenInvariants(server.database.db)).toEqual({})
})

test('[CRM-02] the opening credit of a merged customer is reversed at the remaining one and not imported again', async () => {
  await importCustomers(admin, [header, 'D-20,Stays,0,,,,', 'D-21,Goes,-30,2026-05-02,,C-21,'])
  const [stays, goes] = [await customer('D-20'), await customer('D-21')]
  const { id } = stays
  await admin.do(
    mergeApi.mergeAccounts,
    { params: { id }, body: { otherId: goes.id, otherVersion: goes.version, take: [] } },
    { version: stays.version },
  )
  const again = [header, 'D-20,,-30,2026-05-02,,C-21,']
  expect(await checkCustomers(admin, again)).toMatchObject({ toAdd: { openingBalances: 0 } })
  const { credit, data } = await creditOf(id)
  expect([credit, data[0]?.reference, data[0]?.reversed]).toEqual(['30.00', 'C-21', false])
  const params = { id, entryId: data[0]?.id ?? '' }
  const body = { reason: 'Counted twice' }
  expect(await admin.do(paymentsApi.reverseOpeningCredit, { params, body })).toEqual({ credit: '0.00' })
  expect((await creditOf(id)).data.find((one) => one.id === params.entryId)?.reversed).toBe(true)
  expect(await checkCustomers(admin, again)).toMatchObject({ toAdd: { openingBalances: 1 } })
  expect(await brokenInvariants(server.database.db)).toEqual({})
})
