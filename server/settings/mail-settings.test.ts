import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deliveryApi } from '#shared/delivery/api.ts'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { settingsApi } from '#shared/settings/api.ts'
import { type MailServerBody, mailSettingsApi } from '#shared/settings/mail-settings-api.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { startProcessOn, until } from '#test/server/another-process.ts'
import { changeSettings } from '#test/settings.ts'
import { mailServer } from '#test/smtp.ts'
import { stopMailServer } from './mail-settings.ts'

const { getMailSettings, putMailSettings, removeMailSettings, sendTestMail } = mailSettingsApi
const login = { user: 'harbour', pass: 'canary of the mail server' }

const serverAt = (port: number, change: Partial<MailServerBody> = {}): MailServerBody => ({
  host: '127.0.0.1',
  port,
  encryption: 'none',
  username: null,
  senderName: null,
  senderAddress: 'desk@harbour.example',
  ...change,
})
const read = (admin: Client) => admin.do(getMailSettings, {})
const put = async (admin: Client, body: MailServerBody) =>
  admin.call(putMailSettings, { body }, { version: (await read(admin)).version })
const save = async (admin: Client, body: MailServerBody) =>
  admin.do(putMailSettings, { body }, { version: (await read(admin)).version })
const tryOut = async (admin: Client) => (await admin.do(sendTestMail, { body: { to: 'me@example.com' } })).problem
const auditOf = async ({ database }: TestServer) =>
  (
    await sql<{ act: string; details: unknown }>`select act, details from audit_log
      where starts_with(act, 'settings.mailServer') order by id`.execute(database.db)
  ).rows

test('[SET-01] a mail server set up in the app is used at once: by invitations, by other processes and after changes', async () => {
  const [first, second] = [await mailServer({ login }), await mailServer()]
  const server = await startServer({ mail: { ports: [first.port, second.port] } })
  const admin = await server.as('admin')
  const isMailSetUp = async () => (await admin.do(settingsApi.getSettings, {})).isMailSetUp
  expect([await isMailSetUp(), (await read(admin)).source]).toEqual([false, 'none'])
  expect(await tryOut(admin)).toBe('No mail server is set up.')

  const username = login.user
  const saved = await save(admin, serverAt(first.port, { username, password: login.pass, senderName: 'Harbour desk' }))
  expect(saved).toMatchObject({ source: 'settings', password: 'set', isOn: true, lastTest: null })
  expect(await isMailSetUp()).toBe(true)
  expect(await tryOut(admin)).toBeNull()
  expect(first.received[0]?.raw).toContain('From: Harbour desk <desk@harbour.example>')
  expect((await read(admin)).lastTest).toMatchObject({ problem: null })
  const invite = (email: string) => admin.do(usersApi.create, { body: { name: 'Ines', email, role: 'staff' } })
  expect((await invite('ines@example.com')).url).toBeNull()
  await server.app.runJobs()
  expect(first.received.map(({ to }) => to)).toEqual([['me@example.com'], ['ines@example.com']])

  // Another process, started before the change, uses the new server without a restart. It runs the jobs.
  const other = await startProcessOn(server, undefined, { SMTP_PORTS: `${first.port},${second.port}` })
  await save(admin, serverAt(second.port))
  await invite('olga@example.com')
  await until(async () => second.received.length === 1)
  expect(second.received[0]?.to).toEqual(['olga@example.com'])
  // Without a sender name, mails have the company's name.
  await changeSettings(admin, { company: { name: 'Harbour Medical' } })
  await invite('pia@example.com')
  await until(async () => second.received.length === 2)
  expect(second.received[1]?.raw).toContain('From: Harbour Medical <desk@harbour.example>')
  await other.stop()

  await admin.do(removeMailSettings, {}, { version: (await read(admin)).version })
  expect([await isMailSetUp(), (await read(admin)).server]).toEqual([false, null])
  expect((await invite('rosa@example.com')).url).toContain('/reset-password#token=')
  expect((await admin.do(deliveryApi.listMails, {})).data[0]?.state).toBe('kept')
}, 60_000)

