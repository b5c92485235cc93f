import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { crmApi } from '#shared/crm/partners/api.ts'
import { callsApi } from '#shared/crm/partners/calls-api.ts'
import { workQueueApi } from '#shared/reports/work-queue-api.ts'
import type { Client } from '#test/client.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { candidatesApi } from '#shared/retention/candidates-api.ts'
import { messagesApi } from '#shared/retention/messages-api.ts'
import { optOutsApi } from '#shared/retention/opt-outs-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder } from '#test/builders.ts'
import { addCustomer, changeRetention, isHeldOut } from '#test/retention.ts'
import { retentionCompany } from '#test/retention-company.ts'

/* Candidates, and the reasons to exclude them. */

const company = retentionCompany()
const { candidates, log, run, runAndSend, inactive, daysAgo } = company

test('[RET-03] candidates are the active customers beyond the inactivity threshold, with a preview of the message', async () => {
  await changeRetention(company.admin, { inactivityDays: 60 })
  const late = await inactive(61, { name: 'Lakeside Clinic' })
  await inactive(60, { name: 'On the day itself' })
  const gone = await inactive(200, { name: 'Closed practice' })
  await sql`update accounts set status = 'inactive' where id = ${gone.id}`.execute(company.server.database.db)
  await addAccount(company.admin, { name: 'Never ordered', email: 'never@hospital.example' })

  const [found, ...others] = await candidates()
  expect(others).toEqual([])
  expect(found).toMatchObject({
    id: late.id,
    name: 'Lakeside Clinic',
    lastOrderDate: daysAgo(61),
    daysSince: 61,
    trigger: 'inactive',
    rhythmDays: null,
    daysLate: null,
    step: 1,
    channel: 'Email',
    subject: 'Time to reorder, Lakeside Clinic?',
    exclusions: [],
  })
  expect(found?.usualItems).toMatchObject([{ name: 'Nitrile gloves M', quantity: 40, everyDays: null }])
  expect(found?.message).toContain('61 days ago.')
  expect(found?.message).toContain('You usually order 40 × Nitrile gloves M.')
  expect(company.smtp.received).toEqual([])
})

test('[RET-03] excluded candidates show the reason and get no message', async () => {
  const optedOut = await inactive(90, { name: 'Opted out' })
  await company.admin.do(optOutsApi.setOptOut, { body: { accountId: optedOut.id, optedOut: true } })
  await addCustomer(company.server, company.admin, [daysAgo(90)], [[company.gloves, 1]], {
    name: 'No address',
    email: null,
    phone: null,
  })
  const open = await inactive(90, { name: 'Open order' })
  await sql`update sales_orders set status = 'CONFIRMED' where account_id = ${open.id}`.execute(
    company.server.database.db,
  )
  const overdue = await inactive(90, { name: 'Overdue', paymentTermsDays: 10 })
  const order = await addOrder(company.admin, overdue.id, [[company.gloves, 1]])
  await company.admin.do(salesApi.confirm, { params: { id: order.id }, body: {} })
  await sql`update sales_orders set status = 'DELIVERED', order_date = ${daysAgo(80)}::date where id = ${order.id}`.execute(
    company.server.database.db,
  )
  await sql`update invoices set issued_date = ${daysAgo(80)}::date, due_date = ${daysAgo(70)}::date
    where order_id = ${order.id}`.execute(company.server.database.db)
  expect((await company.admin.do(invoicingApi.listInvoices, { query: {} })).total).toBe(1)
  await inactive(90, { name: 'Quiet', country: 'Japan' })
  const ready = await inactive(90, { name: 'Ready', country: 'Germany' })
  // 12:00 UTC: 13:00 in Berlin, 21:00 in Tokyo.
  await changeRetention(company.admin, { quietFrom: '20:00', quietTo: '08:00' })

  const reasons = Object.fromEntries((await candidates()).map(({ name, exclusions }) => [name, exclusions]))
  expect(reasons).toEqual({
    'Opted out': ['optedOut'],
    'No address': ['noAddress'],
    'Open order': ['openOrder'],
    Overdue: ['overdue'],
    Quiet: ['quietHours'],
    Ready: [],
  })
  expect((await candidates({ status: 'ready' })).map(({ name }) => name)).toEqual(['Ready'])
  expect((await candidates({ exclusion: 'overdue' })).map(({ name }) => name)).toEqual(['Overdue'])
  expect(await company.admin.do(candidatesApi.getSummary, {})).toMatchObject({
    ready: 1,
    excluded: 5,
    exclusions: { optedOut: 1, noAddress: 1, openOrder: 1, overdue: 1, quietHours: 1, cap: 0, heldOut: 0 },
    isEmailSetUp: true,
    isSmsSetUp: false,
  })
  expect((await runAndSend()).body).toEqual({ queued: 1, heldOut: 0 })
  expect((await log()).map(({ customer }) => customer.id)).toEqual([ready.id])
  expect(company.smtp.received).toHaveLength(1)
})

