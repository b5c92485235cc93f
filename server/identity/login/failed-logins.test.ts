import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deliveryApi } from '#shared/delivery/api.ts'
import { addPerson, knock } from '#test/accounts.ts'
import { startServer, type TestServer } from '#test/server.ts'

const subject = 'Many failed logins'

async function open() {
  const server = await startServer({ rateLimits: false })
  const admin = await server.as('admin')
  const alarms = async () => {
    await server.app.runJobs()
    const { data } = await admin.do(deliveryApi.listMails, { query: { limit: 200 } })
    const mails = data.filter((mail) => mail.subject === subject)
    const { rows } = await sql<{ details: unknown }>`select details from audit_log
      where act = 'login.manyFailed' order by id`.execute(server.database.db)
    const warned = server.logs.filter((line) => line.includes('log-ins failed within') && line.includes('"level":40'))
    return { mails, acts: rows.map(({ details }) => details), warned }
  }
  return { server, admin, alarms }
}

/** Sets the counter of failed logins. */
const after = ({ database }: TestServer, hits: number) =>
  sql`insert into limits (key, hits) values ('alarm:failed-logins', ${hits})
    on conflict (key) do update set hits = ${hits}, since = moment()`.execute(database.db)

test('(A2) 100 failed logins on any accounts notify every active administrator once', async () => {
  const { server, admin, alarms } = await open()
  const people = [await addPerson(server, admin, 'admin'), await addPerson(server, admin, 'admin')]
  const suspended = await server.as('admin')
  await sql`update users set suspended_at = moment() where id = ${suspended.userId}`.execute(server.database.db)
  const client = await addPerson(server, admin, 'customer')
  // Unknown addresses, wrong passwords, the wrong login page and failed passkeys count alike; successful logins don't
  // count.
  for (let round = 0; round < 9; round += 1) {
    const tries = Array.from({ length: 10 }, (_, at) => knock(server, `guess${at}@example.com`, 'wrong password'))
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(Array(10).fill(401))
  }
  for (let tries = 0; tries < 3; tries += 1) await knock(server, people[0]?.email ?? '', 'wrong password')
  for (let tries = 0; tries < 3; tries += 1) await knock(server, client.email, 'wrong password', { realm: 'customer' })
  for (let tries = 0; tries < 3; tries += 1) await knock(server, client.email)
  expect((await knock(server, people[0]?.email ?? '')).status).toBe(200)
  expect(await alarms()).toEqual({ mails: [], acts: [], warned: [] })

  await knock(server, client.email)
  const sent = await alarms()
  const { rows } = await sql<{ email: string }>`select email from users where id = ${admin.userId}`.execute(
    server.database.db,
  )
  const active = [...people.map((person) => person.email), rows[0]?.email ?? '']
  expect(sent.mails.map((mail) => mail.to).toSorted()).toEqual(active.toSorted())
  expect(sent.mails[0]?.text).toContain('100 logins failed within ten minutes')
  expect(sent.acts).toEqual([{ count: 100 }])
  expect(sent.warned).toHaveLength(1)

  for (let tries = 0; tries < 20; tries += 1) await knock(server, client.email, 'wrong password')
  expect((await alarms()).acts).toHaveLength(1)
})

test('(A2) the count of failed logins restarts after ten minutes', async () => {
  const { server, alarms } = await open()
  await after(server, 99)
  await sql`update limits set since = moment() - interval '10 minutes 1 second'`.execute(server.database.db)
  await knock(server, 'nobody@example.com', 'wrong password')
  expect((await alarms()).acts).toEqual([])
  await after(server, 99)
  await knock(server, 'nobody@example.com', 'wrong password')
  expect((await alarms()).acts).toHaveLength(1)
  await sql`update limits set since = moment() - interval '10 minutes 1 second'`.execute(server.database.db)
  await knock(server, 'nobody@example.com', 'wrong password')
  await after(server, 99)
  await knock(server, 'nobody@example.com', 'wrong password')
  expect((await alarms()).acts).toHaveLength(2)
})

test('(A2) several processes share one count, and concurrent failures raise only one alarm', async () => {
  const { server, alarms } = await open()
  const second = await startServer({ over: server.connection, rateLimits: false })
  await after(server, 85)
  await Promise.all(
    Array.from({ length: 30 }, (_, at) => knock(at % 2 ? second : server, `g${at}@example.com`, 'wrong password')),
  )
  const { mails, acts } = await alarms()
  expect([mails.length, acts.length]).toEqual([1, 1])
})
