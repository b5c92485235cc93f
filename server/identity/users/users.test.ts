import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Permissions, type Role, roleDefaults } from '#shared/access/roles.ts'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { addPerson, knock, signIn } from '#test/accounts.ts'
import { addAccount } from '#test/builders.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer({ rateLimits: false })
  admin = await server.as('admin')
})

const usersRights = { users: { view: true, edit: true, delete: true } }
const create = (client: Client, body: object) => client.send('POST', '/api/users', { name: 'New Person', ...body })
const get = (id: string) => admin.do(usersApi.get, { params: { id } })

describe('[PERM-05, USR-01] creating users', () => {
  test('[AUTH-15] each role gets its default permissions and a link to set a password', async () => {
    for (const role of ['staff', 'driver', 'sales_rep', 'customer', 'admin'] as const) {
      const account = role === 'customer' ? await addAccount(admin) : null
      const email = `${role}@example.com`
      const { user, url } = await admin.do(usersApi.create, {
        body: { name: 'Pat', email, role, phone: '555', accountId: account?.id },
      })
      expect(user).toMatchObject({
        email,
        role,
        permissions: roleDefaults[role],
        hasPassword: false,
        suspended: false,
        accountName: account?.name ?? null,
        lastSignInAt: null,
      })
      const page = role === 'customer' ? '/crm/customer-portal/set-password' : '/reset-password'
      expect(url).toMatch(new RegExp(`^http://localhost${page}#token=[\\w-]{43}$`))
      expect((await knock(server, email)).status).toBe(401)
      const token = url?.split('#token=')[1]
      const path = role === 'customer' ? '/api/customer-portal/auth/set-password' : '/api/auth/reset-password'
      expect((await server.nobody.send('POST', path, { token, password: 'their own choice' })).status).toBe(200)
      const client = await signIn(server, email, 'their own choice', role === 'customer' ? 'customer' : 'staff')
      expect(await get(user.id)).toMatchObject({ hasPassword: true, lastSignInAt: expect.any(String) })
      const profile = role === 'customer' ? '/api/auth/customer-portal/profile' : '/api/auth/profile'
      // Every field of the user, including the device of the login.
      expect((await client.send('GET', profile)).body).toEqual({
        user: {
          id: user.id,
          email,
          name: 'Pat',
          role,
          phone: '555',
          permissions: roleDefaults[role],
          deviceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
          suspended: false,
        },
      })
    }
  })

  test('refuses invalid and unknown fields with an error per field (422), and an email address in use (409)', async () => {
    const account = await addAccount(admin)
    const good = { email: 'good@example.com', role: 'staff' }
    for (const [body, fields] of [
      [{ ...good, email: 'no address' }, { email: 'is not an email address' }],
      [{ ...good, role: 'owner' }, { role: 'must be one of admin, staff, driver, customer, sales_rep' }],
      [{ ...good, role: 'customer' }, { accountId: 'is required' }],
      [{ ...good, role: 'customer', accountId: randomUUID() }, { accountId: 'is not a customer' }],
      [{ ...good, accountId: account.id }, { accountId: 'is only for customer logins' }],
      [
        { ...good, role: 'customer', accountId: account.id, permissions: usersRights },
        { permissions: 'are not for customers' },
      ],
      [{ ...good, permissions: { crm: { view: true, own: true } } }, { 'permissions.crm.own': 'is not known' }],
    ] as const)
      expect([body, (await create(admin, body)).body.fields]).toEqual([body, fields])
    const unknown = await create(admin, { ...good, permissions: { everything: { view: true } } })
    expect([unknown.status, Object.keys(unknown.body.fields ?? {})]).toEqual([
      422,
      [expect.stringContaining('permissions')],
    ])
    // Z5: additional fields are refused.
    const slipped = { password: 'chosen by another', suspended: false, version: 9, bootstrap: true, passwordHash: 'x' }
    expect((await create(admin, { ...good, ...slipped })).body.fields).toEqual(
      Object.fromEntries(Object.keys(slipped).map((key) => [key, 'is not known'])),
    )
    expect((await create(admin, good)).status).toBe(201)
    const duplicate = await create(admin, { ...good, email: 'GOOD@Example.com' })
    expect([duplicate.status, duplicate.body.fields]).toEqual([409, { email: 'is taken' }])
  })

  test('(B28) an email address is in use regardless of case, full-width letters and surrounding spaces', async () => {
    const person = { name: 'One', email: 'one.address@example.com', role: 'staff' } as const
    expect((await create(admin, person)).status).toBe(201)
    for (const email of ['ONE.address@EXAMPLE.com', 'ｏｎｅ.address@example.com', ' one.address@example.com ']) {
      const duplicate = await create(admin, { ...person, email })
      expect([email, duplicate.status, duplicate.body.fields]).toEqual([email, 409, { email: 'is taken' }])
    }
  })

  test('a user without a password can be invited again, which invalidates the previous link', async () => {
    const { user, url } = await admin.do(usersApi.create, {
      body: { name: 'Iv', email: 'iv@example.com', role: 'staff' },
    })
    await admin.do(usersApi.suspend, { params: { id: user.id } })
    const suspended = await admin.call(usersApi.invite, { params: { id: user.id } })
    expect([suspended.status, suspended.body.error]).toEqual([
      409,
      'This user is suspended. Lift the suspension first.',
    ])
    await admin.do(usersApi.unsuspend, { params: { id: user.id } })
    const again = await admin.do(usersApi.invite, { params: { id: user.id } })
    const set = (link: string | null) =>
      server.nobody.send('POST', '/api/auth/reset-password', { token: link?.split('=')[1], password: 'chosen by Iv' })
    expect((await set(url)).body.code).toBe('TOKEN_INVALID')
    expect((await set(again.url)).status).toBe(200)
    expect((await admin.call(usersApi.invite, { params: { id: user.id } })).body.code).toBe('ALREADY_DONE')
  })
})

