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
/** As if the time to the next try were over. */
const wait = (server: TestServer) => sql`update mail_outbox set run_at = now()`.execute(server.database.db)

describe('with a mail server', () => {
  test('[AUTH-05] a mail leaves after the act, in plain text and HTML, with its link; its secret stays nowhere', async () => {
    const smtp = await mailServer()
    const server = await startServer({ mail: { smtpUrl: smtp.url, from: 'desk@harbour.example' } })
    const admin = await server.as('admin')
    await changeSettings(admin, { company: { name: 'Harbour & Sons' } })
    const { user, url } = await invite(admin, 'ines@example.com', 'Ines <b>Ivory</b>')
    expect(url).toBeNull()
    expect(await mailOf(admin, 'ines@example.com')).toMatchObject({ text: null })
    await server.app.goRound()
    await server.app.goRound()
    expect(smtp.received).toHaveLength(1)
    const [mail] = smtp.received
    expect([mail?.from, mail?.to]).toEqual(['desk@harbour.example', ['ines@example.com']])
    for (const part of [
      'Subject: Set your password',
      'Auto-Submitted: auto-generated',
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

  test('one that is down fails no request; mails are tried again, later and later, and given up in the end', async () => {
    const smtp = await mailServer()
    smtp.state.isRefusing = true
    const server = await startServer({ mail: { smtpUrl: smtp.url } })
    const admin = await server.as('admin')
    await invite(admin, 'later@example.com')
    const delays: number[] = []
    for (let tries = 1; tries <= 3; tries += 1) {
      await server.app.goRound()
      expect(await mailOf(admin, 'later@example.com')).toMatchObject({
        state: 'queued',
        attempts: tries,
        problem: expect.stringContaining('Come back later'),
      })
      const { rows } = await sql<{
        seconds: number
      }>`select round(extract(epoch from run_at - now()))::int as seconds from mail_outbox`.execute(server.database.db)
      delays.push(rows[0]?.seconds ?? 0)
      await wait(server)
    }
    expect(delays.map((delay) => Math.round(delay / 10) * 10)).toEqual([30, 60, 120])
    smtp.state.isRefusing = false
    await server.app.goRound()
    expect(smtp.received.map((mail) => mail.to)).toEqual([['later@example.com']])

    const dead = await startServer({ mail: { smtpUrl: 'smtp://127.0.0.1:1' } })
    const boss = await dead.as('admin')
    await invite(boss, 'never@example.com')
    await sql`update mail_outbox set attempts = 11`.execute(dead.database.db)
    await dead.app.goRound()
    expect(await mailOf(boss, 'never@example.com')).toMatchObject({ state: 'failed', attempts: 12 })
    await invite(boss, 'over@example.com')
    await sql`update mail_outbox set expires_at = now() - interval '1 second'`.execute(dead.database.db)
    await dead.app.goRound()
    expect(await mailOf(boss, 'over@example.com')).toMatchObject({ state: 'failed', attempts: 0 })
  })

  test('several processes send each mail once, and finish what a dead one began', async () => {
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
          roundEveryMs: 3_600_000,
          mail,
        }),
      ),
    )
    await server.database.transaction(async (tx) => {
      for (let index = 0; index < 60; index += 1)
        await queueMail(tx, { to: `m${index}@example.com`, subject: 'One', lines: ['Once.'] })
    })
    // What another process is taking is left to it, without waiting.
    await server.database.transaction(async (tx) => {
      await sql`select 1 from mail_outbox for update`.execute(tx)
      await server.app.goRound()
    })
    expect([smtp.received.length, server.logs.join('').includes('background work failed')]).toEqual([0, false])
    // A process took one and died.
    await sql`update mail_outbox set lease_until = now() + interval '1 minute', lease_token = id where to_address = 'm7@example.com'`.execute(
      server.database.db,
    )
    for (let round = 0; round < 3; round += 1) await Promise.all([server.app, ...others].map((app) => app.goRound()))
    expect(smtp.received).toHaveLength(59)
    await sql`update mail_outbox set lease_until = now() - interval '1 second' where lease_until is not null`.execute(
      server.database.db,
    )
    await server.app.goRound()
    await Promise.all(others.map((app) => app.http.close()))
    expect(new Set(smtp.received.map((one) => one.to[0])).size).toBe(60)
    expect(smtp.received).toHaveLength(60)
  })

  test('nothing is mailed for what was rolled back', async () => {
    const smtp = await mailServer()
    const server = await startServer({ mail: { smtpUrl: smtp.url } })
    const undone = server.database.transaction(async (tx) => {
      await queueMail(tx, { to: 'x@example.com', subject: 'No', lines: [] })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await server.app.goRound()
    expect(smtp.received).toEqual([])
  })
})

test('without a mail server an administrator finds the texts, as long as their links are good', async () => {
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
    await server.app.goRound()
  }
  expect(
    (await (await server.as('staff', { users: { view: true, edit: true } })).send('GET', '/api/mail-outbox')).status,
  ).toBe(403)
  await sql`update mail_outbox set expires_at = now()`.execute(server.database.db)
  expect(await mailOf(admin, 'kept@example.com')).toMatchObject({ text: null })
})

test('(A9) links are made of the configured address, whatever Host a request names', async () => {
  const server = await startServer({ publicUrl: 'http://localhost' })
  const admin = await server.as('admin')
  const forged = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
  const made = await admin.send('POST', '/api/users', { name: 'Ho', email: 'ho@example.com', role: 'staff' }, forged)
  expect(JSON.stringify(made.body)).toContain('"url":"http://localhost/reset-password#token=')
  expect(JSON.stringify((await mailOf(admin, 'ho@example.com'))?.text)).not.toContain('evil')
})

test('(W5) what people typed is text in a mail, never markup', () => {
  const content = {
    lines: ['<script>alert("1")</script> & \'quotes\''],
    link: { label: '<Click>', path: '/x#token=a&b' },
  }
  const html = mailHtml(content, 'https://w.example', 'A<B')
  expect(html).not.toMatch(/<script|<Click|A<B|token=a&b/)
  expect(html).toContain('href="https://w.example/x#token=a&#38;b"')
  expect(mailText(content, 'https://w.example', 'A<B')).toContain('<Click>:\nhttps://w.example/x#token=a&b')
})
