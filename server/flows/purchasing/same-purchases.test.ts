import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { journalApi } from '#shared/accounting/journal-api.ts'
import { type BuyingCompany, buyingSteps, openBuyingCompany } from '#test/companies/buying-company.ts'
import { expectSamePurchases } from '#test/companies/same-purchases.ts'
import { expectStockSums } from '#test/companies/same-stock.ts'
import { units } from '#test/companies/selling-company.ts'
import { reportFigure } from '#test/figures.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { patient, startServer, type TestServer } from '#test/server.ts'

const first = '2022-03-02'
/** Random sequences of steps. MODEL_RUNS=200 for more, MODEL_SEED to repeat. */
const runs = Number(process.env['MODEL_RUNS'] ?? 4)
const seed = process.env['MODEL_SEED']
const options = { endOnFailure: true, ...(seed && { seed: Number(seed) }) }
const chance = fc.nat(1000)
const anyStep = fc.record({ act: fc.nat(buyingSteps.length - 1), a: chance, b: chance, c: chance })
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never

let server: TestServer
let opened: Pick<BuyingCompany, 'admin' | 'approver' | 'place' | 'items'>
let now = Date.parse(`${first}T08:00:00Z`)
const today = () => new Date(now).toISOString().slice(0, 10)
const answers = new Map<string, number>()
beforeAll(async () => {
  server = await startServer({ clock: () => new Date(now) })
  const approver = patient(await server.as('admin'))
  opened = { ...(await openBuyingCompany(patient(await server.as('admin')))), approver }
})

/** Runs the steps of these people concurrently, on a new day. */
async function afterActs(people: readonly (readonly Step[])[], isReturning = true): Promise<BuyingCompany> {
  now += 86_400_000
  const company: BuyingCompany = { ...opened, purchases: [], day: today(), isReturning, answers }
  await Promise.all(
    people.map(async (steps) => {
      for (const { act, ...how } of steps) await buyingSteps[act]?.(company, how)
    }),
  )
  return company
}

async function expectSameCompany(company: BuyingCompany): Promise<bigint> {
  const worth = await expectSamePurchases(company, first, today())
  await expectStockSums(company.admin, today())
  return worth
}

test('[PO-01] after random orders, receipts, returns and closings, every screen shows the same amounts for a purchase', async () => {
  const plan = fc.array(anyStep, { minLength: 20, maxLength: 45 })
  let worth = 0n
  for (const isReturning of [false, true]) {
    await fc.assert(
      fc.asyncProperty(plan, async (steps) => {
        worth = await expectSameCompany(await afterActs([steps], isReturning))
      }),
      { ...options, numRuns: Math.ceil(runs / 2) },
    )
    // Returned goods are valued at the item's cost on that day, so the sum is compared only if there are no returns.
    if (isReturning) break
    const { rows } = await opened.admin.do(journalApi.trialBalance, { query: { from: first, until: today() } })
    expect(-units(rows.find(({ account }) => account === '2300')?.closing)).toBe(worth)
  }
  reportFigure('sequences of purchases', runs)
  expect([...answers.keys()].filter((answer) => /20[014]$/.test(answer)).length).toBeGreaterThan(3)
  expect(await brokenInvariants(server.database.db)).toEqual({})
}, 3_600_000)

test('[PO-01] every screen shows the same amounts after six people do this concurrently (T4)', async () => {
  const plan = fc.array(anyStep, { minLength: 20, maxLength: 30 })
  const people = fc.array(plan, { minLength: 6, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(people, async (all) => {
      await expectSameCompany(await afterActs(all))
    }),
    { ...options, numRuns: Math.ceil(runs / 6) },
  )
  expect(await brokenInvariants(server.database.db)).toEqual({})
}, 3_600_000)