describe('[PERM-05, USR-01] updating users', () => {
  test('updates, permission changes and deletion refuse an old version (412); an update without version gets 428', async () => {
    const { id, email } = await addPerson(server, admin, 'staff')
    const { version } = await get(id)
    const body = { name: 'Renamed', email, role: 'staff' as const, phone: '1' }
    const missing = await admin.send('PUT', `/api/users/${id}`, body)
    expect(missing.status).toBe(428)
    expect((await admin.call(usersApi.update, { params: { id }, body }, { version })).body).toMatchObject({
      name: 'Renamed',
      version: version + 1,
    })
    const stale = await admin.call(usersApi.update, { params: { id }, body }, { version })
    expect([stale.status, stale.body.details]).toMatchObject([412, { version: version + 1, by: 'admin under test' }])
    const rights = { permissions: { crm: { view: true, edit: true } } }
    expect((await admin.call(usersApi.setPermissions, { params: { id }, body: rights }, { version })).status).toBe(412)
    expect(
      await admin.do(usersApi.setPermissions, { params: { id }, body: rights }, { version: version + 1 }),
    ).toMatchObject(rights)
    expect((await admin.call(usersApi.remove, { params: { id } }, { version })).status).toBe(412)
    expect((await admin.call(usersApi.remove, { params: { id } }, { version: version + 2 })).status).toBe(204)
    expect((await admin.call(usersApi.get, { params: { id } })).status).toBe(404)
  })

  test('a new role brings its default permissions; the email address of a deleted user can be used again', async () => {
    const { id, email } = await addPerson(server, admin, 'sales_rep')
    const { version } = await get(id)
    const changed = await admin.do(
      usersApi.update,
      { params: { id }, body: { name: 'Di', email, role: 'driver' } },
      { version },
    )
    expect(changed).toMatchObject({ role: 'driver', permissions: roleDefaults.driver })
    await admin.do(usersApi.remove, { params: { id } })
    expect((await knock(server, email)).status).toBe(401)
    expect((await create(admin, { email, role: 'staff' })).status).toBe(201)
    const { rows } = await sql<{ act: string }>`select act from audit_log where entity_id = ${id} order by id`.execute(
      server.database.db,
    )
    expect(rows.map((row) => row.act)).toEqual(['user.created', 'user.passwordReset', 'user.updated', 'user.deleted'])
  })

  test('changing the email address notifies the old address', async () => {
    const { id, email } = await addPerson(server, admin, 'staff')
    const { version } = await get(id)
    await admin.do(
      usersApi.update,
      { params: { id }, body: { name: 'Mo', email: 'moved@example.com', role: 'staff' } },
      { version },
    )
    expect((await knock(server, email)).status).toBe(401)
    expect((await knock(server, 'moved@example.com')).status).toBe(200)
    const { rows } =
      await sql`select 1 from mail_outbox where to_address = ${email} and subject like '%address was changed'`.execute(
        server.database.db,
      )
    expect(rows).toHaveLength(1)
  })
})

