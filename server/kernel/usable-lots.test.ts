import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { lotStatuses } from '#shared/inventory/stock/lot-status.ts'
import { arrivalDay, hasExpired, isBlocked, mayUse } from '#shared/inventory/stock/usable-lots.ts'
import { addPlace, addProduct } from '#test/builders.ts'
import { startServer } from '#test/server.ts'
import { changeSettings } from '#test/settings.ts'
import * as inSql from './usable-lots.ts'

const today = '2026-06-15'
const day = (near: number) =>
  fc.oneof(
    fc.integer({ min: -near, max: near }).map((days) => addDays(today, days)),
    fc.constantFrom('0001-01-01', '2024-02-29', addDays(today, 30), addDays(today, 31), '9999-12-31'),
  )
const shelfLife = fc.oneof(fc.constantFrom(0, 30, 180), fc.integer({ min: 0, max: 3650 }))
const oneCase = fc.record({
  status: fc.constantFrom(...lotStatuses, 'AVAILABLE'),
  expiry: fc.option(day(400)),
  requested: fc.option(day(200)),
  customers: fc.option(shelfLife),
})
type Case = typeof oneCase extends fc.Arbitrary<infer C> ? C : never

const batch = fc.tuple(shelfLife, fc.array(oneCase, { minLength: 1000, maxLength: 1000, size: 'max' }))
const seed = Date.now() % 2 ** 31

test('[LOT-01] TypeScript and SQL agree on which lots are blocked, expired, unfit or usable', async () => {
  const server = await startServer()
  const { db } = server.database
  const admin = await server.as('admin')
  const { id: itemId } = await addProduct(admin, await addPlace(admin), { lotControlled: true })
  let compared = 0
  let usable = 0
  for (const [company, cases] of fc.sample(batch, { seed, numRuns: 12 })) {
    await changeSettings(admin, { inventory: { minimumShelfLifeDays: company } })
    const answers = await queryDatabase(cases)
    for (const [at, one] of cases.entries()) {
      const lot = { lotStatus: one.status, expiryDate: one.expiry }
      const rule = { expectedOn: arrivalDay(one.requested, today), minShelfLifeDays: one.customers ?? company }
      const expected = {
        blocked: isBlocked(lot),
        expired: hasExpired(lot, today),
        unfit: isBlocked(lot) || hasExpired(lot, today),
        usable: mayUse(lot, rule),
      }
      expect(answers[at], `${JSON.stringify(one)}, the company asks for ${company} days, seed ${seed}`).toEqual(
        expected,
      )
      if (expected.usable) usable += 1
    }
    compared += cases.length
  }
  expect(compared).toBeGreaterThanOrEqual(10_000)
  // Usable and unusable lots are both common among the cases.
  expect(usable).toBeGreaterThan(compared / 10)
  expect(usable).toBeLessThan(compared * 0.9)

  /** Inserts each case as a row of lots and evaluates the SQL conditions, in one statement. */
  async function queryDatabase(cases: readonly Case[]) {
    const { rows } = await sql<{ answers: Record<string, boolean>[] }>`
      with given as (select * from json_to_recordset(${JSON.stringify(cases.map((one, at) => ({ ...one, at })))})
          as g(at int, status text, expiry date, requested date, customers int)),
        made as (insert into lots (id, item_id, lot_number, status, expiry_date)
          select uuidv7(), ${itemId}, at::text, status, expiry from given returning lot_number, status, expiry_date)
      select json_agg(json_build_object(
          'blocked', ${inSql.isBlocked('l')}, 'expired', ${inSql.hasExpired('l', today)},
          'unfit', ${inSql.isUnfit('l', today)},
          'usable', ${inSql.mayUse('l', sql`greatest(coalesce(g.requested, ${today}::date), ${today}::date)`, sql`shelf_life_asked(g.customers)`)})
        order by g.at) as answers
      from made l join given g on g.at = l.lot_number::int`.execute(db)
    await sql`delete from lots where item_id = ${itemId} and id <> item_id`.execute(db)
    return rows[0]?.answers ?? []
  }
})
