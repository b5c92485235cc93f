import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { crmApi } from '#shared/crm/partners/api.ts'
import { mergeApi } from '#shared/crm/partners/merge-api.ts'
import { candidatesApi } from '#shared/retention/candidates-api.ts'
import { messagesApi } from '#shared/retention/messages-api.ts'
import { optOutsApi } from '#shared/retention/opt-outs-api.ts'
import { addPlace, addProduct } from '#test/builders.ts'
import { addCustomer, changeRetention } from '#test/retention.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { smsGateway } from '#test/sms-gateway.ts'

/* SMS over a real gateway on a socket, its delivery reports, and opting out by a mail program. */

const token = 'a token of the gateway'
const now = new Date('2026-11-18T12:00:00Z')
const daysAgo = (days: number) => addDays('2026-11-18', -days)
const unknownKey = '00000000-0000-4000-8000-000000000000'

let gateway: Awaited<ReturnType<typeof smsGateway>>
let server: TestServer
let admin: Client
let item: string

beforeAll(async () => {
  gateway = await smsGateway()
  server = await startServer({ clock: () => now, sms: { url: `${gateway.url}/send`, token, from: 'Harbour' } })
  admin = await server.as('admin')
  item = (await addProduct(admin, await addPlace(admin), { quantity: 1000 })).id
  await changeRetention(admin, { holdOutPercent: 0, channel: 'SMS' })
})

beforeEach(async () => {
  await sql`truncate retention_steps, retention_messages`.execute(server.database.db)
  await sql`update accounts set status = 'inactive'`.execute(server.database.db)
  gateway.received.length = 0
  Object.assign(gateway.state, { status: 200, answer: { id: 'gateway-1' }, isHolding: false })
})

const inactive = (more = {}) => addCustomer(server, admin, [daysAgo(90)], [[item, 5]], more)
async function send() {
  await admin.do(candidatesApi.run, { body: {} })
  await server.app.runJobs()
}
const log = async () => (await admin.do(messagesApi.listMessages, { query: {} })).data
const optedOut = async () => (await admin.do(optOutsApi.listOptOuts, { query: {} })).data.map(({ name }) => name)