test('the hold-out group is always the same, is recorded and gets no messages; results compare both groups', async () => {
  await changeRetention(company.admin, { holdOutPercent: 50 })
  const accounts = await Promise.all(Array.from({ length: 24 }, () => inactive(90)))
  const held = []
  for (const { id } of accounts) if (await isHeldOut(company.server, id, 50)) held.push(id)
  expect(held.length).toBeGreaterThan(0)
  const marked = await candidates({ exclusion: 'heldOut', limit: 100 })
  expect(marked.map(({ id }) => id).toSorted()).toEqual(held.toSorted())
  // What a run would do is counted separately: in quiet hours it adds nobody to the hold-out group either.
  const counts = () => company.admin.do(candidatesApi.getSummary, {})
  expect(await counts()).toMatchObject({ ready: 24 - held.length, toHoldOut: held.length })
  await changeRetention(company.admin, { quietFrom: '00:00', quietTo: '23:59' })
  expect(await counts()).toMatchObject({ ready: 0, toHoldOut: 0, exclusions: { heldOut: held.length } })
  await changeRetention(company.admin, {})
  expect((await runAndSend()).body).toEqual({ queued: 24 - held.length, heldOut: held.length })
  expect(company.smtp.received).toHaveLength(24 - held.length)
  expect(await company.admin.do(messagesApi.getResults, {})).toMatchObject({
    message: { customers: 0 },
    difference: null,
  })

  company.now = new Date(company.now.getTime() + 32 * 86_400_000)
  const results = await company.admin.do(messagesApi.getResults, {})
  expect(results).toMatchObject({
    message: { customers: 24 - held.length, orders: 0 },
    heldOut: { customers: held.length, orders: 0 },
    difference: null,
  })
  const rows = await company.admin.do(messagesApi.listResults, { query: { group: 'heldOut', limit: 100 } })
  expect(rows.data.map(({ customer }) => customer.id).toSorted()).toEqual(held.toSorted())
})

test('the usual order rhythm is a second trigger that can be switched on', async () => {
  const weekly = [56, 49, 42, 35, 28].map(daysAgo)
  await addCustomer(company.server, company.admin, weekly, [[company.gloves, 10]], { name: 'Weekly' })
  expect(await candidates()).toEqual([])
  await changeRetention(company.admin, { rhythm: true, rhythmGraceDays: 7 })
  // Computed by the hourly job.
  await company.server.app.runJobs('plan-retention')
  expect(await candidates()).toMatchObject([
    { name: 'Weekly', trigger: 'rhythm', rhythmDays: 7, daysSince: 28, daysLate: 21 },
  ])
  await changeRetention(company.admin, { rhythm: true, rhythmGraceDays: 22 })
  expect(await candidates()).toEqual([])
})