describe('[PERM-05] privilege escalation is refused', () => {
  const clerkWith = (permissions: Permissions) => server.as('staff', { ...usersRights, ...permissions })

  test('(Z7) users can’t grant permissions they lack: to others, to themselves, by role or by email address', async () => {
    const clerk = await clerkWith({ crm: { view: true } })
    const grant = async (client: Client, id: string, permissions: Permissions) =>
      client.call(
        usersApi.setPermissions,
        { params: { id }, body: { permissions } },
        { version: (await get(id)).version },
      )
    const { id, email } = await addPerson(server, admin, 'staff', { permissions: { crm: { view: true } } })
    const refused = await grant(clerk, id, { crm: { view: true, edit: true }, invoices: { view: true } })
    expect([refused.status, refused.body.details]).toEqual([403, { lacking: ['crm.edit', 'invoices.view'] }])
    expect((await grant(clerk, clerk.userId, { ...usersRights, reports: { view: true } })).status).toBe(403)
    expect((await grant(clerk, id, { crm: { view: true }, users: { view: true } })).status).toBe(200)
    // Permissions that the user already has are preserved, even if the clerk lacks them.
    await grant(admin, id, { invoices: { view: true }, crm: { view: true } })
    expect((await grant(clerk, id, { invoices: { view: true } })).status).toBe(200)

    for (const role of ['admin', 'driver', 'sales_rep', 'staff'] as Role[])
      expect([role, (await create(clerk, { email: `${role}-by-clerk@example.com`, role })).status]).toEqual([role, 403])
    expect(
      (await create(clerk, { email: 'a@example.com', role: 'staff', permissions: { crm: { view: true } } })).status,
    ).toBe(201)
    const blind = await clerkWith({})
    const accountId = (await addAccount(admin)).id
    expect((await create(blind, { email: 'c@example.com', role: 'customer', accountId })).status).toBe(403)
    expect((await create(clerk, { email: 'c@example.com', role: 'customer', accountId })).status).toBe(201)

    const { version } = await get(id)
    const put = (body: object) =>
      clerk.send(
        'PUT',
        `/api/users/${id}`,
        { name: 'Up', email, role: 'staff', ...body },
        { 'if-match': `"v${version}"` },
      )
    expect((await put({ role: 'admin' })).status).toBe(403)
    expect((await put({ role: 'sales_rep' })).status).toBe(403)
    // Changing the address would take over the account: the owner of the new address can set the password.
    expect((await put({ email: 'mine@example.com' })).status).toBe(403)
    expect((await put({ name: 'Renamed by a clerk' })).status).toBe(200)
  })

  test('(Z7) only an administrator can change an administrator', async () => {
    const clerk = await server.as(
      'staff',
      Object.fromEntries(
        Object.keys(roleDefaults.admin).map((module) => [module, { view: true, edit: true, delete: true }]),
      ),
    )
    const { id, email } = await addPerson(server, admin, 'admin')
    const { version } = await get(id)
    const headers = { 'if-match': `"v${version}"` }
    for (const [method, path, body] of [
      ['PUT', '', { name: 'Taken', email, role: 'admin' }],
      ['PUT', '', { name: 'Taken', email: 'mine@example.com', role: 'staff' }],
      ['PUT', '/permissions', { permissions: {} }],
      ['POST', '/suspension', {}],
      ['DELETE', '/suspension', undefined],
      ['POST', '/invitation', {}],
      ['DELETE', '', undefined],
    ] as const)
      expect([method, path, (await clerk.send(method, `/api/users/${id}${path}`, body, headers)).status]).toEqual([
        method,
        path,
        403,
      ])
    expect(await get(id)).toMatchObject({ version, role: 'admin', suspended: false })
    expect((await clerk.call(usersApi.get, { params: { id } })).status).toBe(200)
  })

  test('(A11, Z7) removed permissions take effect immediately, also for concurrent requests', async () => {
    const clerk = await clerkWith({ crm: { view: true, edit: true } })
    const { version } = await get(clerk.userId)
    const [taken, granted] = await Promise.all([
      admin.call(usersApi.setPermissions, { params: { id: clerk.userId }, body: { permissions: {} } }, { version }),
      create(clerk, { email: `race-${randomUUID()}@example.com`, role: 'staff', permissions: { crm: { view: true } } }),
    ])
    expect(taken.status).toBe(200)
    expect([201, 401, 403]).toContain(granted.status)
    expect((await clerk.send('GET', '/api/users')).status).toBe(401)
  })
})

describe('[USR-01] list of users', () => {
  test('is searched, filtered, sorted and paged', async () => {
    const lists = await startServer()
    const boss = await lists.as('admin')
    for (const [index, name] of ['Zoe', 'adam', 'Berta_50%', 'Carl'].entries())
      await boss.do(usersApi.create, {
        body: { name, email: `u${index}@example.com`, role: index % 2 ? 'driver' : 'staff' },
      })
    const names = async (query: object) => (await boss.do(usersApi.list, { query })).data.map((user) => user.name)
    expect(await names({})).toEqual(['adam', 'admin under test', 'Berta_50%', 'Carl', 'Zoe'])
    expect(await names({ role: 'driver' })).toEqual(['adam', 'Carl'])
    expect(await names({ q: '_50%' })).toEqual(['Berta_50%'])
    expect(await names({ q: 'U0@EXAMPLE' })).toEqual(['Zoe'])
    expect(await names({ sort: '-email', role: 'staff' })).toEqual(['Berta_50%', 'Zoe'])
    const carl = (await boss.do(usersApi.list, { query: { q: 'carl' } })).data[0]
    await boss.do(usersApi.suspend, { params: { id: carl?.id ?? '' } })
    expect(await names({ suspended: 'true' })).toEqual(['Carl'])
    expect(await names({ suspended: 'false', role: 'driver' })).toEqual(['adam'])
    for (const sort of ['name', '-name', 'email', 'createdAt', '-lastSignInAt'] as const) {
      const found: string[] = []
      let cursor: string | undefined
      do {
        const page = await boss.do(usersApi.list, { query: { sort, limit: 2, cursor } })
        expect(page.total).toBe(5)
        found.push(...page.data.map((user) => user.name))
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      expect([sort, found]).toEqual([sort, await names({ sort })])
    }
    await boss.do(usersApi.remove, { params: { id: carl?.id ?? '' } })
    expect(await names({ q: 'carl' })).toEqual([])
  })
})
