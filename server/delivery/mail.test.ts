import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { deliveryApi } from '#shared/delivery/api.ts'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { buildApp } from '#server/app.ts'
import { queueMail } from '#server/kernel/mail.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { mailServer } from '#test/smtp.ts'
import { mailHtml, mailText } from './mail-text.ts'
import { changeSettings } from '#test/settings.ts'

const invite = (admin: Client, email: string, name = 'Ines') =>
  admin.do(usersApi.create, { body: { name, email, role: 'staff' } })
const mailOf = async (admin: Client, to: string) =>
  (await admin.do(deliveryApi.listMails, {})).data.find((mail) => mail.to === to)
/** Ends the pause before the next attempt. */
const wait = (server: TestServer) =>
  sql`update pgboss.job set start_after = moment() where name = 'send-mail' and state = 'retry'`.execute(
    server.database.db,
  )

describe('with a mail server', () => {
  test('[AUTH-05] sends the mail after the request, as plain text and HTML with its link; the token is not stored or logged', async () => {
    const smtp = await mailServer()
    const server = await startServer({ mail: { smtpUrl: smtp.url, from: 'desk@harbour.example' } })
    const admin = await server.as('admin')
    await changeSettings(admin, { company: { name: 'Harbour & Sons', contactEmail: 'office@harbour.example' } })
    const { user, url } = await invite(admin, 'ines@example.com', 'Ines <b>Ivory</b>')
    expect(url).toBeNull()
    expect(await mailOf(admin, 'ines@example.com')).toMatchObject({ text: null })
    await server.app.runJobs()
    await server.app.runJobs()
    expect(smtp.received).toHaveLength(1)
    const [mail] = smtp.received
    expect([mail?.from, mail?.to]).toEqual(['desk@harbour.example', ['ines@example.com']])
    for (const part of [
      'Subject: Set your password',
      'Auto-Submitted: auto-generated',
      'Reply-To: office@harbour.example',
      'Content-Type: text/plain',
      'Content-Type: text/html',
    ])
      expect(mail?.text).toContain(part)
    expect(mail?.text).toContain('Ines &#60;b&#62;Ivory&#60;/b&#62;')
    const token = /http:\/\/localhost\/reset-password#token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '-'
    expect(await mailOf(admin, 'ines@example.com')).toMatchObject({
      state: 'sent',
      attempts: 1,
      text: null,
      sentAt: expect.any(String),
    })
    const { rows } = await sql<{ dump: string }>`select json_agg(m)::text as dump from mail_outbox m`.execute(
      server.database.db,
    )
    expect(`${rows[0]?.dump}${server.logs.join('')}`).not.toContain(token)
    expect(
      (await server.nobody.send('POST', '/api/auth/reset-password', { token, password: 'a choice of her own' })).status,
    ).toBe(200)
    expect(user.hasPassword).toBe(false)
  })

  test('an unreachable mail server fails no request; mails are retried with growing delays and finally fail', async () => {
    const smtp = await mailServer()
    smtp.state.isRefusing = true
    const server = await startServer({ mail: { smtpUrl: smtp.url } })
    const admin = await server.as('admin')
    await invite(admin, 'later@example.com')
    const delays: number[] = []
    for (let tries = 1; tries <= 3; tries += 1) {
      await server.app.runJobs()
      expect(await mailOf(admin, 'later@example.com')).toMatchObject({
        state: 'queued',
        attempts: tries,
        problem: expect.stringContaining('Come back later'),
      })
      const { rows } = await sql<{
        seconds: number
      }>`select round(extract(epoch from start_after - moment()))::int as seconds from pgboss.job
        where name = 'send-mail' and state = 'retry'`.execute(server.database.db)
      delays.push(rows[0]?.seconds ?? 0)
      await wait(server)
    }
    // 30 s, doubled each time; up to as much again is random, so that retries are spread out.
    for (const [at, delay] of delays.entries()) {
      expect(delay).toBeGreaterThanOrEqual(30 * 2 ** at - 1)
      expect(delay).toBeLessThanOrEqual(60 * 2 ** at + 1)
    }
    smtp.state.isRefusing = false
    await server.app.runJobs()
    expect(smtp.received.map((mail) => mail.to)).toEqual([['later@example.com']])

    const dead = await startServer({ mail: { smtpUrl: 'smtp://127.0.0.1:1' } })
    const boss = await dead.as('admin')
    await invite(boss, 'never@example.com')
    await sql`update pgboss.job set retry_count = 11 where name = 'send-mail'`.execute(dead.database.db)
    await dead.app.runJobs()
    expect(await mailOf(boss, 'never@example.com')).toMatchObject({ state: 'failed', attempts: 1 })
    await invite(boss, 'over@example.com')
    await sql`update mail_outbox set expires_at = moment() - interval '1 second'`.execute(dead.database.db)
    await dead.app.runJobs()
    expect(await mailOf(boss, 'over@example.com')).toMatchObject({ state: 'failed', attempts: 0 })
  })

  test('several processes send each mail once; a mail that a crashed process had begun to send is not sent again', async () => {
    const smtp = await mailServer()
    const mail = { smtpUrl: smtp.url }
    const server = await startServer({ mail })
    const others = await Promise.all(
      [1, 2, 3, 4, 5].map(() =>
        buildApp({
          database: server.database,
          filesFolder: server.filesFolder,
          publicUrl: 'http://localhost',
          setupCode: 'x',
          secretKey: 'x',
          logLevel: 'silent',
          worksOnJobs: false,
          mail,
        }),
      ),
    )
    await server.database.transaction(async (tx) => {
      for (let index = 0; index < 60; index += 1)
        await queueMail(tx, { to: `m${index}@example.com`, subject: 'One', lines: ['Once.'] })
    })
    // A process began to send this mail and died; whether it was delivered is unknown.
    await sql`update mail_outbox set started_at = moment() where to_address = 'm7@example.com'`.execute(
      server.database.db,
    )
    await Promise.all([server.app, ...others].map((app) => app.runJobs()))
    expect(smtp.received).toHaveLength(59)
    const { rows } = await sql`select state, problem from mail_outbox where to_address = 'm7@example.com'`.execute(
      server.database.db,
    )
    expect(rows).toEqual([{ state: 'failed', problem: expect.stringContaining('It may have arrived') }])
    await Promise.all(others.map((app) => app.http.close()))
    expect(new Set(smtp.received.map((one) => one.to[0])).size).toBe(59)
  })

  test('sends no mail of a transaction that was rolled back', async () => {
    const smtp = await mailServer()
    const server = await startServer({ mail: { smtpUrl: smtp.url } })
    const undone = server.database.transaction(async (tx) => {
      await queueMail(tx, { to: 'x@example.com', subject: 'No', lines: [] })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await server.app.runJobs()
    expect(smtp.received).toEqual([])
  })
})

test('without a mail server, administrators can read the mail texts until their links expire', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  const { url } = await invite(admin, 'kept@example.com')
  for (let round = 0; round < 2; round += 1) {
    const page = await admin.do(deliveryApi.listMails, { query: { state: 'kept' } })
    expect([page.isMailSetUp, page.total]).toEqual([false, 1])
    expect(page.data[0]).toMatchObject({
      to: 'kept@example.com',
      state: 'kept',
      text: expect.stringContaining(url ?? '-'),
    })
    await server.app.runJobs()
  }
  expect(
    (await (await server.as('staff', { users: { view: true, edit: true } })).send('GET', '/api/mail-outbox')).status,
  ).toBe(403)
  await sql`update mail_outbox set expires_at = moment()`.execute(server.database.db)
  expect(await mailOf(admin, 'kept@example.com')).toMatchObject({ text: null })

  // With the same signature as a sent mail.
  await changeSettings(admin, { company: { name: 'Harbour Medical' } })
  await invite(admin, 'signed@example.com')
  expect((await mailOf(admin, 'signed@example.com'))?.text).toMatch(/Harbour Medical\nhttp\S+\n$/)
})

test('(A9) links use the configured address, whatever Host a request names', async () => {
  const server = await startServer({ publicUrl: 'http://localhost' })
  const admin = await server.as('admin')
  const forged = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
  const made = await admin.send('POST', '/api/users', { name: 'Ho', email: 'ho@example.com', role: 'staff' }, forged)
  expect(JSON.stringify(made.body)).toContain('"url":"http://localhost/reset-password#token=')
  expect(JSON.stringify((await mailOf(admin, 'ho@example.com'))?.text)).not.toContain('evil')
})

test('(W5) user input in mails is escaped, never markup', () => {
  const content = {
    lines: ['<script>alert("1")</script> & \'quotes\''],
    link: { label: '<Click>', path: '/x#token=a&b' },
  }
  const html = mailHtml(content, 'https://w.example', 'A<B')
  expect(html).not.toMatch(/<script|<Click|A<B|token=a&b/)
  expect(html).toContain('href="https://w.example/x#token=a&#38;b"')
  // Line breaks of a message are preserved.
  expect(mailHtml({ lines: ['Dear all,\n\n2 < 3'], link: null }, '', '')).toContain('<p>Dear all,<br><br>2 &#60; 3</p>')
  expect(mailText(content, 'https://w.example', 'A<B')).toContain('<Click>:\nhttps://w.example/x#token=a&b')
})
