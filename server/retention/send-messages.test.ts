import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { jobsApi } from '#shared/jobs/api.ts'
import { candidatesApi } from '#shared/retention/candidates-api.ts'
import { messagesApi, whyNotResent } from '#shared/retention/messages-api.ts'
import { optOutsApi } from '#shared/retention/opt-outs-api.ts'
import { retentionSettingsApi } from '#shared/retention/settings-api.ts'
import { addOrder, addPlace, addProduct } from '#test/builders.ts'
import { addCustomer, changeRetention } from '#test/retention.ts'
import { startServer } from '#test/server.ts'
import { retentionCompany } from '#test/retention-company.ts'

/* Sent messages and the log, with a real mail server. */

const nobody = '00000000-0000-4000-8000-000000000000'
const company = retentionCompany()
const { candidates, log, run, runAndSend, inactive, daysAgo } = company

test('[RET-02] [RET-03] run now sends once per inactive period; the log has customer, message, type, status and timestamp', async () => {
  const account = await inactive(90, { name: 'St. Anna', email: 'buyer@anna.example' })
  expect((await runAndSend()).body).toEqual({ queued: 1, heldOut: 0 })
  expect(company.smtp.received.map(({ to }) => to)).toEqual([['buyer@anna.example']])
  expect(await company.admin.do(jobsApi.countJobs, {})).toMatchObject({ failed: 0, retrying: 0 })
  const [mail] = company.smtp.received
  expect(mail?.text).toContain('Dear St. Anna')
  expect(mail?.raw).toMatch(/^List-Unsubscribe:\s+<http:\/\/localhost\/unsubscribe\/[0-9a-f-]{36}>/m)
  // Unsubscribing is small print at the end: a button would invite everybody to opt out.
  const html = mail?.raw.replaceAll(/=\r?\n/g, '') ?? ''
  expect(html).toMatch(
    /<p style=3D"color:#666">[^]+<a href=3D"http:\/\/localhost\/unsubscribe\/[0-9a-f-]{36}">Unsubscribe<\/a>/,
  )
  expect(html).not.toContain('background:')
  expect(mail?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
  expect(await log()).toMatchObject([
    {
      customer: { id: account.id, name: 'St. Anna' },
      type: 'Email',
      status: 'Sent',
      timestamp: company.now.toISOString().replace('.000Z', 'Z'),
      problem: null,
      to: 'buyer@anna.example',
    },
  ])
  expect((await log())[0]?.message).toContain('Nitrile gloves M')
  // The same inactive period: there are no candidates left.
  expect(await candidates()).toEqual([])
  expect((await run()).status).toBe(409)
  // A new order begins a new one.
  const order = await addOrder(company.admin, account.id, [[company.gloves, 1]])
  await sql`update sales_orders set order_date = ${daysAgo(70)}::date, status = 'DELIVERED' where id = ${order.id}`.execute(
    company.server.database.db,
  )
  expect((await runAndSend()).body).toEqual({ queued: 1, heldOut: 0 })
  expect(company.smtp.received).toHaveLength(2)
})

test('[RET-02] filters the log by type, status, customer, date and search text', async () => {
  const account = await inactive(90, { name: 'Filtered' })
  await inactive(90, { name: 'By phone', email: null })
  await runAndSend()
  const names = async (query: object) => (await log(query)).map(({ customer }) => customer.name)
  expect(await names({ type: 'SMS' })).toEqual(['By phone'])
  expect(await names({ status: 'Sent' })).toEqual(['Filtered'])
  expect(await names({ status: 'Failed' })).toEqual(['By phone'])
  expect(await names({ customer: account.id })).toEqual(['Filtered'])
  expect(await names({ q: 'filt' })).toEqual(['Filtered'])
  expect(await names({ from: '2026-11-18', to: '2026-11-18' })).toHaveLength(2)
  expect(await names({ from: '2026-11-19' })).toEqual([])
  // Page by page.
  const first = await company.admin.do(messagesApi.listMessages, { query: { limit: 1 } })
  const second = await company.admin.do(messagesApi.listMessages, {
    query: { limit: 1, cursor: first.nextCursor ?? '' },
  })
  expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(2)
  expect([first.total, second.nextCursor]).toEqual([2, null])
})

/** Expects that the condition that hides the button in the log also refuses the call. */
async function expectNotResent(id: string | undefined) {
  const message = (await log()).find((one) => one.id === id)
  const reason = message && whyNotResent(message)?.reason
  expect(reason).toBeTruthy()
  const answer = await company.admin.call(messagesApi.resendMessage, { params: { id: id ?? '' } })
  expect([answer.status, answer.body.error]).toEqual([409, reason])
}

test('[RET-02] a message that can’t be sent is Failed with the reason; only a user can resend it, and only once', async () => {
  company.smtp.state.isRefusing = true
  await inactive(90)
  await runAndSend()
  const [failed] = await log()
  expect(failed).toMatchObject({ status: 'Failed', isUncertain: false, isResent: false })
  expect(failed?.problem).toContain('Come back later')
  company.smtp.state.isRefusing = false
  await company.server.app.runJobs('plan-retention')
  expect(company.smtp.received).toEqual([])

  const params = { id: failed?.id ?? '' }
  expect(await company.admin.do(messagesApi.resendMessage, { params })).toEqual({ queued: 1 })
  await expectNotResent(failed?.id)
  await company.server.app.runJobs()
  expect(company.smtp.received).toHaveLength(1)
  expect((await log()).map(({ status, isResent }) => [status, isResent]).toSorted()).toEqual([
    ['Failed', true],
    ['Sent', false],
  ])
  const sent = (await log({ status: 'Sent' }))[0]
  await expectNotResent(sent?.id)
  expect((await company.admin.call(messagesApi.resendMessage, { params: { id: nobody } })).status).toBe(404)
  expect((await company.admin.call(messagesApi.resendFailed, {})).status).toBe(409)
})

test('[RET-02] a failed message cannot be resent to a customer who is no longer a candidate; the reason is shown', async () => {
  company.smtp.state.isRefusing = true
  const leaves = await inactive(90)
  const orders = await inactive(90)
  const closes = await inactive(90)
  const mistaken = await inactive(90)
  await runAndSend()
  company.smtp.state.isRefusing = false
  expect((await company.admin.do(candidatesApi.getSummary, {})).resendable).toBe(4)
  await company.admin.do(optOutsApi.setOptOut, { body: { accountId: leaves.id, optedOut: true } })
  await addOrder(company.admin, orders.id, [[company.gloves, 1]])
  await sql`update accounts set status = 'inactive' where id = ${closes.id}`.execute(company.server.database.db)
  await sql`update sales_orders set deleted_at = now() where account_id = ${mistaken.id}`.execute(
    company.server.database.db,
  )
  expect((await company.admin.do(candidatesApi.getSummary, {})).resendable).toBe(0)
  expect((await company.admin.call(messagesApi.resendFailed, {})).status).toBe(409)
  const reasons = {
    [leaves.id]: 'The customer has opted out since.',
    [orders.id]: 'The customer has ordered since.',
    [closes.id]: 'The customer is not active any more.',
    [mistaken.id]: 'The order that it is about was deleted since.',
  }
  for (const message of await log()) {
    expect(whyNotResent(message)?.reason).toBe(reasons[message.customer.id])
    await expectNotResent(message.id)
  }
  expect(await log()).toHaveLength(4)
})

test('without a mail server and an SMS gateway, messages become Failed with that reason', async () => {
  const bare = await startServer({ clock: () => company.now })
  const client = await bare.as('admin')
  await changeRetention(client, { holdOutPercent: 0 })
  const item = await addProduct(client, await addPlace(client), { quantity: 10 })
  await addCustomer(bare, client, [daysAgo(90)], [[item.id, 1]], { name: 'By mail' })
  await addCustomer(bare, client, [daysAgo(90)], [[item.id, 1]], { name: 'By SMS', email: null })
  await client.do(candidatesApi.run, { body: {} })
  await bare.app.runJobs()
  const { data } = await client.do(messagesApi.listMessages, { query: {} })
  expect(Object.fromEntries(data.map(({ type, status, problem }) => [type, [status, problem]]))).toEqual({
    Email: ['Failed', 'No mail server is set up.'],
    SMS: ['Failed', 'No SMS gateway is set up (SMS_URL and SMS_TOKEN).'],
  })
})

test('stop withdraws waiting messages and switches automatic sending off', async () => {
  await inactive(90)
  await changeRetention(company.admin, { automatic: true })
  expect((await run()).status).toBe(202)
  expect((await company.admin.do(candidatesApi.getSummary, {})).waiting).toBe(1)
  expect(await company.admin.do(candidatesApi.stop, {})).toEqual({ withdrawn: 1 })
  await company.server.app.runJobs('plan-retention')
  await company.server.app.runJobs()
  expect(company.smtp.received).toEqual([])
  expect((await company.admin.do(retentionSettingsApi.getRetentionSettings, {})).data.automatic).toBe(false)
  expect(await candidates()).toHaveLength(1)
})

test('a customer who orders or opts out while the message waits gets none', async () => {
  const orders = await inactive(90)
  const leaves = await inactive(90)
  await run()
  await addOrder(company.admin, orders.id, [[company.gloves, 1]])
  await company.admin.do(optOutsApi.setOptOut, { body: { accountId: leaves.id, optedOut: true } })
  await company.server.app.runJobs()
  expect([company.smtp.received, await log()]).toEqual([[], []])
})
