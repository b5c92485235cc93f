import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { accountUsersApi, portalUsersApi } from '#shared/portal/users-api.ts'
import { addAccount } from '#test/builders.ts'
import { portalUser } from '#test/portal.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { listen, pause, until } from '#test/socket.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer({ rateLimits: false })
  admin = await server.as('admin')
})

/** Replaces values that differ in each case, like ids and addresses. */
const shape = (answer: { status: number; body: unknown }, email: string) => ({
  status: answer.status,
  body: JSON.parse(
    JSON.stringify(answer.body)
      .replaceAll(email, 'ADDRESS')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'MOMENT')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID'),
  ) as unknown,
})

test('[CUS-01] inviting an email that is already in use gets the same responses as a free one (no user enumeration)', async () => {
  const elsewhere = await portalUser(server, admin, (await addAccount(admin)).id)
  const { rows: staff } = await sql<{ email: string }>`select email from users where id = ${admin.userId}`.execute(
    server.database.db,
  )
  const addresses = { free: 'nobody-has-this@example.com', customers: elsewhere.email, staffs: staff[0]?.email ?? '' }
  const responses = []
  const statements: unknown[] = []
  const events: string[][] = []
  for (const email of Object.values(addresses)) {
    const owner = await portalUser(server, admin, (await addAccount(admin)).id)
    const { received } = await listen(server.url, owner.cookie)
    const own = (answer: { status: number; body: unknown }) =>
      shape(
        {
          ...answer,
          body: JSON.parse(
            JSON.stringify(answer.body)
              .replaceAll(owner.email, 'OWNER')
              .replaceAll(/owner \d+/g, 'NAME'),
          ),
        },
        email,
      )
    const body = { name: 'Noor New', email, role: 'orderer', approvalLimit: '50.00' } as const
    const invited = await owner.call(portalUsersApi.inviteUser, { body })
    statements.push(/desc="\d+"/.exec(invited.headers.get('server-timing') ?? '')?.[0])
    const user = invited.body.data.find((one) => one.email === email)
    const params = { id: user?.id ?? '' }
    const listed = await owner.call(portalUsersApi.listUsers, { query: {} })
    const again = await owner.call(portalUsersApi.inviteUser, { body })
    const stale = await owner.call(
      portalUsersApi.changeUser,
      { params, body: { role: 'viewer' } },
      { version: (user?.version ?? 0) + 7 },
    )
    const changed = await owner.call(
      portalUsersApi.changeUser,
      { params, body: { role: 'viewer' } },
      { version: user?.version ?? 0 },
    )
    const removed = await owner.call(portalUsersApi.removeUser, { params })
    const gone = await owner.call(portalUsersApi.removeUser, { params })
    responses.push([invited, listed, again, stale, changed, removed, gone].map(own))
    expect([invited, again, stale, changed, removed, gone].map(({ status }) => status)).toEqual([
      201, 409, 412, 200, 200, 404,
    ])
    await until(() => received.length >= 3)
    // Further events, if any, arrive right after.
    await pause(200)
    events.push(received.map(({ name }) => name))
  }
  // Live updates don't reveal it either.
  expect(events[0]?.length).toBeGreaterThanOrEqual(3)
  expect(events).toEqual([events[0], events[0], events[0]])
  expect(responses[1]).toEqual(responses[0])
  expect(responses[2]).toEqual(responses[0])
  // Nor does the response time: the same statements run, and are rolled back where they don't apply.
  expect(statements).toEqual([expect.stringMatching(/\d/), statements[0], statements[0]])
  // The existing users with these emails are unchanged; no second user was created.
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from users where deleted_at is null
    and email in (${addresses.customers}, ${addresses.staffs})`.execute(server.database.db)
  expect(rows).toEqual([{ count: 2 }])
})

test("[CUS-01] every invitation mail names the portal's company and the customer, whoever sends it", async () => {
  const account = await addAccount(admin, { name: 'Saint Mary’s Hospital' })
  const owner = await portalUser(server, admin, account.id)
  const user = (email: string) => ({ name: 'Ines Invited', email })
  await admin.do(accountUsersApi.inviteAccountUser, {
    params: { id: account.id },
    body: { ...user('by-office@example.com'), role: 'viewer' },
  })
  await owner.do(portalUsersApi.inviteUser, { body: { ...user('by-owner@example.com'), role: 'viewer' } })
  const added = await admin.do(usersApi.create, {
    body: { ...user('by-users-page@example.com'), phone: null, role: 'customer', accountId: account.id },
  })
  await admin.do(usersApi.invite, { params: { id: added.user.id } })
  const { rows } = await sql<{ to: string; subject: string; first: string; path: string }>`select to_address as "to",
      subject, content #>> '{lines,1}' as first, content #>> '{link,path}' as path
    from mail_outbox where to_address like 'by-%' order by to_address, id`.execute(server.database.db)
  expect(rows.map(({ to }) => to)).toEqual([
    'by-office@example.com',
    'by-owner@example.com',
    'by-users-page@example.com',
    'by-users-page@example.com',
  ])
  for (const row of rows)
    expect(row).toMatchObject({
      subject: 'You are invited to the customer portal of Wardstock',
      first: expect.stringContaining('the customer portal of Wardstock for Saint Mary’s Hospital.'),
      path: expect.stringMatching(/^\/crm\/customer-portal\/set-password#token=/),
    })
})

test('[CUS-01] an owner of another customer cannot find, change or remove an invitation', async () => {
  const taken = await portalUser(server, admin, (await addAccount(admin)).id)
  const owner = await portalUser(server, admin, (await addAccount(admin)).id)
  const stranger = await portalUser(server, admin, (await addAccount(admin)).id)
  const { data } = await owner.do(portalUsersApi.inviteUser, {
    body: { name: 'Noor', email: taken.email, role: 'viewer' },
  })
  const params = { id: data.find((one) => one.email === taken.email)?.id ?? '' }
  expect((await stranger.call(portalUsersApi.removeUser, { params })).status).toBe(404)
  const change = { params, body: { role: 'owner' } } as const
  expect((await stranger.call(portalUsersApi.changeUser, change, { version: 1 })).status).toBe(404)
  expect((await owner.do(portalUsersApi.listUsers, { query: {} })).data).toHaveLength(2)
})

test('[CUS-01] when two owners demote or remove each other concurrently, one owner remains', async () => {
  for (let round = 0; round < 8; round += 1) {
    const account = await addAccount(admin)
    const owners = [await portalUser(server, admin, account.id), await portalUser(server, admin, account.id)]
    const { data } = await owners[0]!.do(portalUsersApi.listUsers, { query: {} })
    const answers = await Promise.all(
      owners.map((owner, at) => {
        const params = { id: owners[1 - at]!.userId }
        const { version = 0 } = data.find(({ id }) => id === params.id) ?? {}
        return round % 2 === 0
          ? owner.call(portalUsersApi.changeUser, { params, body: { role: 'viewer' } }, { version })
          : owner.call(portalUsersApi.removeUser, { params })
      }),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, round % 2 === 0 ? 403 : expect.any(Number)])
    const { rows } = await sql`select 1 from users where account_id = ${account.id} and portal_role = 'owner'
      and deleted_at is null`.execute(server.database.db)
    expect(rows).toHaveLength(1)
  }
})
