import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { paymentsApi } from '#shared/invoicing/payments-api.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct, placePurchase } from '#test/builders.ts'
import { startServer } from '#test/server.ts'
import { changeSettings } from '#test/settings.ts'

test('[IVC-01, PO-01] payments and receipts with a future date are refused (422), except within the days set in the settings', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  const place = await addPlace(admin)
  const product = await addProduct(admin, place, { quantity: 10, price: '20.00' })
  const account = await addAccount(admin)
  const order = await addOrder(admin, account.id, [[product.id, 1]])
  await admin.do(salesApi.confirm, { params: { id: order.id }, body: {} })
  const [invoice] = (await admin.do(invoicingApi.listInvoices, { query: {} })).data
  const params = { id: invoice?.id ?? '' }
  const purchase = await placePurchase(admin, place, [[product.id, 10, '1']])
  const today = new Date().toISOString().slice(0, 10)
  const pay = { amount: '1.00', method: 'cash' } as const
  const lines = [{ lineId: purchase.orderLines[0]?.id ?? '', quantity: 1 }]
  const take = async (receivedDate: string) => [
    await admin.call(invoicingApi.recordPayment, { params, body: { ...pay, receivedDate } }),
    await admin.call(paymentsApi.takePayment, {
      body: { ...pay, accountId: account.id, receivedDate, parts: [{ invoiceId: params.id, amount: '1.00' }] },
    }),
    await admin.call(purchasingApi.receive, { params: { id: purchase.id }, body: { receivedDate, lines } }),
  ]
  for (const day of [addDays(today, 1), addDays(today, 365), '9999-12-31'])
    for (const answer of await take(day))
      expect([day, answer.status, answer.body.fields]).toEqual([day, 422, { receivedDate: 'is in the future' }])
  await changeSettings(admin, { posting: { futureDays: 3 } })
  for (const answer of await take(addDays(today, 4)))
    expect(answer.body.fields).toEqual({ receivedDate: 'is more than 3 days in the future' })
  for (const day of [today, addDays(today, -30), addDays(today, 3)])
    for (const answer of await take(day)) expect([day, answer.status < 300]).toEqual([day, true])
})
