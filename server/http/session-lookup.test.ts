import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { roleDefaults } from '#shared/access/roles.ts'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { queryTally } from '#server/db/counted-client.ts'
import { clientOf } from '#test/client.ts'
import { cloneDatabase } from '#test/database.ts'
import { startServer } from '#test/server.ts'
import { addSession } from '#test/sessions.ts'
import { sessionLookup } from './session-lookup.ts'

test('(A11) concurrent session lookups return the right user each and share SQL statements', async () => {
  const { database } = await cloneDatabase()
  const people = await Promise.all(
    Array.from({ length: 10 }, (_one, index) =>
      addSession(database, index % 2 ? 'staff' : 'driver', roleDefaults.staff),
    ),
  )
  const callerOf = sessionLookup(database.db)
  const tally = { statements: 0, trips: 0, ms: 0 }
  const callers = Array.from({ length: 100 }, (_one, index) => people[index % 10])
  const found = await queryTally.run(tally, () => Promise.all(callers.map((one) => callerOf(one?.token ?? ''))))
  expect(found.map((one) => one?.userId)).toEqual(callers.map((one) => one?.userId))
  expect(await callerOf('a token of nobody')).toBeNull()
  expect(tally.statements).toBeLessThan(10)
})

test('(A11) a failing statement rejects the lookups that waited for it, but none after them', async () => {
  const { database } = await cloneDatabase()
  const { token, userId } = await addSession(database, 'staff', {})
  const callerOf = sessionLookup(database.db)
  await sql`alter table sessions rename to hidden`.execute(database.db)
  const failed = await Promise.allSettled(Array.from({ length: 20 }, () => callerOf(token)))
  expect(failed.every((one) => one.status === 'rejected')).toBe(true)
  await sql`alter table hidden rename to sessions`.execute(database.db)
  expect((await callerOf(token))?.userId).toBe(userId)
})

test('[AUTH-12] (A11) under load, a session ended in one process gets 401 from another process with the next request', async () => {
  const first = await startServer()
  const second = await startServer({ over: first.connection, max: 8 })
  const admin = await first.as('admin')
  for (let round = 0; round < 10; round += 1) {
    const staff = await first.as('staff')
    const there = clientOf(second.url, staff.userId, staff.cookie)
    const load = { isOver: false }
    const loops = Array.from({ length: 8 }, async () => {
      while (!load.isOver) await there.send('GET', '/api/auth/sessions')
    })
    expect((await there.send('GET', '/api/auth/sessions')).status).toBe(200)
    const ended =
      round % 2
        ? await admin.call(usersApi.suspend, { params: { id: staff.userId } })
        : await staff.send('POST', '/api/auth/logout', {})
    expect(ended.status).toBe(200)
    const after = await Promise.all(Array.from({ length: 5 }, () => there.send('GET', '/api/auth/sessions')))
    expect(after.map((answer) => answer.status)).toEqual([401, 401, 401, 401, 401])
    load.isOver = true
    await Promise.all(loops)
  }
})
