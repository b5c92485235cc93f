import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startServer } from '#test/server.ts'
import { recoverAdministrator } from './recover-administrator.ts'

const password = 'a new and long password'

async function company() {
  const server = await startServer()
  const admin = await server.as('admin')
  const { rows } = await sql<{ email: string }>`select email from users where id = ${admin.userId}`.execute(
    server.database.db,
  )
  return { server, admin, email: rows[0]?.email ?? '' }
}

describe('recovery of a locked-out administrator', () => {
  test('the link of the command sets a new password once, also for a suspended administrator', async () => {
    const { server, admin, email } = await company()
    await sql`update users set suspended_at = moment() where id = ${admin.userId}`.execute(server.database.db)
    const done = await recoverAdministrator(server.database, email.toUpperCase())
    expect(done).toMatchObject({ wasSuspended: true, droppedSecondFactor: false })
    expect((await admin.send('GET', '/api/auth/profile')).status).toBe(401)
    const token = done.path.slice(done.path.indexOf('token=') + 6)
    const reset = () => server.nobody.send('POST', '/api/auth/reset-password', { token, password })
    expect((await reset()).status).toBeLessThan(300)
    expect((await reset()).status).toBe(400)
    const login = await server.nobody.send('POST', '/api/auth/login', { email, password })
    expect(login.status).toBe(200)
    const { rows } = await sql`select actor_id, details from audit_log where act = 'user.recovered'`.execute(
      server.database.db,
    )
    expect(rows).toEqual([{ actor_id: null, details: { wasSuspended: true, droppedSecondFactor: false } }])
  })

  test('removes the second factor only with the option to do so', async () => {
    const { server, admin, email } = await company()
    const factors = async () =>
      (await sql`select 1 from second_factors where user_id = ${admin.userId}`.execute(server.database.db)).rows.length
    await sql`insert into second_factors (user_id, secret, confirmed_at) values (${admin.userId}, 'sealed', moment())`.execute(
      server.database.db,
    )
    expect((await recoverAdministrator(server.database, email)).droppedSecondFactor).toBe(false)
    expect(await factors()).toBe(1)
    expect((await recoverAdministrator(server.database, email, { dropSecondFactor: true })).droppedSecondFactor).toBe(
      true,
    )
    expect(await factors()).toBe(0)
  })

  test('refuses users who are not administrators and lists the administrators', async () => {
    const { server, email } = await company()
    const { userId } = await server.as('staff')
    const { rows } = await sql<{ email: string }>`select email from users where id = ${userId}`.execute(
      server.database.db,
    )
    await expect(recoverAdministrator(server.database, rows[0]?.email ?? '')).rejects.toThrow(
      `is no administrator. There are: ${email}`,
    )
  })
})
