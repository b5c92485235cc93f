import { test } from 'vitest'
import { crmApi } from '#shared/crm/partners/api.ts'
import { addDays } from '#shared/dates.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { everyRow } from '#test/companies/random-company.ts'
import { expectCompanySums, expectCustomerSums, expectOrderSums } from '#test/companies/same-amounts.ts'
import { expectStockSums } from '#test/companies/same-stock.ts'
import { portalUser } from '#test/portal.ts'
import { startServer } from '#test/server.ts'

test('[IVC-01] [INV-08] in the demo company, amounts and pieces are the same on every screen', async () => {
  const server = await startServer({ demo: true })
  const admin = await server.as('admin')
  const today = new Date().toISOString().slice(0, 10)
  await expectStockSums(admin, today)
  for (const { id } of await everyRow((page) => admin.do(salesApi.listOrders, { query: page })))
    await expectOrderSums(admin, id)
  for (const { id } of await everyRow((page) => admin.do(crmApi.listAccounts, { query: page })))
    await expectCustomerSums(admin, await portalUser(server, admin, id), id, today)
  await expectCompanySums(admin, addDays(today, -3000), today)
}, 600_000)