test("[SET-01] the test mail shows the server's error: wrong password, connection refused, no TLS, untrusted certificate", async () => {
  const [strict, plain] = [await mailServer({ login }), await mailServer()]
  const [tls, starttls] = [await mailServer({ tls: 'tls' }), await mailServer({ tls: 'starttls' })]
  const ports = [strict, plain, tls, starttls].map(({ port }) => port)
  const server = await startServer({ mail: { ports: [...ports, 1] } })
  const admin = await server.as('admin')
  const outcome = async (body: MailServerBody) => {
    await save(admin, body)
    return tryOut(admin)
  }
  const wrong = await outcome(serverAt(strict.port, { username: login.user, password: 'a canary that is wrong' }))
  expect(wrong).toContain('535')
  expect(wrong).toContain('Authentication credentials invalid')
  expect((await read(admin)).lastTest).toMatchObject({ problem: wrong })
  expect(await outcome(serverAt(1))).toContain('ECONNREFUSED')
  expect(await outcome(serverAt(plain.port, { host: 'localhost', encryption: 'starttls' }))).toContain('STARTTLS')
  expect(await outcome(serverAt(tls.port, { encryption: 'tls' }))).toMatch(/certificate|altnames/i)
  expect(await outcome(serverAt(starttls.port, { encryption: 'starttls' }))).toMatch(/certificate|altnames/i)
  plain.state.isRefusing = true
  expect(await outcome(serverAt(plain.port))).toContain('451 Come back later')
  expect([strict, plain, tls, starttls].flatMap(({ received }) => received)).toEqual([])
  // A password echoed by the server is nowhere: not in the response, the logs, the database.
  const { rows } = await sql<{ all: string }>`select concat((select json_agg(a) from audit_log a),
    (select json_agg(m) from mail_settings m), (select json_agg(i) from idempotency i)) as all`.execute(
    server.database.db,
  )
  for (const text of [JSON.stringify(wrong), server.logs.join('\n'), rows[0]?.all]) expect(text).not.toContain('canary')
  expect((await auditOf(server)).slice(0, 2)).toEqual([
    {
      act: 'settings.mailServerSet',
      details: {
        ...serverAt(strict.port, { username: login.user }),
        password: 'changed',
      },
    },
    {
      act: 'settings.mailServerTested',
      details: { to: 'me@example.com', server: `127.0.0.1:${strict.port}`, problem: wrong },
    },
  ])
}, 60_000)

test('[SET-01] a saved password is never returned or sent to another server, and must be re-entered if the secret key changed', async () => {
  const smtp = await mailServer({ login })
  const server = await startServer({ mail: { ports: [smtp.port, 587] } })
  const admin = await server.as('admin')
  const mine = serverAt(smtp.port, { username: login.user })
  await save(admin, { ...mine, password: login.pass })
  expect(JSON.stringify(await read(admin))).not.toContain('canary')
  // The sender alone can be changed without the password.
  await save(admin, { ...mine, senderName: 'Desk' })
  expect(await tryOut(admin)).toBeNull()
  const fieldsOf = async (body: MailServerBody) => {
    const { status, body: answer } = await put(admin, body)
    return [status, Object.keys(answer.fields ?? {})]
  }
  for (const change of [{ host: 'localhost' }, { port: 587 }, { encryption: 'tls' as const }, { username: 'other' }])
    expect([change, await fieldsOf({ ...mine, ...change })]).toEqual([change, [422, ['password']]])
  for (const [field, change] of [
    ['port', { port: 5432 }],
    ['encryption', { host: 'mail.example.com' }],
    ['host', { host: 'http://mail.example.com', encryption: 'tls' }],
    ['host', { host: 'mail.example.com/x', encryption: 'tls' }],
    ['senderAddress', { senderAddress: 'desk' }],
    ['username', { username: null, password: 'x' }],
  ] as const)
    expect([field, await fieldsOf({ ...mine, ...change })]).toEqual([field, [422, [field]]])
  expect(await fieldsOf({ ...mine, more: 1 } as never)).toEqual([422, ['more']])

  const moved = await startServer({
    over: server.connection,
    secretKey: 'another key of tests, long enough for them',
    mail: { ports: [smtp.port] },
  })
  const there = await moved.as('admin')
  expect((await read(there)).password).toBe('unreadable')
  expect(await tryOut(there)).toContain('Type it again under Settings')
  expect((await put(there, mine)).body.fields).toHaveProperty('password')
  await save(there, { ...mine, password: login.pass })
  expect(await tryOut(there)).toBeNull()
}, 60_000)

