import { expect, test } from 'vitest'
import { businessDate } from '#shared/dates.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { startServer } from '#test/server.ts'
import { changeSettings } from '#test/settings.ts'

test('an invoice becomes overdue by the date in the company’s time zone, not the server’s', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  // In one of the two zones the date always differs from UTC.
  const now = new Date()
  const utc = businessDate(now, 'UTC')
  const east = businessDate(now, 'Pacific/Kiritimati')
  const zone = east === utc ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
  const [earlier, later] = zone === 'Pacific/Kiritimati' ? ['UTC', zone] : [zone, 'UTC']
  const use = (timeZone: string) => changeSettings(admin, { timeZone })

  await use(earlier)
  const product = await addProduct(admin, await addPlace(admin), { quantity: 1 })
  const account = await addAccount(admin, { paymentTermsDays: 0 })
  const order = await addOrder(admin, account.id, [[product.id, 1]])
  await admin.do(salesApi.confirm, { params: { id: order.id }, body: {} })
  const overdue = async () => (await admin.do(invoicingApi.listInvoices, { query: { overdue: 'true' } })).total
  expect(await overdue()).toBe(0)
  await use(later)
  expect(await overdue()).toBe(1)
})