test('[RET-03] a call task instead of a message is assigned to the account owner, once, until it is done', async () => {
  const { admin, server } = company
  const account = await inactive(90)
  const [rep, other] = [await server.as('sales_rep'), await server.as('sales_rep')]
  const params = { id: account.id }
  await admin.do(callsApi.setOwner, { params, body: { ownerId: rep.userId } })
  const body = { accountId: account.id, note: 'Ask for the new ward' }
  const { callTaskId } = await admin.do(candidatesApi.createCallTask, { body })
  expect((await admin.call(candidatesApi.createCallTask, { body })).status).toBe(409)
  expect((await run()).status).toBe(409)
  const { data } = await rep.do(callsApi.listCalls, { params })
  expect(data).toMatchObject([{ id: callTaskId, doneAt: null, doneBy: null }])
  expect(data[0]?.note).toMatch(/^No order since .*\. Ask for the new ward$/)
  // The owner finds it in their tasks, others in the list of all.
  const mine = async (client: Client, calls: 'mine' | 'open' = 'mine') =>
    (await client.do(crmApi.listAccounts, { query: { calls } })).data.map(({ id }) => id)
  const waiting = async (client: Client) =>
    (await client.do(workQueueApi.workQueue, { query: { tasks: 'calls' } })).data.map(({ count }) => count)
  expect([await mine(rep), await waiting(rep)]).toEqual([[account.id], [1]])
  expect([await mine(other), await waiting(other), await mine(other, 'open')]).toEqual([[], [0], [account.id]])
  const task = { params: { id: callTaskId } }
  expect((await admin.call(callsApi.reopenCall, task)).status).toBe(409)
  expect(await rep.do(callsApi.finishCall, task)).toMatchObject({ doneBy: expect.any(String) })
  expect((await rep.call(callsApi.finishCall, task)).status).toBe(409)
  expect([await mine(rep), await waiting(rep)]).toEqual([[], [0]])
  await rep.do(callsApi.reopenCall, task)
  // Without an owner, all users find it in their tasks.
  await admin.do(callsApi.setOwner, { params, body: { ownerId: null } })
  expect([await waiting(rep), await waiting(other)]).toEqual([[1], [1]])
})

test('refuses calls and owners without permission, for unknown customers and calls, and invalid owners', async () => {
  const { admin, server } = company
  const account = await inactive(90)
  const driver = await server.as('driver')
  const params = { id: account.id }
  const none = { id: crypto.randomUUID() }
  expect((await server.nobody.call(callsApi.listCalls, { params })).status).toBe(401)
  expect((await driver.call(callsApi.listCalls, { params })).status).toBe(403)
  expect((await admin.call(callsApi.listCalls, { params: none })).status).toBe(404)
  expect((await admin.call(callsApi.setOwner, { params: none, body: { ownerId: null } })).status).toBe(404)
  expect((await admin.call(callsApi.setOwner, { params, body: { ownerId: driver.userId } })).status).toBe(422)
  expect((await admin.call(callsApi.finishCall, { params: none })).status).toBe(404)
  const viewer = await server.as('staff', { crm: { view: true } })
  expect((await viewer.call(callsApi.setOwner, { params, body: { ownerId: null } })).status).toBe(403)
  expect((await viewer.call(callsApi.finishCall, { params: none })).status).toBe(403)
})

test('merging two customers keeps the opt-out of one of them', async () => {
  const [primary, merged] = [await inactive(90), await inactive(90)]
  await company.admin.do(optOutsApi.setOptOut, { body: { accountId: merged.id, optedOut: true } })
  const version = (await company.admin.do(crmApi.getAccount, { params: { id: primary.id } })).version
  const { status } = await company.admin.send(
    'POST',
    `/api/accounts/${primary.id}/merge`,
    { otherId: merged.id, otherVersion: merged.version, take: [] },
    { 'if-match': `"v${version}"`, 'idempotency-key': crypto.randomUUID() },
  )
  expect(status).toBeLessThan(300)
  expect((await company.admin.do(optOutsApi.listOptOuts, { query: {} })).data.map(({ id }) => id)).toContain(primary.id)
})