test('[SET-01, AUTHZ-09] only for administrators; changes need If-Match and a recent password check, test mails are limited', async () => {
  const smtp = await mailServer()
  const server = await startServer({ mail: { ports: [smtp.port] } })
  const admin = await server.as('admin')
  const body = serverAt(smtp.port)
  const { version } = await read(admin)
  const staff = await server.as('staff')
  for (const [client, status] of [
    [server.nobody, 401],
    [staff, 403],
  ] as const) {
    expect((await client.call(getMailSettings, {})).status).toBe(status)
    expect((await client.call(putMailSettings, { body }, { version })).status).toBe(status)
    expect((await client.call(removeMailSettings, {}, { version })).status).toBe(status)
    expect((await client.call(sendTestMail, { body: { to: 'me@example.com' } })).status).toBe(status)
  }
  expect((await admin.send('PUT', '/api/settings/email', body)).status).toBe(428)
  expect((await admin.call(putMailSettings, { body }, { version: version + 1 })).status).toBe(412)
  await save(admin, body)
  expect((await admin.call(removeMailSettings, {}, { version })).status).toBe(412)
  expect((await admin.call(sendTestMail, { body: { to: 'me' } })).status).toBe(422)
  await sql`update sessions set sudo_until = moment() - interval '1 second'`.execute(server.database.db)
  expect((await put(admin, body)).body.code).toBe('SUDO_REQUIRED')
  for (let sent = 0; sent < 10; sent += 1) await tryOut(admin)
  expect((await admin.call(sendTestMail, { body: { to: 'me@example.com' } })).status).toBe(429)
  expect(smtp.received).toHaveLength(10)
})

test('[SET-01] the environment overrides the settings and is shown without its password; after a restore no mail is sent', async () => {
  const [own, saved] = [await mailServer({ login }), await mailServer()]
  const server = await startServer({ mail: { ports: [saved.port] } })
  const admin = await server.as('admin')
  await save(admin, serverAt(saved.port))
  const url = own.url.replace('//', `//${login.user}:${encodeURIComponent(login.pass)}@`)
  const fixed = await startServer({ over: server.connection, mail: { smtpUrl: url, from: 'env@harbour.example' } })
  const there = await fixed.as('admin')
  const shown = await read(there)
  expect(shown).toMatchObject({
    source: 'environment',
    password: 'set',
    server: { host: '127.0.0.1', port: own.port, encryption: 'opportunistic', username: login.user },
  })
  expect(JSON.stringify(shown)).not.toContain('canary')
  expect(await tryOut(there)).toBeNull()
  expect([own.received.length, saved.received.length]).toEqual([1, 0])
  expect((await put(there, serverAt(saved.port))).body.code).toBe('NOT_EDITABLE')
  expect((await there.call(removeMailSettings, {}, { version: shown.version })).status).toBe(409)

  await server.database.transaction((tx) => stopMailServer(tx))
  expect(await read(admin)).toMatchObject({ source: 'settings', isOn: false })
  expect((await admin.do(settingsApi.getSettings, {})).isMailSetUp).toBe(false)
  expect(await tryOut(admin)).toBe('No mail server is set up.')
  await save(admin, serverAt(saved.port))
  expect(await tryOut(admin)).toBeNull()
})
