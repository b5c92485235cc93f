import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

/** All actions that remove an administrator. */
const acts: Record<
  string,
  (client: Client, id: string, version: number) => Promise<{ status: number; body: { code: string } }>
> = {
  suspension: (client, id) => client.call(usersApi.suspend, { params: { id } }),
  deletion: (client, id) => client.call(usersApi.remove, { params: { id } }),
  demotion: (client, id, version) =>
    client.call(
      usersApi.update,
      { params: { id }, body: { name: 'Was', email: `${id}@example.com`, role: 'staff' } },
      { version },
    ),
}

async function activeAdmins(server: TestServer): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from users
    where role = 'admin' and suspended_at is null and deleted_at is null`.execute(server.database.db)
  return rows[0]?.count ?? 0
}

test('[PERM-05] (A12) the last active administrator can’t be suspended, deleted or demoted', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  for (const [name, act] of Object.entries(acts)) {
    const refused = await act(admin, admin.userId, 1)
    expect([name, refused.status, refused.body.code]).toEqual([name, 409, 'LAST_ADMINISTRATOR'])
  }
  // A suspended administrator doesn't count.
  const other = await server.as('admin')
  expect((await admin.call(usersApi.suspend, { params: { id: other.userId } })).status).toBe(200)
  for (const act of Object.values(acts)) expect((await act(admin, admin.userId, 1)).status).toBe(409)
  expect((await acts['deletion']?.(admin, other.userId, 0))?.status).toBe(204)
  expect(await activeAdmins(server)).toBe(1)
})

test('[PERM-05] the last administrator who can edit users keeps that permission', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  const take = (client: Client, id: string, users: object) =>
    client.call(usersApi.setPermissions, { params: { id }, body: { permissions: { users } } }, { version: 1 })
  const refused = await take(admin, admin.userId, { view: true, delete: true })
  expect([refused.status, refused.body.code, refused.body.error]).toEqual([
    409,
    'LAST_ADMINISTRATOR',
    'At least one active administrator must be able to edit users.',
  ])
  const other = await server.as('admin')
  expect((await take(other, admin.userId, { view: true })).status).toBe(200)
  expect((await take(other, other.userId, {})).status).toBe(409)
})

test.each(Object.entries(acts))(
  '[PERM-05] (A12) race: of two administrators who remove each other, one remains: %s',
  async (_name, act) => {
    const server = await startServer()
    for (let round = 0; round < 8; round += 1) {
      await sql`update users set deleted_at = moment() where role = 'admin'`.execute(server.database.db)
      const [a, b] = [await server.as('admin'), await server.as('admin')]
      const answers = await Promise.all([act(a, b.userId, 1), act(b, a.userId, 1)])
      const statuses = answers.map((answer) => answer.status)
      expect(statuses.filter((status) => status < 300)).toHaveLength(1)
      // The other request was refused: as the last administrator, or because the caller is no administrator any more.
      expect(statuses.every((status) => status < 300 || [401, 403, 409].includes(status))).toBe(true)
      expect(await activeAdmins(server)).toBe(1)
    }
  },
)

test('[PERM-05] (A12) race: of five administrators who demote themselves, one remains', async () => {
  const server = await startServer()
  const admins = await Promise.all(Array.from({ length: 5 }, () => server.as('admin')))
  const left = await Promise.all(admins.map(async (admin) => acts['demotion']?.(admin, admin.userId, 1)))
  expect(left.filter((answer) => (answer?.status ?? 500) < 300)).toHaveLength(4)
  expect(left.filter((answer) => answer?.body.code === 'LAST_ADMINISTRATOR')).toHaveLength(1)
  expect(await activeAdmins(server)).toBe(1)
})

test('[PERM-05] users can’t suspend or delete themselves, whatever their permissions', async () => {
  const server = await startServer()
  await server.as('admin')
  for (const client of [
    await server.as('admin'),
    await server.as('staff', { users: { view: true, edit: true, delete: true } }),
  ]) {
    for (const name of ['suspension', 'deletion']) {
      const refused = await acts[name]?.(client, client.userId, 1)
      expect([name, refused?.status, refused?.body.code]).toEqual([name, 409, 'OWN_ACCOUNT'])
    }
    expect((await client.send('GET', '/api/users')).status).toBe(200)
  }
})
