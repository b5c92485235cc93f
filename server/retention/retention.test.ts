import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { crmApi } from '#shared/crm/partners/api.ts'
import { opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { candidatesApi } from '#shared/retention/candidates-api.ts'
import { messagesApi } from '#shared/retention/messages-api.ts'
import { optOutsApi } from '#shared/retention/opt-outs-api.ts'
import { defaultRetentionSettings, retentionSettingsApi } from '#shared/retention/settings-api.ts'
import { templatesApi } from '#shared/retention/templates-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { addCustomer, changeRetention, isHeldOut } from '#test/retention.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { changeSettings } from '#test/settings.ts'
import { mailServer } from '#test/smtp.ts'

/* Who is messaged and why not, what is sent, and what the log says of it: over a real mail server. */

const nobody = '00000000-0000-4000-8000-000000000000'
// Noon of a working day; whoever is inactive has ordered long before it.
let now = new Date('2026-11-18T12:00:00Z')
const daysAgo = (days: number) => addDays(now.toISOString().slice(0, 10), -days)

let server: TestServer
let admin: Client
let gloves: string
let smtp: Awaited<ReturnType<typeof mailServer>>

beforeAll(async () => {
  smtp = await mailServer()
  server = await startServer({ clock: () => now, mail: { smtpUrl: smtp.url } })
  admin = await server.as('admin')
  await changeSettings(admin, { company: { name: 'Harbour Medical', phone: '+49 40 1234' } })
  gloves = (await addProduct(admin, await addPlace(admin), { name: 'Nitrile gloves M', quantity: 1000 })).id
})

beforeEach(async () => {
  now = new Date('2026-11-18T12:00:00Z')
  await sql`truncate retention_steps, retention_messages`.execute(server.database.db)
  await sql`update accounts set status = 'inactive'`.execute(server.database.db)
  await changeRetention(admin, { ...defaultRetentionSettings, quietFrom: '00:00', quietTo: '00:00', holdOutPercent: 0 })
  smtp.received.length = 0
  smtp.state.isRefusing = false
})

const candidates = async (query = {}) => (await admin.do(candidatesApi.listCandidates, { query })).data
const log = async (query = {}) => (await admin.do(messagesApi.listMessages, { query })).data
const run = (accountIds?: string[]) => admin.call(candidatesApi.run, { body: accountIds ? { accountIds } : {} })
/** Runs now and sends. */
const runAndSend = async () => {
  const reply = await run()
  await server.app.runJobs()
  return reply
}
const inactive = (days = 90, more: Parameters<typeof addCustomer>[4] = {}) =>
  addCustomer(server, admin, [daysAgo(days)], [[gloves, 40]], more)

test('[RET-01] settings have defaults, are saved over a version, and refuse what makes no sense', async () => {
  const fresh = await startServer()
  const client = await fresh.as('admin')
  const { data, version } = await client.do(retentionSettingsApi.getRetentionSettings, {})
  expect([data.inactivityDays, data.logRetentionDays, data.automatic, version]).toEqual([60, 365, false, 1])
  const body = { ...data, inactivityDays: 45, logRetentionDays: 90 }
  const put = (content: object, options: object) =>
    client.call(retentionSettingsApi.putRetentionSettings, { body: content as typeof body }, options)
  expect((await put(body, {})).status).toBe(428)
  expect(await client.do(retentionSettingsApi.putRetentionSettings, { body }, { version })).toMatchObject({
    data: { inactivityDays: 45, logRetentionDays: 90 },
    version: 2,
  })
  expect((await put(body, { version })).status).toBe(412)
  const wrong = await put(
    { ...body, inactivityDays: 0, logRetentionDays: 1, quietFrom: '25:00', holdOutPercent: 80, colour: 'red' },
    { version: 2 },
  )
  expect([wrong.status, Object.keys(wrong.body.fields ?? {}).toSorted()]).toEqual([
    422,
    ['colour', 'holdOutPercent', 'inactivityDays', 'logRetentionDays', 'quietFrom'],
  ])
})

test('[RET-03] candidates are the active customers beyond the threshold, with the message as it would go', async () => {
  await changeRetention(admin, { inactivityDays: 60 })
  const late = await inactive(61, { name: 'Lakeside Clinic' })
  await inactive(60, { name: 'On the day itself' })
  const gone = await inactive(200, { name: 'Closed practice' })
  await sql`update accounts set status = 'inactive' where id = ${gone.id}`.execute(server.database.db)
  await addAccount(admin, { name: 'Never ordered', email: 'never@hospital.example' })

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
  expect(smtp.received).toEqual([])
})

test('[RET-03] an excluded candidate says why, and gets nothing', async () => {
  const optedOut = await inactive(90, { name: 'Opted out' })
  await admin.do(optOutsApi.setOptOut, { body: { accountId: optedOut.id, optedOut: true } })
  await addCustomer(server, admin, [daysAgo(90)], [[gloves, 1]], { name: 'No address', email: null, phone: null })
  const open = await inactive(90, { name: 'Open order' })
  await sql`update sales_orders set status = 'CONFIRMED' where account_id = ${open.id}`.execute(server.database.db)
  const overdue = await inactive(90, { name: 'Overdue', paymentTermsDays: 10 })
  const order = await addOrder(admin, overdue.id, [[gloves, 1]])
  await admin.do(salesApi.confirm, { params: { id: order.id }, body: {} })
  await sql`update sales_orders set status = 'DELIVERED', order_date = ${daysAgo(80)}::date where id = ${order.id}`.execute(
    server.database.db,
  )
  await sql`update invoices set issued_date = ${daysAgo(80)}::date, due_date = ${daysAgo(70)}::date
    where order_id = ${order.id}`.execute(server.database.db)
  expect((await admin.do(invoicingApi.listInvoices, { query: {} })).total).toBe(1)
  await inactive(90, { name: 'Quiet', country: 'Japan' })
  const ready = await inactive(90, { name: 'Ready', country: 'Germany' })
  // 12:00 UTC: 13:00 in Berlin, 21:00 in Tokyo.
  await changeRetention(admin, { quietFrom: '20:00', quietTo: '08:00' })

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
  expect(await admin.do(candidatesApi.getSummary, {})).toMatchObject({
    ready: 1,
    excluded: 5,
    exclusions: { optedOut: 1, noAddress: 1, openOrder: 1, overdue: 1, quietHours: 1, cap: 0, heldOut: 0 },
    isEmailSetUp: true,
    isSmsSetUp: false,
  })
  expect((await runAndSend()).body).toEqual({ queued: 1, heldOut: 0 })
  expect((await log()).map(({ customer }) => customer.id)).toEqual([ready.id])
  expect(smtp.received).toHaveLength(1)
})

test('[RET-02] [RET-03] run now sends once a spell, and the log says customer, message, type, status and timestamp', async () => {
  const account = await inactive(90, { name: 'St. Anna', email: 'buyer@anna.example' })
  expect((await runAndSend()).body).toEqual({ queued: 1, heldOut: 0 })
  expect(smtp.received.map(({ to }) => to)).toEqual([['buyer@anna.example']])
  const [mail] = smtp.received
  expect(mail?.text).toContain('Dear St. Anna')
  expect(mail?.raw).toMatch(/^List-Unsubscribe:\s+<http:\/\/localhost\/unsubscribe\/[0-9a-f-]{36}>/m)
  expect(mail?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
  expect(await log()).toMatchObject([
    {
      customer: { id: account.id, name: 'St. Anna' },
      type: 'Email',
      status: 'Sent',
      timestamp: now.toISOString().replace('.000Z', 'Z'),
      problem: null,
      to: 'buyer@anna.example',
    },
  ])
  expect((await log())[0]?.message).toContain('Nitrile gloves M')
  // The same spell: nobody is left to message.
  expect(await candidates()).toEqual([])
  expect((await run()).status).toBe(409)
  // A new order begins a new spell.
  const order = await addOrder(admin, account.id, [[gloves, 1]])
  await sql`update sales_orders set order_date = ${daysAgo(70)}::date, status = 'DELIVERED' where id = ${order.id}`.execute(
    server.database.db,
  )
  expect((await runAndSend()).body).toEqual({ queued: 1, heldOut: 0 })
  expect(smtp.received).toHaveLength(2)
})

test('[RET-02] the log is filtered by type, status, customer, day and words', async () => {
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
  // A page at a time.
  const first = await admin.do(messagesApi.listMessages, { query: { limit: 1 } })
  const second = await admin.do(messagesApi.listMessages, { query: { limit: 1, cursor: first.nextCursor ?? '' } })
  expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(2)
  expect([first.total, second.nextCursor]).toEqual([2, null])
})

test('[RET-02] what can’t be sent is Failed with the reason, and is sent again by a person only, once', async () => {
  smtp.state.isRefusing = true
  await inactive(90)
  await runAndSend()
  const [failed] = await log()
  expect(failed).toMatchObject({ status: 'Failed', isUncertain: false, isResent: false })
  expect(failed?.problem).toContain('Come back later')
  smtp.state.isRefusing = false
  await server.app.runJobs('plan-retention')
  expect(smtp.received).toEqual([])

  const params = { id: failed?.id ?? '' }
  expect(await admin.do(messagesApi.resendMessage, { params })).toEqual({ queued: 1 })
  expect((await admin.call(messagesApi.resendMessage, { params })).status).toBe(409)
  await server.app.runJobs()
  expect(smtp.received).toHaveLength(1)
  expect((await log()).map(({ status, isResent }) => [status, isResent]).toSorted()).toEqual([
    ['Failed', true],
    ['Sent', false],
  ])
  const sent = (await log({ status: 'Sent' }))[0]
  expect((await admin.call(messagesApi.resendMessage, { params: { id: sent?.id ?? '' } })).status).toBe(409)
  expect((await admin.call(messagesApi.resendMessage, { params: { id: nobody } })).status).toBe(404)
  expect((await admin.call(messagesApi.resendFailed, {})).status).toBe(409)
})

test('without a mail server and a gateway, messages are Failed and say so', async () => {
  const bare = await startServer({ clock: () => now })
  const client = await bare.as('admin')
  await changeRetention(client, { holdOutPercent: 0 })
  const item = await addProduct(client, await addPlace(client), { quantity: 10 })
  await addCustomer(bare, client, [daysAgo(90)], [[item.id, 1]], { name: 'By mail' })
  await addCustomer(bare, client, [daysAgo(90)], [[item.id, 1]], { name: 'By SMS', email: null })
  await client.do(candidatesApi.run, { body: {} })
  await bare.app.runJobs()
  const { data } = await client.do(messagesApi.listMessages, { query: {} })
  expect(Object.fromEntries(data.map(({ type, status, problem }) => [type, [status, problem]]))).toEqual({
    Email: ['Failed', 'No mail server is set up (SMTP_URL).'],
    SMS: ['Failed', 'No SMS gateway is set up (SMS_URL and SMS_TOKEN).'],
  })
})

test('[RET-03] the job messages by itself once it is switched on, and waits for the end of the quiet hours', async () => {
  await inactive(90)
  await server.app.runJobs('plan-retention')
  expect(smtp.received).toEqual([])
  await changeRetention(admin, { automatic: true, quietFrom: '11:00', quietTo: '14:00' })
  await server.app.runJobs('plan-retention')
  expect(smtp.received).toEqual([])
  now = new Date('2026-11-18T14:00:00Z')
  await server.app.runJobs('plan-retention')
  await server.app.runJobs()
  expect(smtp.received).toHaveLength(1)
  await server.app.runJobs('plan-retention')
  await server.app.runJobs()
  expect(smtp.received).toHaveLength(1)
})

test('a clock that jumps over midnight, back again and over daylight saving sends nothing twice', async () => {
  await changeSettings(admin, { timeZone: 'Europe/Berlin' })
  await inactive(90)
  const jumps = [
    '2026-10-24T21:59:59Z',
    '2026-10-24T22:00:01Z',
    '2026-10-24T21:00:00Z',
    '2026-10-25T00:30:00Z',
    '2026-10-25T01:30:00Z',
    '2027-03-28T00:59:59Z',
    '2027-03-28T01:00:01Z',
    '2026-11-18T12:00:00Z',
  ]
  await changeRetention(admin, { automatic: true, inactivityDays: 10 })
  for (const moment of jumps) {
    now = new Date(moment)
    await server.app.runJobs('plan-retention')
    await server.app.runJobs()
  }
  expect(smtp.received).toHaveLength(1)
  await changeSettings(admin, { timeZone: 'UTC' })
})

test('a second message of a spell follows after its days, and the limit of 30 days holds', async () => {
  await inactive(90)
  await changeRetention(admin, { steps: 3, stepDays: 10, maxPer30Days: 2, automatic: true })
  const hourly = async (day: number) => {
    now = new Date(Date.UTC(2026, 10, 18 + day, 12))
    await server.app.runJobs('plan-retention')
    await server.app.runJobs()
    return smtp.received.length
  }
  expect([await hourly(0), await hourly(9), await hourly(10), await hourly(20)]).toEqual([1, 1, 2, 2])
  expect((await candidates()).map(({ step, exclusions }) => [step, exclusions])).toEqual([[3, ['cap']]])
  expect(await hourly(31)).toBe(3)
  expect(await hourly(60)).toBe(3)
})

test('stop withdraws what waits and switches automatic sending off', async () => {
  await inactive(90)
  await changeRetention(admin, { automatic: true })
  expect((await run()).status).toBe(202)
  expect((await admin.do(candidatesApi.getSummary, {})).waiting).toBe(1)
  expect(await admin.do(candidatesApi.stop, {})).toEqual({ withdrawn: 1 })
  await server.app.runJobs('plan-retention')
  await server.app.runJobs()
  expect(smtp.received).toEqual([])
  expect((await admin.do(retentionSettingsApi.getRetentionSettings, {})).data.automatic).toBe(false)
  expect(await candidates()).toHaveLength(1)
})

test('who orders or opts out while the message waits gets none', async () => {
  const orders = await inactive(90)
  const leaves = await inactive(90)
  await run()
  await addOrder(admin, orders.id, [[gloves, 1]])
  await admin.do(optOutsApi.setOptOut, { body: { accountId: leaves.id, optedOut: true } })
  await server.app.runJobs()
  expect([smtp.received, await log()]).toEqual([[], []])
})

test('customers held out are noted and get nothing, always the same ones', async () => {
  await changeRetention(admin, { holdOutPercent: 50 })
  const accounts = await Promise.all(Array.from({ length: 24 }, () => inactive(90)))
  const held = []
  for (const { id } of accounts) if (await isHeldOut(server, id, 50)) held.push(id)
  expect(held.length).toBeGreaterThan(0)
  const marked = await candidates({ exclusion: 'heldOut', limit: 100 })
  expect(marked.map(({ id }) => id).toSorted()).toEqual(held.toSorted())
  expect((await runAndSend()).body).toEqual({ queued: 24 - held.length, heldOut: held.length })
  expect(smtp.received).toHaveLength(24 - held.length)
  expect(await admin.do(messagesApi.getResults, {})).toMatchObject({ message: { customers: 0 }, difference: null })

  now = new Date(now.getTime() + 32 * 86_400_000)
  const results = await admin.do(messagesApi.getResults, {})
  expect(results).toMatchObject({
    message: { customers: 24 - held.length, orders: 0 },
    heldOut: { customers: held.length, orders: 0 },
    difference: null,
  })
  const rows = await admin.do(messagesApi.listResults, { query: { group: 'heldOut', limit: 100 } })
  expect(rows.data.map(({ customer }) => customer.id).toSorted()).toEqual(held.toSorted())
})

test('the rhythm is a second trigger that can be switched on', async () => {
  const weekly = [56, 49, 42, 35, 28].map(daysAgo)
  await addCustomer(server, admin, weekly, [[gloves, 10]], { name: 'Weekly' })
  expect(await candidates()).toEqual([])
  await changeRetention(admin, { rhythm: true, rhythmGraceDays: 7 })
  // Worked out by the hourly job.
  await server.app.runJobs('plan-retention')
  expect(await candidates()).toMatchObject([
    { name: 'Weekly', trigger: 'rhythm', rhythmDays: 7, daysSince: 28, daysLate: 21 },
  ])
  await changeRetention(admin, { rhythm: true, rhythmGraceDays: 22 })
  expect(await candidates()).toEqual([])
})

test('a call instead of a message becomes a sales opportunity, once', async () => {
  const account = await inactive(90)
  const body = { accountId: account.id, note: 'Ask for the new ward' }
  const { opportunityId } = await admin.do(candidatesApi.createCallTask, { body })
  const opportunity = await admin.do(opportunitiesApi.getOpportunity, { params: { id: opportunityId } })
  expect(opportunity).toMatchObject({ account: { id: account.id }, notes: 'Ask for the new ward', stage: 'New' })
  expect((await admin.call(candidatesApi.createCallTask, { body })).status).toBe(409)
  expect((await run()).status).toBe(409)
})

test('[RET-03] the nightly job purges the log past its period, and nobody is messaged again for it', async () => {
  await inactive(90)
  await runAndSend()
  await changeRetention(admin, { logRetentionDays: 30 })
  now = new Date(now.getTime() + 29 * 86_400_000)
  await server.app.runJobs('purge-retention-log')
  expect(await log()).toHaveLength(1)
  now = new Date(now.getTime() + 2 * 86_400_000)
  await server.app.runJobs('purge-retention-log')
  expect(await log()).toEqual([])
  expect((await run()).status).toBe(409)
})

test('templates are changed over a version, refuse unknown fields, and can be tried', async () => {
  const { data } = await admin.do(templatesApi.listTemplates, {})
  expect(data.map(({ channel, step }) => `${channel} ${step}`)).toEqual([
    'Email 1',
    'Email 2',
    'Email 3',
    'SMS 1',
    'SMS 2',
    'SMS 3',
  ])
  const third = data[2] ?? data[0]
  const params = { id: third?.id ?? '' }
  const body = { subject: 'Hello {customer}', body: 'Since {lastOrder}' }
  const put = (content: object, version: number) =>
    admin.call(templatesApi.updateTemplate, { params, body: content as typeof body }, { version })
  expect((await put(body, 1)).body).toMatchObject({ ...body, version: 2 })
  expect((await put(body, 1)).status).toBe(412)
  expect((await put({ ...body, body: 'Dear {nobody}' }, 2)).body.fields).toEqual({
    body: 'names {nobody}, which is not a field',
  })
  expect((await put({ ...body, subject: '' }, 2)).status).toBe(422)
  const missing = await admin.call(templatesApi.updateTemplate, { params: { id: nobody }, body }, { version: 1 })
  expect(missing.status).toBe(404)

  const trial = (to: string) => admin.call(templatesApi.sendTest, { params, body: { ...body, to } })
  expect((await trial('me@harbour.example')).body).toEqual({ status: 'Sent', problem: null })
  expect(smtp.received[0]?.text).toContain('Hello St. Mary Hospital')
  expect((await trial('not an address')).status).toBe(422)
  expect(await log()).toEqual([])
})

test('who lacks the right is refused, and who may only look changes nothing', async () => {
  const viewer = await server.as('staff', { retention: { view: true } })
  const other = await server.as('staff', { crm: { view: true, edit: true } })
  expect((await server.nobody.call(candidatesApi.listCandidates, { query: {} })).status).toBe(401)
  expect((await other.call(candidatesApi.listCandidates, { query: {} })).status).toBe(403)
  expect((await viewer.call(candidatesApi.listCandidates, { query: {} })).status).toBe(200)
  expect((await viewer.call(candidatesApi.run, { body: {} })).status).toBe(403)
  expect((await viewer.call(candidatesApi.stop, {})).status).toBe(403)
  const missing = await admin.call(optOutsApi.setOptOut, { body: { accountId: nobody, optedOut: true } })
  expect([missing.status, missing.body.fields]).toEqual([422, { accountId: 'is not a customer' }])
})

test('one of two customers who opted out keeps it when they are merged', async () => {
  const [kept, merged] = [await inactive(90), await inactive(90)]
  await admin.do(optOutsApi.setOptOut, { body: { accountId: merged.id, optedOut: true } })
  const version = (await admin.do(crmApi.getAccount, { params: { id: kept.id } })).version
  const { status } = await admin.send(
    'POST',
    `/api/accounts/${kept.id}/merge`,
    { otherId: merged.id, otherVersion: merged.version, take: [] },
    { 'if-match': `"v${version}"`, 'idempotency-key': crypto.randomUUID() },
  )
  expect(status).toBeLessThan(300)
  expect((await admin.do(optOutsApi.listOptOuts, { query: {} })).data.map(({ id }) => id)).toContain(kept.id)
})
