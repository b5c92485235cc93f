import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { rhythmWindowDays, usualRhythm } from '#shared/retention/rhythm.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { refreshRhythms } from './rhythm.ts'

let server: TestServer
let admin: Client
let products: string[]
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
  const place = await addPlace(admin)
  products = []
  for (const name of ['Gloves', 'Masks']) products.push((await addProduct(admin, place, { name, quantity: 9000 })).id)
})

// Orders: days before the last order, some at the limits, and the products of each.
const history = fc.array(
  fc.record({
    ago: fc.oneof(
      fc.integer({ min: 0, max: 120 }),
      fc.integer({ min: rhythmWindowDays - 3, max: rhythmWindowDays + 3 }),
    ),
    which: fc.subarray([0, 1], { minLength: 1 }),
  }),
  { minLength: 3, maxLength: 12 },
)

test('[RET-01] the order rhythm calculated by the database equals the shared rule for random order histories', async () => {
  const { db } = server.database
  const histories = fc.sample(history, { numRuns: 14, seed: 20_261_122 })
  const expected = new Map<string, number | null>()
  for (const orders of histories) {
    const account = await addAccount(admin)
    for (const { ago, which } of orders) {
      const lines = which.map((at) => [products[at] ?? '', 1 + (ago % 5)] as const)
      const { id } = await addOrder(admin, account.id, lines)
      const day = addDays('2026-11-01', -ago)
      await sql`update sales_orders set order_date = ${day}::date, status = 'DELIVERED' where id = ${id}`.execute(db)
    }
    const last = Math.min(...orders.map(({ ago }) => ago))
    const days = [0, 1].map((at) =>
      orders.flatMap(({ ago, which }) => (which.includes(at) && ago - last < rhythmWindowDays ? [-ago] : [])),
    )
    expected.set(account.id, usualRhythm(days))
  }
  await refreshRhythms(db)
  const { rows } = await sql<{ id: string; days: number | null }>`select account_id as id, rhythm_days as days
    from retention_customers where account_id = any(${[...expected.keys()]}::uuid[])`.execute(db)
  expect(new Map(rows.map(({ id, days }) => [id, days]))).toEqual(expected)
  const known = [...expected.values()].filter((days) => days !== null)
  expect(known.length).toBeGreaterThan(3)
  expect(known.length).toBeLessThan(histories.length)
})
