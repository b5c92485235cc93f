import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deliveryApi } from '#shared/delivery/api.ts'
import { registrationLinksApi } from '#shared/identity/users/registration-links-api.ts'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { password } from '#test/accounts.ts'
import { startServer } from '#test/server.ts'

test('[AUTH-08] (A7) administrators create, list and revoke registration links; using one notifies all administrators by email', async () => {
  const server = await startServer({ rateLimits: false })
  const [boss, other] = [await server.as('admin'), await server.as('admin')]
  const clerk = await server.as('staff', { users: { view: true, edit: true, delete: true } })
  expect((await clerk.call(registrationLinksApi.create, { body: {} })).status).toBe(403)
  const register = (url: string, email: string) =>
    server.nobody.send('POST', '/api/auth/register', { name: 'New Boss', email, password, token: url.split('=')[1] })

  const used = await boss.do(registrationLinksApi.create, { body: {} })
  expect(Math.round((Date.parse(used.expiresAt) - Date.now()) / 3_600_000)).toBe(24)
  expect((await register(used.url, 'new@example.com')).status).toBe(201)
  expect((await register(used.url, 'again@example.com')).body.code).toBe('LINK_INVALID')
  const { data: mails } = await boss.do(deliveryApi.listMails, {})
  const registrationMails = mails.filter((mail) => mail.subject === 'A new administrator has registered')
  expect(registrationMails.map((mail) => mail.to).toSorted()).toEqual(
    [boss, other].map((one) => `admin-${one.userId.slice(-12)}@example.com`).toSorted(),
  )
  expect(registrationMails[0]?.text).toContain('New Boss (new@example.com)')

  const revoked = await boss.do(registrationLinksApi.create, { body: {} })
  expect((await other.call(registrationLinksApi.revoke, { params: { id: revoked.id } })).status).toBe(204)
  expect((await register(revoked.url, 'r@example.com')).body.code).toBe('LINK_INVALID')
  expect((await boss.call(registrationLinksApi.revoke, { params: { id: used.id } })).body.code).toBe('ALREADY_DONE')

  const bound = await boss.do(registrationLinksApi.create, { body: { email: 'Only@Example.com' } })
  expect((await register(bound.url, 'else@example.com')).body.code).toBe('LINK_INVALID')
  expect(
    (await boss.do(deliveryApi.listMails, {})).data.find((mail) => mail.to === 'Only@Example.com')?.text,
  ).toContain(bound.url)
  expect((await register(bound.url, 'only@example.com')).status).toBe(201)

  const late = await boss.do(registrationLinksApi.create, { body: {} })
  await sql`update registration_links set expires_at = moment() where id = ${late.id}`.execute(server.database.db)
  expect((await register(late.url, 'late@example.com')).body.code).toBe('LINK_INVALID')

  const orphan = await other.do(registrationLinksApi.create, { body: {} })
  await boss.do(usersApi.suspend, { params: { id: other.userId } })
  expect((await register(orphan.url, 'o@example.com')).body.code).toBe('LINK_INVALID')

  const open = await boss.do(registrationLinksApi.create, { body: {} })
  const page = await boss.do(registrationLinksApi.list, {})
  const states = new Map(page.data.map((link) => [link.id, link.state]))
  expect([used, revoked, bound, late, orphan, open].map((link) => states.get(link.id))).toEqual([
    'used',
    'revoked',
    'used',
    'expired',
    'revoked',
    'open',
  ])
  expect(page.data.find((link) => link.id === used.id)).toMatchObject({
    usedBy: 'New Boss',
    createdBy: 'admin under test',
    role: 'admin',
  })
  const secrets = [used, revoked, bound, late, orphan, open].map((link) => link.url.split('=')[1] ?? '-')
  expect(secrets.some((secret) => JSON.stringify(page).includes(secret))).toBe(false)
})

test('(A7) a registration link is revoked when its creator is demoted, suspended or deleted', async () => {
  const server = await startServer({ rateLimits: false })
  const boss = await server.as('admin')
  const endings = {
    demoted: (id: string, version: number) =>
      boss.call(
        usersApi.update,
        { params: { id }, body: { name: 'Was', email: `${id}@example.com`, role: 'staff' } },
        { version },
      ),
    suspended: (id: string) => boss.call(usersApi.suspend, { params: { id } }),
    deleted: (id: string) => boss.call(usersApi.remove, { params: { id } }),
  }
  for (const [how, end] of Object.entries(endings)) {
    const issuer = await server.as('admin')
    const { url, id } = await issuer.do(registrationLinksApi.create, { body: {} })
    const register = () =>
      server.nobody.send('POST', '/api/auth/register', {
        name: 'Late',
        email: `${how}@example.com`,
        password,
        token: url.split('=')[1],
      })
    expect([how, (await end(issuer.userId, 1)).status]).toEqual([how, how === 'deleted' ? 204 : 200])
    const answer = await register()
    expect([how, answer.status, answer.body.code]).toEqual([how, 403, 'LINK_INVALID'])
    const { data } = await boss.do(registrationLinksApi.list, {})
    expect([how, data.find((link) => link.id === id)?.state]).toEqual([how, 'revoked'])
  }
  const { rows } = await sql`select 1 from users where name = 'Late'`.execute(server.database.db)
  expect(rows).toEqual([])
})
