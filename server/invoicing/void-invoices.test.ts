import { expect, test } from 'vitest'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { balancesApi } from '#shared/invoicing/balances-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { startServer } from '#test/server.ts'

test('[IVC-01] a voided invoice has no amount due in list, details, export, ages, balance and statement', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  const product = await addProduct(admin, await addPlace(admin), { quantity: 10, price: '10.00' })
  const account = await addAccount(admin, { paymentTermsDays: 0 })
  const order = await addOrder(admin, account.id, [[product.id, 2]])
  await admin.do(salesApi.confirm, { params: { id: order.id }, body: {} })
  await admin.do(salesApi.cancel, { params: { id: order.id }, body: { reason: 'Not needed' } })
  const { data } = await admin.do(invoicingApi.listInvoices, { query: {} })
  expect(data).toMatchObject([{ voided: true, total: '20.00', due: '0.00', overdue: false, daysOverdue: 0 }])
  const id = data[0]?.id ?? ''
  expect(await admin.do(invoicingApi.getInvoice, { params: { id } })).toMatchObject({ due: '0.00' })
  const ages = await admin.do(invoicingApi.sumAges, { query: {} })
  expect(ages.data.every(({ due, invoices }) => due === '0.00' && invoices === 0)).toBe(true)
  const balance = await admin.do(balancesApi.getBalance, { params: { id: account.id } })
  expect(balance).toMatchObject({ due: '0.00', balance: '0.00', owed: '0.00' })
  const today = new Date().toISOString().slice(0, 10)
  const statement = await admin.do(balancesApi.getStatement, {
    params: { id: account.id },
    query: { from: today, until: today },
  })
  expect(statement.closing).toBe('0.00')
  const file = String((await admin.send('GET', '/api/exports/invoices?format=csv')).body)
  const [header = '', row = ''] = file.split('\r\n')
  expect(row.split(',')[header.split(',').indexOf('Balance due')]).toBe('0.00')
})
