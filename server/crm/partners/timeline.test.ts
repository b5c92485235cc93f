import { expect, test } from 'vitest'
import { crmApi } from '#shared/crm/partners/api.ts'
import { timelineApi } from '#shared/crm/partners/timeline-api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { paymentsApi } from '#shared/invoicing/payments-api.ts'
import { balancesApi } from '#shared/invoicing/balances-api.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import { addAccount, addPlace, addProduct, completeReturn, deliveredOrder } from '#test/builders.ts'
import { type Client, startServer } from '#test/server.ts'

const timeline = async (client: Client, id: string) =>
  (await client.do(timelineApi.listAccountTimeline, { params: { id }, query: {} })).data

test('[CRM-02, REP-04] a customer’s timeline shows deletion and restore', async () => {
  const admin = await (await startServer()).as('admin')
  const { id } = await addAccount(admin)
  await admin.call(crmApi.deleteAccount, { params: { id } })
  await admin.do(deletedApi.restore, { params: { kind: 'customer', id }, body: {} })
  expect((await timeline(admin, id)).map(({ act }) => act)).toEqual([
    'customer.restored',
    'account.deleted',
    'account.created',
  ])
})

test('[CRM-02, PERM-03] a customer’s timeline shows billing entries only to users who may view invoices', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  const { id } = await addAccount(admin, { email: 'buyer@hospital.example' })
  const { version } = await admin.do(balancesApi.getBalance, { params: { id } })
  const terms = { taxExempt: true, reminders: false }
  await admin.do(balancesApi.putBilling, { params: { id }, body: terms }, { version })
  const day = new Date().toISOString().slice(0, 10)
  await admin.do(balancesApi.sendStatement, {
    params: { id },
    body: { from: day, until: day, to: 'buyer@hospital.example', message: null },
  })
  const acts = async (client: Client) => (await timeline(client, id)).map(({ act }) => act).toSorted()
  expect(await acts(admin)).toEqual(['account.billing', 'account.created', 'queued', 'statement.mailed'])
  expect(await acts(await server.as('staff', { crm: { view: true } }))).toEqual(['account.created'])
})

test('[CRM-02] a customer’s timeline shows credit notes, overpayments kept as credit and refunds with their amounts', async () => {
  const admin = await (await startServer()).as('admin')
  const { id } = await addAccount(admin)
  const place = await addPlace(admin)
  const product = await addProduct(admin, place, { quantity: 10 })
  const order = await deliveredOrder(admin, id, [[product.id, 4]])
  const { data } = await admin.do(invoicingApi.listInvoices, { query: { account: id } })
  const invoice = { id: data[0]?.id ?? '', number: data[0]?.number }
  const receivedDate = new Date().toISOString().slice(0, 10)
  await admin.do(paymentsApi.takePayment, {
    body: {
      accountId: id,
      amount: '55.00',
      method: 'cash',
      receivedDate,
      parts: [{ invoiceId: invoice.id, amount: '40.00' }],
      keepRest: true,
    },
  })
  const requested = await admin.do(returnsApi.createReturn, {
    body: {
      orderId: order.id,
      lines: [{ orderLineId: order.orderLines[0]?.id ?? '', quantity: 1, reason: 'not_needed' }],
    },
  })
  const { creditNote } = await completeReturn(admin, requested, [{ disposition: 'restock', quantity: 1 }])
  const refund = { amount: '10.00', method: 'cash', reason: 'Asked for it' } as const
  await admin.do(paymentsApi.refundCredit, { params: { id }, body: refund })
  const seen = async () =>
    (await timeline(admin, id))
      .filter(({ act }) => /^(PAYMENT|OVERPAYMENT|credit)/.test(act))
      .map(({ act, document, text }) => [act, document, text])
  const known = [
    ['credit.refunded', null, '10.00'],
    ['credited', invoice, creditNote?.number],
    ['OVERPAYMENT', null, '15.00'],
    ['PAYMENT', invoice, '40.00'],
  ]
  expect((await seen()).toSorted()).toEqual(known.toSorted())
})
