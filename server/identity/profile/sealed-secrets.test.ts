import fc from 'fast-check'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { secondFactorApi } from '#shared/identity/profile/second-factor-api.ts'
import { addPerson, cookiesOf, knock } from '#test/accounts.ts'
import { clientOf } from '#test/client.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { sealWith } from '#server/kernel/seal.ts'

const key = 'a key of tests, long enough for them'

describe('sealed secret', () => {
  const seal = sealWith(key)

  test('opens only for its owner, with its key and unmodified', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), fc.uuid(), fc.uuid(), fc.nat(), (secret, owner, other, at) => {
        const sealed = seal.close(secret, owner)
        expect(seal.open(sealed, owner)).toBe(secret)
        if (other !== owner) expect(seal.open(sealed, other)).toBeNull()
        expect(sealWith(`${key}!`).open(sealed, owner)).toBeNull()
        const bytes = Buffer.from(sealed.slice(3), 'base64url')
        const place = at % bytes.length
        bytes[place] = (bytes[place] ?? 0) ^ (1 << (at % 8))
        expect(seal.open(`v1.${bytes.toString('base64url')}`, owner)).toBeNull()
        expect(seal.open(`v1.${bytes.subarray(0, place).toString('base64url')}`, owner)).toBeNull()
      }),
    )
  })

  test('differs each time and does not contain the plain text', () => {
    const [one, two] = [seal.close('JBSWY3DPEHPK3PXP', 'ana'), seal.close('JBSWY3DPEHPK3PXP', 'ana')]
    expect(one).not.toBe(two)
    expect(Buffer.from(one.slice(3), 'base64url').toString('latin1')).not.toContain('JBSWY3DP')
    for (const text of ['', 'v1.', 'JBSWY3DPEHPK3PXP']) expect(seal.open(text, 'ana')).toBeNull()
  })
})

/** A user with an authenticator app, set up through the profile's endpoints. */
async function withApp(server: TestServer) {
  const admin = await server.as('admin')
  const person = await addPerson(server, admin, 'staff')
  const client = await person.signIn()
  const { secret } = await client.do(secondFactorApi.setUp, {})
  const totp = new TOTP({ secret })
  const { recoveryCodes } = await client.do(secondFactorApi.confirm, { body: { code: totp.generate() } })
  // The next code: later than the first, and still valid if the 30-second step ends in between.
  const code = () => totp.generate({ timestamp: Date.now() + 30_000 })
  return { ...person, admin, secret, recoveryCodes, code }
}

const answer = async (server: TestServer, email: string, code: string) => {
  const refused = await knock(server, email)
  const { challenge } = refused.body.details as { challenge: string }
  return server.nobody.send('POST', '/api/auth/second-factor', { challenge, code })
}

const secretOf = async ({ database }: TestServer, id: string) =>
  (await sql<{ secret: string }>`select secret from second_factors where user_id = ${id}`.execute(database.db)).rows[0]
    ?.secret ?? ''

/** The same database on another server with this key. */
const restarted = ({ connection }: TestServer, secretKey: string) =>
  startServer({ over: connection, rateLimits: false, secretKey })

const warnings = ({ logs }: TestServer) => logs.filter((line) => line.includes('SECRET_KEY'))

describe('secrets of authenticator apps', () => {
  test('are never stored or logged in plain text, even before confirmation', async () => {
    const server = await startServer({ rateLimits: false })
    const admin = await server.as('admin')
    const client = await (await addPerson(server, admin, 'staff')).signIn()
    const { secret } = await client.do(secondFactorApi.setUp, {})
    expect(await secretOf(server, client.userId)).toMatch(/^v1\.[\w-]{70,}$/)
    const one = await withApp(server)
    const { rows } = await sql<{ dump: string }>`select
        query_to_xml('select * from second_factors', true, false, '')::text ||
        query_to_xml('select * from audit_log', true, false, '')::text ||
        query_to_xml('select * from idempotency', true, false, '')::text as dump`.execute(server.database.db)
    for (const secretText of [secret, one.secret, ...one.recoveryCodes]) {
      expect(rows[0]?.dump).not.toContain(secretText)
      expect(server.logs.join('')).not.toContain(secretText)
    }
    expect((await answer(server, one.email, one.code())).status).toBe(200)
  })

  test('can’t be used in another user’s row', async () => {
    const server = await startServer({ rateLimits: false })
    const [ana, ben] = [await withApp(server), await withApp(server)]
    await sql`update second_factors set secret = ${await secretOf(server, ana.id)}, last_step = 0
      where user_id = ${ben.id}`.execute(server.database.db)
    for (const { code } of [ana, ben]) expect((await answer(server, ben.email, code())).status).toBe(422)
    expect((await answer(server, ana.email, ana.code())).status).toBe(200)
  })

  test('stored in plain text by an older version are sealed at startup and remain valid', async () => {
    const server = await startServer({ rateLimits: false })
    const person = await withApp(server)
    await sql`update second_factors set secret = ${person.secret}`.execute(server.database.db)
    const next = await restarted(server, key)
    expect(await secretOf(server, person.id)).toMatch(/^v1\./)
    expect(warnings(next)).toEqual([])
    expect((await answer(next, person.email, person.code())).status).toBe(200)
  })

  test('sealed with another key are refused and logged; a recovery code or the old key still works', async () => {
    const server = await startServer({ rateLimits: false })
    const person = await withApp(server)
    const sealed = await secretOf(server, person.id)
    const other = await restarted(server, 'another key than before, as long as it')
    expect(warnings(other)).toEqual([
      expect.stringContaining('1 of 1 authenticator apps were set up under another SECRET_KEY'),
    ])
    expect(warnings(other)[0]).toContain('"level":40')
    const refused = await answer(other, person.email, person.code())
    expect([refused.status, refused.body.fields]).toEqual([
      422,
      { code: 'can’t be checked: the key of the server was changed. Use a recovery code' },
    ])
    // Unreadable secrets are kept: the old key may be restored.
    expect(await secretOf(server, person.id)).toBe(sealed)
    const entered = await answer(other, person.email, person.recoveryCodes[0] ?? '')
    expect(entered.status).toBe(200)
    expect((await answer(server, person.email, person.code())).status).toBe(200)

    const inside = clientOf(other.url, '', cookiesOf(entered.headers))
    expect((await inside.call(secondFactorApi.disable, {})).status).toBe(200)
    expect((await knock(other, person.email)).status).toBe(200)
  })
})
