import { beforeAll, describe, expect, test } from 'vitest'
import { addPerson, cookiesOf, knock, password } from '#test/accounts.ts'
import { clientOf } from '#test/client.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer({ rateLimits: false })
  admin = await server.as('admin')
})

describe('own profile', () => {
  test('[PROF-01] (Z5) users change their own name and phone, but no other fields (422)', async () => {
    for (const role of ['driver', 'customer'] as const) {
      const client = await (await addPerson(server, admin, role)).signIn()
      const changed = await client.send('PUT', '/api/auth/profile', { name: ' Dora Driver ', phone: '+1 555 0100' })
      expect([changed.status, changed.body]).toEqual([
        200,
        { user: expect.objectContaining({ name: 'Dora Driver', phone: '+1 555 0100', role }) },
      ])
      expect((await client.send('PUT', '/api/auth/profile', { name: 'Dora', phone: '' })).body).toMatchObject({
        user: { phone: null },
      })
    }
    const staff = await (await addPerson(server, admin, 'staff')).signIn()
    const more = {
      role: 'admin',
      permissions: {},
      email: 'x@example.com',
      suspended: false,
      accountId: null,
      version: 1,
    }
    const refused = await staff.send('PUT', '/api/auth/profile', { name: 'Sly', ...more })
    expect([refused.status, Object.keys(refused.body.fields ?? {}).toSorted()]).toEqual([
      422,
      Object.keys(more).toSorted(),
    ])
    expect((await staff.send('PUT', '/api/auth/profile', { name: '' })).body.fields).toEqual({ name: 'is required' })
  })

  test('[PROF-01] (A5, A11) a new password requires the current one; this session gets a new cookie, all others end', async () => {
    const person = await addPerson(server, admin, 'staff')
    const [here, there] = [await person.signIn(), await person.signIn()]
    const change = (currentPassword: string, word: string) =>
      here.send('POST', '/api/auth/password', { currentPassword, password: word })
    const wrong = await change('not the old password', 'a fine new password')
    expect([wrong.status, wrong.body.fields]).toEqual([422, { currentPassword: 'is wrong' }])
    for (const [word, why] of [
      ['short', 'must have at least 10 characters'],
      ['Password123', 'is one of the most common passwords'],
      [person.email.toUpperCase(), 'is too close to your email address'],
      ['wardstock-2026', 'is too close to the company’s name'],
      ['x'.repeat(257), 'may have at most 256 characters'],
    ] as const) {
      const refused = await change(password, word)
      expect([word, refused.status, refused.body.fields]).toEqual([word, 422, { password: why }])
    }
    expect((await there.send('GET', '/api/auth/profile')).status).toBe(200)

    const done = await change(password, 'a fine new password')
    expect(done.status).toBe(200)
    expect((await here.send('GET', '/api/auth/profile')).status).toBe(401)
    expect((await there.send('GET', '/api/auth/profile')).status).toBe(401)
    const after = clientOf(server.url, '', cookiesOf(done.headers, '__Host-sid'))
    expect((await after.send('GET', '/api/auth/profile')).status).toBe(200)
    expect((await knock(server, person.email)).status).toBe(401)
    expect((await knock(server, person.email, 'a fine new password')).status).toBe(200)
    const mails = await admin.send('GET', '/api/mail-outbox')
    expect(JSON.stringify(mails.body)).toContain('Your password was changed')
  })

  test('race: of two concurrent password changes, one succeeds', async () => {
    const person = await addPerson(server, admin, 'staff')
    const client = await person.signIn()
    const words = ['the first new password', 'the second new password']
    const done = await Promise.all(
      words.map((word) => client.send('POST', '/api/auth/password', { currentPassword: password, password: word })),
    )
    expect(done.map((answer) => answer.status).toSorted()).toEqual([
      200,
      expect.toSatisfy((status) => [401, 422].includes(status)),
    ])
    const word = words[done.findIndex((answer) => answer.status === 200)]
    expect((await knock(server, person.email, word)).status).toBe(200)
  })
})
