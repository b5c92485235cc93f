import { expect, test } from 'vitest'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { paymentsApi } from '#shared/invoicing/payments-api.ts'
import { portalInvoicesApi } from '#shared/portal/invoices-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { pdfText } from '#test/pdf-text.ts'
import { portalUser } from '#test/portal.ts'
import { startServer } from '#test/server.ts'

test('[IVC-01, CUS-01] paid amount and used credit are separate and equal in list, details, order, export, PDF and portal', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  const product = await addProduct(admin, await addPlace(admin), { quantity: 100, price: '10.00' })
  const account = await addAccount(admin)
  const invoiced = async (quantity: number) => {
    const order = await addOrder(admin, account.id, [[product.id, quantity]])
    const { invoice } = await admin.do(salesApi.confirm, { params: { id: order.id }, body: {} })
    return { orderId: order.id, params: { id: invoice?.id ?? '' } }
  }
  const pay = (params: { id: string }, amount: string) =>
    admin.do(invoicingApi.recordPayment, {
      params,
      body: { amount, method: 'cash', receivedDate: '2026-01-31', keepRest: true },
    })
  // An overpayment of 7 becomes the customer's credit, of which the next invoice uses 5.
  await pay((await invoiced(1)).params, '17.00')
  const { orderId, params } = await invoiced(3)
  await pay(params, '12.50')
  const figures = { total: '30.00', paid: '12.50', creditUsed: '5.00', due: '12.50' }
  expect(await admin.do(paymentsApi.applyCredit, { params, body: { amount: '5' } })).toMatchObject(figures)
  const { data } = await admin.do(invoicingApi.listInvoices, { query: {} })
  expect(data.find(({ id }) => id === params.id)).toMatchObject(figures)
  expect((await admin.do(salesApi.getOrder, { params: { id: orderId } })).invoice).toMatchObject(figures)
  const owner = await portalUser(server, admin, account.id)
  expect(await owner.do(portalInvoicesApi.getInvoice, { params, query: {} })).toMatchObject(figures)

  const [header = '', ...rows] = String((await admin.send('GET', '/api/exports/invoices?format=csv')).body).split(
    '\r\n',
  )
  const names = header.split(',')
  const row = (rows.find((one) => one.includes(',30.00,')) ?? '').split(',')
  const inFile = ['Total', 'Paid', 'Credit used', 'Balance due'].map((name) => row[names.indexOf(name)])
  expect(inFile).toEqual(Object.values(figures))

  for (const [client, path] of [
    [admin, '/api/invoices'],
    [owner, '/api/customer-portal/invoices'],
  ] as const) {
    const pdf = await fetch(`${server.url}${path}/${params.id}/document.pdf`, { headers: { cookie: client.cookie } })
    const text = pdfText(new Uint8Array(await pdf.arrayBuffer()))
    for (const words of ['Paid', '12.50', 'Credit used', '5.00', 'Balance due']) expect(text).toContain(words)
  }

  // After the reset, payment and credit are both reversed, and the invoice is open again.
  const { version } = await admin.do(invoicingApi.getInvoice, { params })
  const reset = await admin.do(invoicingApi.resetPayments, { params, body: { reason: 'Mistake' } }, { version })
  expect(reset).toMatchObject({ paid: '0.00', creditUsed: '0.00', due: '30.00' })
})
