import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { estimateLinksApi } from '#shared/sales/estimates/estimate-links-api.ts'
import { cloneDatabase } from '#test/database.ts'
import { startServer } from '#test/server.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { limitsIn, networkOf } from './limits.ts'

test('rate limits count an IPv4 address or an IPv6 /64 network as one client', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('2001:db8:0:1::5')).toBe('2001:db8:0:1::/64')
  expect(networkOf('2001:0db8:0000:0001:aaaa:bbbb:cccc:dddd')).toBe('2001:db8:0:1::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
})

test('concurrent requests can’t exceed the limit', async () => {
  const { database } = await cloneDatabase()
  const { spend } = limitsIn(database.db)
  const tries = async (limit: Parameters<typeof spend>[0][number]) => {
    const done = await Promise.allSettled(Array.from({ length: 40 }, () => spend([limit])))
    return done.filter((one) => one.status === 'fulfilled').length
  }
  expect(await tries({ key: 'window', most: 7, perSeconds: 60 })).toBe(7)
  expect(await tries({ key: 'backoff', backoff: true })).toBe(6)
})

test('attempts that fail with another error or succeed don’t count towards the limit', async () => {
  const { database } = await cloneDatabase()
  const { attempt } = limitsIn(database.db)
  const limits = [
    { key: 'k', backoff: true as const },
    { key: 'w', most: 3, perSeconds: 60 },
  ]
  for (let index = 0; index < 20; index += 1) {
    await expect(attempt(limits, () => Promise.reject(new Error('the database is down')))).rejects.toThrow('down')
    await expect(attempt(limits, () => Promise.reject(new Refusal('RATE_LIMITED')))).rejects.toThrow(
      'Too many requests',
    )
    await attempt(limits, async () => 'right')
  }
  const wrong = () => attempt(limits, () => Promise.reject(new Refusal('WRONG_CREDENTIALS')))
  for (let index = 0; index < 3; index += 1) await expect(wrong()).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' })
  await expect(wrong()).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: expect.any(Number) })
})

test('(A3) a burst of requests over the limit causes hardly any SQL statements', async () => {
  const server = await startServer()
  const open = () => server.nobody.call(estimateLinksApi.openLink, { body: { token: randomBytes(32).toString('hex') } })
  for (let time = 0; time < 60; time += 1) expect((await open()).status).toBe(400)
  expect((await open()).status).toBe(429)
  server.logs.length = 0
  const answers = await Promise.all(Array.from({ length: 200 }, open))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]))
  const queries = server.logs.map((line) => (JSON.parse(line) as { queries?: number }).queries ?? 0)
  expect(queries.length).toBeGreaterThanOrEqual(200)
  expect(queries.reduce((sum, one) => sum + one, 0)).toBeLessThan(60)
})
