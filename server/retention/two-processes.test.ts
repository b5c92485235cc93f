import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { candidatesApi } from '#shared/retention/candidates-api.ts'
import { messagesApi } from '#shared/retention/messages-api.ts'
import { addPlace, addProduct } from '#test/builders.ts'
import { clientOf } from '#test/client.ts'
import { addCustomer, changeRetention } from '#test/retention.ts'
import { ageHeartbeats, startProcessOn, until } from '#test/server/another-process.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { mailServer } from '#test/smtp.ts'

/* Messages are sent at most once, also by two processes, and by one that is killed between storing and sending. */

let base: TestServer
let smtp: Awaited<ReturnType<typeof mailServer>>
beforeAll(async () => {
  base = await startServer()
  smtp = await mailServer()
})

const startProcess = () => startProcessOn(base, smtp.url)

const mailsTo = (prefix: string) =>
  smtp.received.flatMap(({ to }) => to.filter((address) => address.startsWith(prefix))).toSorted()

test('two concurrent processes send each message once; a message of a killed process is not sent again', {
  timeout: 180_000,
}, async () => {
  const admin = await base.as('admin')
  await changeRetention(admin, { holdOutPercent: 0 })
  const item = await addProduct(admin, await addPlace(admin), { quantity: 1000 })
  const longAgo = addDays(new Date().toISOString().slice(0, 10), -100)
  const add = (email: string) => addCustomer(base, admin, [longAgo], [[item.id, 1]], { email })
  const addresses = Array.from({ length: 20 }, (_, at) => `both${10 + at}@example.com`)
  for (const email of addresses) await add(email)

  const [first, second] = await Promise.all([startProcess(), startProcess()])
  const at = (url: string) => clientOf(url, admin.userId, admin.cookie)
  const runs = await Promise.all([first, second].map(({ url }) => at(url).call(candidatesApi.run, { body: {} })))
  // One of them queues all and the other none, or each a part, but none twice.
  const queued = runs.flatMap(({ status, body }) => (status === 202 ? [body.queued] : []))
  expect(queued.reduce((sum, count) => sum + count, 0)).toBe(addresses.length)
  await until(async () => mailsTo('both').length >= addresses.length)
  expect(mailsTo('both')).toEqual(addresses)
  await second.stop()

  // Stored, handed to the mail server, and killed before the mail server has responded.
  smtp.state.isHolding = true
  await add('cut@example.com')
  await at(first.url).do(candidatesApi.run, { body: {} })
  await until(async () => mailsTo('cut').length === 1)
  process.kill(first.pid, 'SIGKILL')
  smtp.state.isHolding = false
  const { db } = base.database
  const { rows: cut } = await sql`select state from retention_messages where to_address = 'cut@example.com'`.execute(db)
  expect(cut).toEqual([{ state: 'sending' }])

  const survivor = await startProcess()
  await sql`update retention_messages set started_at = started_at - interval '10 minutes' where state = 'sending'`.execute(
    db,
  )
  await ageHeartbeats(base.database)
  await add('after@example.com')
  const there = at(survivor.url)
  await there.do(candidatesApi.run, { body: {} })
  const logged = async () => (await there.do(messagesApi.listMessages, { query: { q: 'cut@' } })).data
  await until(async () => mailsTo('after').length === 1 && (await logged()).length === 1)
  expect(await logged()).toMatchObject([{ status: 'Failed', isUncertain: true }])
  expect((await logged())[0]?.problem).toContain('may have arrived')
  expect((await there.call(candidatesApi.run, { body: {} })).status).toBe(409)
  await survivor.stop()
  expect([mailsTo('cut').length, mailsTo('both').length]).toEqual([1, addresses.length])
})
