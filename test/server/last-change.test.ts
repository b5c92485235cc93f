import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { callsApi } from '#shared/crm/partners/calls-api.ts'
import { crmApi } from '#shared/crm/partners/api.ts'
import { accountPartsApi } from '#shared/crm/partners/partners-api.ts'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { accountUsersApi } from '#shared/portal/users-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { listSettingsApi } from '#shared/settings/list-settings-api.ts'
import { addAccount, addOrder, addPlace, addProduct, productBody } from '#test/builders.ts'
import { startServer } from '#test/server.ts'

test('(B24) a 412 names the user who changed the record, not one who changed something related since', async () => {
  const server = await startServer()
  const [ana, ben, clerk] = [await server.as('admin'), await server.as('admin'), await server.as('staff')]
  await sql`update users set name = case id when ${ana.userId} then 'Ana' else 'Ben' end`.execute(server.database.db)

  const { id } = await addAccount(ana)
  const rename = (name: string) => ana.call(crmApi.updateAccount, { params: { id }, body: { name } }, { version: 1 })

  const place = await addPlace(ana)
  const product = await addProduct(ana, place)
  const body = { ...productBody(place), quantity: product.quantity }
  const changeProduct = () =>
    ana.call(inventoryApi.updateProduct, { params: { id: product.id }, body }, { version: product.version })

  const user = await ana.do(usersApi.get, { params: { id: clerk.userId } })
  const phone = { name: 'Clerk', email: user.email, role: user.role, phone: '12345' }
  const changeUser = () =>
    ana.call(usersApi.update, { params: { id: user.id }, body: phone }, { version: user.version })

  const invited = { name: 'Buyer', email: 'buyer@example.com', role: 'orderer' } as const
  await ana.do(accountUsersApi.inviteAccountUser, { params: { id }, body: invited })
  const { data: buyers } = await ana.do(accountUsersApi.listAccountUsers, { params: { id } })
  const buyer = buyers[0] as (typeof buyers)[number]
  const changeBuyer = () =>
    ana.call(
      accountUsersApi.changeAccountUser,
      { params: { id, userId: buyer.id }, body: { role: 'owner' } },
      { version: buyer.version },
    )

  for (const change of [changeBuyer, () => rename('Zanzibar Hospital'), changeProduct, changeUser])
    expect(await change()).toMatchObject({ status: 200 })
  await ben.do(accountPartsApi.addNote, { params: { id }, body: { text: 'Rang at noon' } })
  await ben.do(callsApi.setOwner, { params: { id }, body: { ownerId: ben.userId } })
  const stock = { quantity: 5, reason: 'manual_adjustment' } as const
  await ben.do(inventoryApi.addStock, { params: { id: product.id }, body: stock })
  await clerk.do(listSettingsApi.putListSettings, {
    params: { list: 'orders' },
    body: { columns: [], compact: true },
  })
  for (const change of [changeBuyer, () => rename('Zanzibar Clinic'), changeProduct, changeUser])
    expect(await change()).toMatchObject({ status: 412, body: { details: { by: 'Ana' } } })
})

test('(B14) a 412 of resetting payments names the user who recorded the payment, not the one who issued the invoice', async () => {
  const server = await startServer()
  const [ana, ben] = [await server.as('admin'), await server.as('admin')]
  await sql`update users set name = case id when ${ana.userId} then 'Ana' else 'Ben' end`.execute(server.database.db)
  const product = await addProduct(ben, await addPlace(ben), { quantity: 10 })
  const order = await addOrder(ben, (await addAccount(ben)).id, [[product.id, 3]])
  await ben.do(salesApi.confirm, { params: { id: order.id } })
  const { data } = await ben.do(invoicingApi.listInvoices, {})
  const params = { id: data[0]?.id ?? '' }
  await ana.do(invoicingApi.recordPayment, {
    params,
    body: { amount: '5.00', method: 'cash', receivedDate: new Date().toISOString().slice(0, 10) },
  })
  const reset = { params, body: { reason: 'Wrong customer' } }
  const { status, body } = await ben.call(invoicingApi.resetPayments, reset, { version: 1 })
  expect([status, body]).toMatchObject([412, { details: { by: 'Ana', version: 2 } }])
})
