import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { notificationsApi } from '#shared/notifications/api.ts'
import type { NotificationKind } from '#shared/notifications/kinds.ts'
import { recordAudit } from '#server/kernel/audit.ts'
import { addPlace, addProduct, addPurchase, type TestPlace } from '#test/builders.ts'
import { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { changeSettings } from '#test/settings.ts'
import { mailServer } from '#test/smtp.ts'

const { listNotifications, countUnread, markRead, markAllRead, getSettings, putSettings } = notificationsApi
let now = new Date('2030-06-17T12:00:00Z')
let server: TestServer
let smtp: Awaited<ReturnType<typeof mailServer>>
let admin: Client
let staff: Client
let place: TestPlace

beforeAll(async () => {
  smtp = await mailServer()
  server = await startServer({ clock: () => now, mail: { smtpUrl: smtp.url, from: 'desk@harbour.example' } })
  admin = await server.as('admin')
  staff = await server.as('staff')
  place = await addPlace(admin)
})

const seen = async (client: Client, unread?: 'true') =>
  (await client.do(listNotifications, { query: { limit: 200, ...(unread && { unread }) } })).data
const unread = async (client: Client) => (await client.do(countUnread, {})).unread
const reduce = (id: string, quantity: number) =>
  admin.do(inventoryApi.reduceStock, { params: { id }, body: { quantity, reason: 'damaged_quantity' } })
const mark = (client: Client, id: string, isRead: boolean) =>
  client.call(markRead, { params: { id }, body: { isRead } })
/** Moves the clock forward, by default by one minute. */
const wait = (minutes = 1) => {
  now = new Date(now.getTime() + minutes * 60_000)
}

describe('notifications (G8)', () => {
  test('low stock of a product notifies users with inventory permission once a day, and again when it is out of stock', async () => {
    const { id } = await addProduct(admin, place, { name: 'Nitrile gloves', quantity: 30, reorderPoint: 20 })
    wait()
    expect(await seen(staff)).toEqual([])
    await reduce(id, 15)
    const [low] = await seen(staff)
    expect(low).toMatchObject({ kind: 'low-stock', entityId: id, subject: 'Nitrile gloves', isRead: false })
    expect(await unread(staff)).toBe(1)
    await admin.do(inventoryApi.addStock, { params: { id }, body: { quantity: 15, reason: 'return' } })
    wait()
    await reduce(id, 15)
    expect((await seen(staff)).map(({ kind }) => kind)).toEqual(['low-stock'])
    wait()
    await reduce(id, 15)
    expect((await seen(staff)).map(({ kind }) => kind)).toEqual(['out-of-stock', 'low-stock'])
    // New users get them as read, and users without the permission don't get them.
    const late = await server.as('staff')
    await sql`update users set created_at = ${now} where id = ${late.userId}`.execute(server.database.db)
    expect([(await seen(late)).map(({ isRead }) => isRead), await unread(late)]).toEqual([[true, true], 0])
    expect(await seen(await server.as('sales_rep'))).toEqual([])
  })

  test('each user marks notifications read and unread for themselves, and all up to the newest one shown', async () => {
    const [newest, older] = await seen(staff)
    expect((await mark(staff, older?.id ?? '', true)).body).toMatchObject({ id: older?.id, isRead: true })
    expect([await unread(staff), (await seen(staff, 'true')).length, await unread(admin)]).toEqual([1, 1, 2])
    expect(await staff.do(markAllRead, { body: { upTo: newest?.id ?? '' } })).toEqual({ unread: 0 })
    await mark(staff, older?.id ?? '', false)
    expect([await unread(staff), (await seen(staff, 'true')).map(({ id }) => id)]).toEqual([1, [older?.id]])
    const { id } = await addProduct(admin, place, { quantity: 30, reorderPoint: 20 })
    wait()
    await reduce(id, 30)
    await staff.do(markAllRead, { body: { upTo: newest?.id ?? '' } })
    expect((await seen(staff)).map(({ isRead }) => isRead)).toEqual([false, true, true])
    expect(await unread(staff)).toBe(1)
  })

  test('users who can approve a purchase order are notified when it waits; its submitter is notified of the decision', async () => {
    const buyer = await server.as('staff', {
      inventory: { view: true },
      crm: { view: true },
      purchaseOrders: { view: true, edit: true },
    })
    const product = await addProduct(admin, place)
    await changeSettings(admin, { purchasing: { approvalLimit: '1' } })
    const { id, number } = await addPurchase(buyer, place, [[product.id, 1000, '9.00']])
    wait()
    const { status, version } = await buyer.do(purchasingApi.submit, { params: { id }, body: {} })
    expect(status).toBe('Pending Approval')
    expect((await seen(admin))[0]).toMatchObject({ kind: 'purchase-approval', entityId: id, subject: number })
    expect((await seen(buyer)).map(({ kind }) => kind)).not.toContain('purchase-approval')
    wait()
    await admin.do(purchasingApi.approve, { params: { id }, body: {} }, { version })
    expect((await seen(buyer))[0]).toMatchObject({ kind: 'purchase-decided', subject: number, detail: 'Approved' })
    expect((await seen(admin)).map(({ kind }) => kind)).not.toContain('purchase-decided')
  })

  test('a permanently failed job notifies only administrators', async () => {
    wait()
    const details = { job: 'send-reminders', error: 'The printer is on fire' }
    await server.database.transaction((tx) =>
      recordAudit(tx, null, { act: 'job.failed', entity: 'job', entityId: staff.userId, details }),
    )
    expect((await seen(admin))[0]).toMatchObject({
      kind: 'job-failed',
      subject: 'send-reminders',
      detail: details.error,
    })
    expect((await seen(staff)).map(({ kind }) => kind)).not.toContain('job-failed')
  })

  test('muted kinds are neither listed nor counted; settings belong to the user and are versioned', async () => {
    const settings = await admin.do(getSettings, {})
    expect(settings).toMatchObject({ muted: [], digest: 'none', version: 0 })
    const body = { muted: ['low-stock', 'out-of-stock'] as NotificationKind[], digest: 'none' as const }
    const saved = await admin.do(putSettings, { body }, { version: 0 })
    expect(saved).toEqual({ ...settings, ...body, version: 1 })
    expect((await seen(admin)).map(({ kind }) => kind)).toEqual(['job-failed', 'purchase-approval'])
    expect(await unread(admin)).toBe(2)
    expect((await admin.call(putSettings, { body }, { version: 0 })).status).toBe(412)
    expect((await staff.do(getSettings, {})).muted).toEqual([])
    expect((await staff.do(getSettings, {})).kinds).not.toContain('job-failed')
    await admin.do(putSettings, { body: { muted: [], digest: 'none' } }, { version: 1 })
  })

  test('refuses notifications of others (404), requests without a session (401), customers (403) and invalid bodies (422)', async () => {
    const [job] = await seen(admin)
    for (const client of [staff, await server.as('driver')])
      expect((await mark(client, job?.id ?? '', true)).status).toBe(404)
    expect((await staff.call(markAllRead, { body: { upTo: job?.id ?? '' } })).status).toBe(422)
    const calls = [
      ['GET', '/api/notifications'],
      ['GET', '/api/notifications/unread'],
      ['POST', `/api/notifications/${job?.id}/read`],
      ['POST', '/api/notifications/read'],
      ['GET', '/api/notification-settings'],
      ['PUT', '/api/notification-settings'],
    ] as const
    const customer = await server.as('customer')
    for (const [method, path] of calls) {
      expect([path, (await server.nobody.send(method, path)).status]).toEqual([path, 401])
      expect([path, (await customer.send(method, path)).status]).toEqual([path, 403])
    }
    expect((await admin.send('GET', '/api/notifications?unread=false')).status).toBe(422)
    expect((await admin.send('POST', `/api/notifications/${job?.id}/read`, { isRead: 1 })).status).toBe(422)
    expect((await admin.send('POST', '/api/notifications/read', { upTo: 'now' })).status).toBe(422)
    const wrong = await admin.send(
      'PUT',
      '/api/notification-settings',
      { muted: ['weather'], digest: 'hourly' },
      { 'if-match': '2' },
    )
    expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([422, ['muted.0', 'digest']])
    expect((await admin.send('PUT', '/api/notification-settings', { muted: [], digest: 'none' })).status).toBe(428)
    const key = { 'idempotency-key': '7d2a3a52-3b58-4f6e-8a3e-0d6f0a6f7a11' }
    const path = `/api/notifications/${job?.id}/read`
    expect((await admin.send('POST', path, { isRead: true }, key)).status).toBe(200)
    expect((await admin.send('POST', path, { isRead: false }, key)).body.code).toBe('IDEMPOTENCY_KEY_REUSED')
  })
})

test('(G8) the daily digest mails unread notifications at 7 a.m., once, to users who chose it', async () => {
  const mails = () => smtp.received.filter(({ text }) => text.includes('notification settings'))
  const run = async (moment: string) => {
    now = new Date(moment)
    await server.app.runJobs('send-notification-digests')
    await server.app.runJobs()
  }
  const boss = await server.as('admin')
  now = new Date('2030-06-17T18:00:00Z')
  await boss.do(putSettings, { body: { muted: [], digest: 'daily' } }, { version: 0 })
  const { id } = await addProduct(admin, place, { name: 'Catheter', quantity: 30, reorderPoint: 20 })
  now = new Date('2030-06-17T19:00:00Z')
  await reduce(id, 30)
  await run('2030-06-18T06:59:00Z')
  expect(mails()).toHaveLength(0)
  await run('2030-06-18T07:01:00Z')
  await run('2030-06-18T08:01:00Z')
  expect(mails()).toHaveLength(1)
  expect(mails()[0]?.text).toContain('Out of stock: Catheter')
  await run('2030-06-19T07:01:00Z')
  expect(mails()).toHaveLength(1)
  // Its link unsubscribes without a login: on the page, where it can be undone, and by the mail program's one click
  // (RFC 8058).
  const mail = mails()[0]?.text ?? ''
  const key = /unsubscribe\/notifications\/([0-9a-f-]{36})/.exec(mail)?.[1] ?? ''
  expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/im)
  const digest = async () => (await boss.do(getSettings, {})).digest
  const end = (unsubscribed: boolean) => server.nobody.do(notificationsApi.unsubscribe, { body: { key, unsubscribed } })
  expect([await end(true), await digest()]).toEqual([{ unsubscribed: true }, 'none'])
  expect([await end(true), await end(false), await digest()]).toEqual([
    { unsubscribed: true },
    { unsubscribed: false },
    'daily',
  ])
  const click = (of: string, body: string) =>
    fetch(`${server.url}/unsubscribe/notifications/${of}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
  expect((await click(key, 'something else')).status).toBe(400)
  expect((await click(key, 'List-Unsubscribe=One-Click')).status).toBe(200)
  expect(await digest()).toBe('none')
  const wrong = await server.nobody.call(notificationsApi.unsubscribe, {
    body: { key: boss.userId, unsubscribed: true },
  })
  expect([wrong.status, wrong.body.code]).toEqual([400, 'TOKEN_INVALID'])
  expect((await server.nobody.send('POST', '/api/notification-subscriptions/unsubscribe', { key })).status).toBe(422)
})

/** A transaction that began `seconds` ago and is not committed yet. */
async function slowAct(subject: string, seconds = 1) {
  const client = await server.database.pool.connect()
  await client.query('begin')
  await client.query(`insert into notifications (kind, subject, at) values ('low-stock', $1, $2)`, [
    subject,
    new Date(now.getTime() - seconds * 1000).toISOString(),
  ])
  return async () => {
    await client.query('commit')
    client.release()
  }
}

test('(G8) a notification committed after "mark all as read" stays unread, even if its transaction began before', async () => {
  const { id } = await addProduct(admin, place, { quantity: 30, reorderPoint: 20 })
  wait()
  const acts = [await slowAct('Slow act'), await slowAct('Act of an hour', 3600)]
  await reduce(id, 30)
  const [newest] = await seen(staff)
  expect(await staff.do(markAllRead, { body: { upTo: newest?.id ?? '' } })).toEqual({ unread: 0 })
  for (const commit of acts) await commit()
  expect((await seen(staff, 'true')).map(({ subject }) => subject)).toEqual(['Slow act', 'Act of an hour'])
  expect(await unread(staff)).toBe(2)
  wait(60)
  expect(await staff.do(markAllRead, { body: { upTo: newest?.id ?? '' } })).toEqual({ unread: 0 })
  expect(await seen(staff, 'true')).toEqual([])
  // Notifications after the newest one shown stay unread, even if another user has read them.
  await admin.do(inventoryApi.addStock, { params: { id }, body: { quantity: 30, reason: 'return' } })
  wait(60 * 24)
  await reduce(id, 30)
  const [next] = await seen(staff, 'true')
  const other = await server.as('staff')
  await sql`update users set created_at = ${'2030-01-01T00:00:00Z'} where id = ${other.userId}`.execute(
    server.database.db,
  )
  await other.do(markAllRead, { body: { upTo: next?.id ?? '' } })
  wait()
  expect(await staff.do(markAllRead, { body: { upTo: newest?.id ?? '' } })).toEqual({ unread: 1 })
  expect((await seen(staff, 'true')).map((one) => one.id)).toEqual([next?.id])
})

test('(G8) a notification committed after a digest is in the next one, even if its transaction began before', async () => {
  const reader = await server.as('admin')
  now = new Date('2030-06-25T12:00:00Z')
  await reader.do(putSettings, { body: { muted: [], digest: 'daily' } }, { version: 0 })
  const digest = async (moment: string) => {
    now = new Date(moment)
    await server.app.runJobs('send-notification-digests')
    await server.app.runJobs()
    return smtp.received.filter(({ text }) => text.includes('Between two digests')).length
  }
  now = new Date('2030-06-26T07:01:00Z')
  const commit = await slowAct('Between two digests')
  expect(await digest('2030-06-26T07:01:00Z')).toBe(0)
  await commit()
  expect(await digest('2030-06-27T07:01:00Z')).toBe(1)
  expect(await digest('2030-06-28T07:01:00Z')).toBe(1)
})
