import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addPerson, knock, password } from '#test/accounts.ts'
import { startServer, type TestServer } from '#test/server.ts'

const today = '$argon2id$v=19$m=19456,t=2,p=1$'

/** A hash by an older version: with less memory, one round or another algorithm. */
const older = {
  'less memory': () => hash(password, { memoryCost: 4096, timeCost: 3, parallelism: 1 }),
  'fewer rounds': () => hash(password, { memoryCost: 19_456, timeCost: 1, parallelism: 1 }),
  'another kind': () => hash(password, { algorithm: 1, memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
}

const hashOf = async ({ database }: TestServer, id: string) =>
  (await sql<{ hash: string }>`select password_hash as hash from users where id = ${id}`.execute(database.db)).rows[0]
    ?.hash ?? ''
const keep = ({ database }: TestServer, id: string, stored: string) =>
  sql`update users set password_hash = ${stored} where id = ${id}`.execute(database.db)

test.each(Object.keys(older) as (keyof typeof older)[])(
  '[AUTH-02] a password hash with weaker parameters (%s) is upgraded only by a successful login',
  async (which) => {
    const server = await startServer({ rateLimits: false })
    const admin = await server.as('admin')
    for (const realm of ['staff', 'customer'] as const) {
      const person = await addPerson(server, admin, realm)
      const client = await person.signIn()
      const old = await older[which]()
      await keep(server, person.id, old)
      expect((await knock(server, person.email, 'wrong password', { realm })).status).toBe(401)
      // The correct password in the wrong realm fails and changes nothing.
      expect(
        (await knock(server, person.email, password, { realm: realm === 'staff' ? 'customer' : 'staff' })).status,
      ).toBe(401)
      expect(await hashOf(server, person.id)).toBe(old)
      expect((await knock(server, person.email, password, { realm })).status).toBe(200)
      const renewed = await hashOf(server, person.id)
      expect(renewed.startsWith(today)).toBe(true)
      expect((await knock(server, person.email, password, { realm })).status).toBe(200)
      expect(await hashOf(server, person.id)).toBe(renewed)
      // The password is the same: sessions continue.
      expect((await client.send('GET', '/api/auth/sessions')).status).toBe(200)
    }
  },
)

test('race: a password change during the upgrade of an old hash is not overwritten', async () => {
  const server = await startServer({ rateLimits: false })
  const person = await addPerson(server, await server.as('admin'), 'staff')
  const fresh = await hash('quite another password', { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  for (let round = 0; round < 5; round += 1) {
    await keep(server, person.id, await older['less memory']())
    const entering = Array.from({ length: 6 }, () => knock(server, person.email))
    await keep(server, person.id, fresh)
    await Promise.all(entering)
    expect(await hashOf(server, person.id)).toBe(fresh)
  }
  expect((await knock(server, person.email, 'quite another password')).status).toBe(200)
})

test('a user without a password can’t log in, and an attempt sets none', async () => {
  const server = await startServer({ rateLimits: false })
  const { userId } = await server.as('staff')
  const { rows } = await sql<{ email: string }>`select email from users where id = ${userId}`.execute(
    server.database.db,
  )
  for (const word of ['none', '', 'null'])
    expect([401, 422]).toContain((await knock(server, rows[0]?.email ?? '', word)).status)
  expect(await hashOf(server, userId)).toBe('none')
})