const sign = (body: string, by = token, at = now) => {
  const t = Math.floor(at.getTime() / 1000)
  return { 'x-signature': `t=${t},v1=${createHmac('sha256', by).update(`${t}.${body}`).digest('hex')}` }
}
const postEvent = (event: object, headers?: Record<string, string>) => {
  const body = JSON.stringify(event)
  return fetch(`${server.url}/sms/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(headers ?? sign(body)) },
    body,
  })
}

test('an SMS is sent in the documented format and gets status Sent', async () => {
  await inactive({ name: 'By phone', phone: '+49 151 777' })
  await send()
  const [request] = gateway.received
  const [row] = await log()
  expect(request).toMatchObject({ path: '/send', headers: { authorization: `Bearer ${token}` } })
  expect(JSON.parse(request?.body ?? '')).toEqual({
    id: row?.id,
    to: '+49 151 777',
    text: row?.message,
    from: 'Harbour',
    statusUrl: 'http://localhost/sms/events',
  })
  expect(request?.headers['idempotency-key']).toBe(row?.id)
  expect(row).toMatchObject({ type: 'SMS', status: 'Sent', deliveredAt: null })
  expect(row?.message).toContain('Reply STOP to opt out.')
})

test('a refusal of the gateway becomes Failed with its reason; after a server error of the gateway the result is uncertain', async () => {
  gateway.state.status = 400
  gateway.state.answer = { error: 'No such number' }
  await inactive()
  await send()
  expect(await log()).toMatchObject([{ status: 'Failed', isUncertain: false }])
  expect((await log())[0]?.problem).toContain('No such number')
  expect(await admin.do(messagesApi.resendFailed, {})).toEqual({ queued: 1 })
  gateway.state.status = 503
  await server.app.runJobs()
  expect((await log()).filter(({ isUncertain }) => isUncertain)).toHaveLength(1)
  // It is unknown whether that one arrived: it isn't resent with the others.
  expect((await admin.call(messagesApi.resendFailed, {})).status).toBe(409)
})

test('signed delivery reports of the gateway update the log; a late failure does not overwrite Delivered', async () => {
  await inactive()
  await send()
  const [row] = await log()
  const failed = { type: 'status', id: row?.id, status: 'failed', reason: 'Phone is off' }
  expect((await postEvent(failed)).status).toBe(204)
  expect(await log()).toMatchObject([{ status: 'Failed', problem: 'Phone is off' }])
  expect((await postEvent({ type: 'status', id: 'gateway-1', status: 'delivered' })).status).toBe(204)
  expect(await log()).toMatchObject([{ status: 'Sent', problem: null, deliveredAt: '2026-11-18T12:00:00Z' }])
  // A late report, out of order: it was delivered.
  expect((await postEvent(failed)).status).toBe(204)
  expect(await log()).toMatchObject([{ status: 'Sent' }])
})

test('unsigned, wrongly signed, old or malformed delivery reports change nothing', async () => {
  await inactive()
  await send()
  const [row] = await log()
  const event = { type: 'status', id: row?.id, status: 'failed' }
  const body = JSON.stringify(event)
  expect((await postEvent(event, {})).status).toBe(401)
  expect((await postEvent(event, sign(body, 'another token'))).status).toBe(401)
  expect((await postEvent(event, sign(body, token, new Date(now.getTime() - 600_000)))).status).toBe(401)
  expect((await postEvent({ ...event, status: 'delivered' }, sign(body))).status).toBe(401)
  expect((await postEvent({ type: 'status', status: 'failed' })).status).toBe(400)
  expect(await log()).toMatchObject([{ status: 'Sent' }])
})

test('the reply STOP opts out the customers with that number; other replies opt out no one', async () => {
  await inactive({ name: 'Stops', phone: '0151 98765432' })
  await inactive({ name: 'Stays', phone: '0151 11111111' })
  expect((await postEvent({ type: 'reply', from: '+4915111111111', text: 'Thanks, do not stop!' })).status).toBe(204)
  expect(await optedOut()).toEqual([])
  expect((await postEvent({ type: 'reply', from: '+4915198765432', text: ' stop ' })).status).toBe(204)
  expect(await optedOut()).toEqual(['Stops'])
  await send()
  expect(gateway.received.map(({ body }) => JSON.parse(body).to)).toEqual(['0151 11111111'])
})

test('Twilio’s format: request, signature and statuses', async () => {
  const account = `${gateway.url}/2010-04-01/Accounts/AC1/Messages.json`
  const sms = { url: account, token, format: 'twilio' as const, from: '+1555' }
  const other = await startServer({ clock: () => now, sms })
  const client = await other.as('admin')
  await changeRetention(client, { holdOutPercent: 0, channel: 'SMS' })
  const product = await addProduct(client, await addPlace(client), { quantity: 10 })
  await addCustomer(other, client, [daysAgo(90)], [[product.id, 1]], { phone: '+49151123' })
  gateway.state.status = 201
  gateway.state.answer = { sid: 'SM1' }
  await client.do(candidatesApi.run, { body: {} })
  await other.app.runJobs()
  const [request] = gateway.received
  expect(request?.headers['authorization']).toBe(`Basic ${Buffer.from(`AC1:${token}`).toString('base64')}`)
  expect(Object.fromEntries(new URLSearchParams(request?.body))).toMatchObject({
    To: '+49151123',
    From: '+1555',
    StatusCallback: 'http://localhost/sms/events',
  })
  const fields = { MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode: '30003' }
  const signed = Object.entries(fields)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .reduce((text, [name, value]) => text + name + value, 'http://localhost/sms/events')
  const post = (signature: string) =>
    fetch(`${other.url}/sms/events`, {
      method: 'POST',
      headers: { 'x-twilio-signature': signature },
      body: new URLSearchParams(fields),
    })
  expect((await post('wrong')).status).toBe(401)
  expect((await post(createHmac('sha1', token).update(signed).digest('base64'))).status).toBe(204)
  const { data } = await client.do(messagesApi.listMessages, { query: {} })
  expect(data).toMatchObject([{ status: 'Failed', problem: 'Error 30003' }])
})

test('a mail program can opt out by one click, without a session cookie and custom headers', async () => {
  const account = await inactive({ name: 'One click' })
  const { rows } = await sql<{ key: string }>`select unsubscribe_key as key from retention_customers
    where account_id = ${account.id}`.execute(server.database.db)
  const post = (key: string, body: string) =>
    fetch(`${server.url}/unsubscribe/${key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
  const key = rows[0]?.key ?? ''
  expect((await post(unknownKey, 'List-Unsubscribe=One-Click')).status).toBe(400)
  expect((await post('no-key', 'List-Unsubscribe=One-Click')).status).toBe(400)
  expect((await post(key, '')).status).toBe(400)
  expect(await optedOut()).not.toContain('One click')
  expect((await post(key, 'List-Unsubscribe=One-Click')).status).toBe(200)
  expect((await post(key, 'List-Unsubscribe=One-Click')).status).toBe(200)
  expect(await optedOut()).toContain('One click')
  expect((await admin.call(candidatesApi.run, { body: {} })).status).toBe(409)
})

test('the page of the unsubscribe link opts out and in again; an unknown key is refused', async () => {
  const account = await inactive({ name: 'By link' })
  const { rows } = await sql<{ key: string }>`select unsubscribe_key as key from retention_customers
    where account_id = ${account.id}`.execute(server.database.db)
  const key = rows[0]?.key ?? ''
  const press = (given: string, wish: boolean) =>
    server.nobody.call(optOutsApi.unsubscribe, { body: { key: given, optedOut: wish } })
  expect((await press(unknownKey, true)).status).toBe(400)
  expect((await press('x', true)).status).toBe(422)
  expect((await press(key, true)).body).toEqual({ company: 'Wardstock', optedOut: true })
  expect(await optedOut()).toContain('By link')
  expect((await press(key, false)).body.optedOut).toBe(false)
  expect(await optedOut()).not.toContain('By link')
})

test('after a merge, unsubscribe link and phone number of the merged customer opt out the remaining customer', async () => {
  const merged = async (name: string, phone: string) => {
    const [one, other] = [await inactive({ name }), await inactive({ name: `Merged into ${name}`, phone })]
    const { rows } = await sql<{ key: string }>`select unsubscribe_key as key from retention_customers
      where account_id = ${other.id}`.execute(server.database.db)
    const [into, from] = await Promise.all(
      [one, other].map(({ id }) => admin.do(crmApi.getAccount, { params: { id } })),
    )
    const body = { otherId: other.id, otherVersion: from!.version, take: [] }
    await admin.do(mergeApi.mergeAccounts, { params: { id: one.id }, body }, { version: into!.version })
    return rows[0]?.key ?? ''
  }
  const key = await merged('Link after merge', '+49 151 7770001')
  await server.nobody.do(optOutsApi.unsubscribe, { body: { key, optedOut: true } })
  expect(await optedOut()).toContain('Link after merge')
  await server.nobody.do(optOutsApi.unsubscribe, { body: { key, optedOut: false } })
  expect(await optedOut()).not.toContain('Link after merge')
  await merged('Phone after merge', '+49 151 7770002')
  expect((await postEvent({ type: 'reply', from: '+49 151 7770002', text: 'STOP' })).status).toBe(204)
  expect(await optedOut()).toContain('Phone after merge')
})
