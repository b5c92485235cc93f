import { expect, test } from 'vitest'
import { crmApi } from '#shared/crm/partners/api.ts'
import { timelineApi } from '#shared/crm/partners/timeline-api.ts'
import { balancesApi } from '#shared/invoicing/balances-api.ts'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import { addAccount } from '#test/builders.ts'
import { type Client, startServer } from '#test/server.ts'

const timeline = async (client: Client, id: string) =>
  (await client.do(timelineApi.listAccountTimeline, { params: { id }, query: {} })).data

test('[CRM-02, REP-04] a customer’s timeline says that they were deleted and restored', async () => {
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

test('[CRM-02, PERM-03] what is about money in it is told to who may see invoices', async () => {
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
