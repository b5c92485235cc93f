import { beforeAll, describe, expect, test } from 'vitest'
import { addPerson } from '#test/accounts.ts'
import { startServer, type TestServer } from '#test/server.ts'
import { reportFigure } from '#test/figures.ts'

/* Response times must not reveal whether an address has an account (reliability: A4). */

const samples = 400
const tolerance = 0.05

/**
 * The probability that a value of `b` is larger than one of `a` (Mann-Whitney's U as a share): 0.5 if they can't be
 * distinguished.
 */
function auc(a: readonly number[], b: readonly number[]): number {
  const ranked = [...a.map((value) => ({ value, isB: false })), ...b.map((value) => ({ value, isB: true }))].toSorted(
    (one, two) => one.value - two.value,
  )
  let ranks = 0
  for (let from = 0; from < ranked.length; ) {
    let to = from
    while (ranked[to + 1]?.value === ranked[from]?.value) to += 1
    const rank = (from + to) / 2 + 1
    for (let index = from; index <= to; index += 1) if (ranked[index]?.isB) ranks += rank
    from = to + 1
  }
  return (ranks - (b.length * (b.length + 1)) / 2) / (a.length * b.length)
}

/** Measures `samples` calls of each function, in random order and two at a time, after a warm-up; returns their AUC. */
async function measure(known: () => Promise<unknown>, unknown: () => Promise<unknown>): Promise<number> {
  const taken = { known: [] as number[], unknown: [] as number[] }
  const order: ('known' | 'unknown')[] = Array.from({ length: samples * 2 }, (_one, index) =>
    index % 2 ? 'known' : 'unknown',
  )
  for (let index = order.length - 1; index > 0; index -= 1) {
    const other = Math.floor(Math.random() * (index + 1))
    ;[order[index], order[other]] = [order[other] ?? 'known', order[index] ?? 'known']
  }
  const run = { known, unknown }
  for (let index = 0; index < 20; index += 1) await run[index % 2 ? 'known' : 'unknown']()
  const go = async () => {
    for (let which = order.pop(); which; which = order.pop()) {
      const started = performance.now()
      await run[which]()
      taken[which].push(performance.now() - started)
    }
  }
  await Promise.all([go(), go()])
  return auc(taken.unknown, taken.known)
}

let server: TestServer
let emails: Record<'staff' | 'customer', string>
beforeAll(async () => {
  server = await startServer({ rateLimits: false })
  const admin = await server.as('admin')
  const [staff, customer] = [await addPerson(server, admin, 'staff'), await addPerson(server, admin, 'customer')]
  emails = { staff: staff.email, customer: customer.email }
})

describe('email addresses with an account', () => {
  test('the statistical test detects a difference', () => {
    const values = Array.from({ length: samples }, () => Math.random())
    expect(auc(values, values)).toBeCloseTo(0.5)
    expect(
      auc(
        values,
        values.map((value) => value + 0.15),
      ),
    ).toBeGreaterThan(0.5 + tolerance)
    expect(auc([3, 4], [1, 2])).toBe(0)
  })

  test.each([
    ['AUTH-05', '/api/auth/forgot-password', 'staff', {}],
    ['AUTH-06', '/api/customer-portal/auth/verify-email', 'customer', {}],
    ['AUTH-02', '/api/auth/login', 'staff', { password: 'a wrong password' }],
  ] as const)(
    '[%s] (A4) can’t be detected by the response time of %s',
    async (_id, path, realm, more) => {
      let unique = 0
      const call = (email: string) => server.nobody.send('POST', path, { email, ...more })
      const known = () => call(emails[realm])
      const unknown = () => {
        unique += 1
        return call(`person${1000 + unique}@example.com`)
      }
      const first = await measure(known, unknown)
      reportFigure(`that ${path} takes longer for a known address:`, first.toFixed(2))
      if (Math.abs(first - 0.5) <= tolerance) return
      // One in seventy samples of equal distributions deviates that far; a real difference does so again, in the same
      // direction.
      const second = await measure(known, unknown)
      const isDistinguishable = Math.abs(second - 0.5) > tolerance && first > 0.5 === second > 0.5
      expect({ first, second, isTold: isDistinguishable }).toMatchObject({ isTold: false })
    },
    300_000,
  )
})
