import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SellingAct, sellingActs } from '#test/companies/selling-acts.ts'
import { openSellingCompany, type SellingCompany, twoCustomers } from '#test/companies/selling-company.ts'
import { expectCompanySums, expectCustomerSums, expectOrderSums } from '#test/companies/same-amounts.ts'
import { reportFigure } from '#test/figures.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { portalUser } from '#test/portal.ts'
import { startServer } from '#test/server.ts'

const first = '2022-03-02'
/** Sequences of acts, each for two customers of their own. MODEL_RUNS=200 says how many. */
const runs = Number(process.env['MODEL_RUNS'] ?? 6)
const seed = process.env['MODEL_SEED']

const often: readonly SellingAct[] = ['sell', 'sell', 'deliver', 'deliver', 'pay', 'requestReturn', 'settleReturn']
const names = Object.keys(sellingActs) as SellingAct[]
const chance = fc.nat(1000)
const plan = fc.array(fc.record({ act: fc.constantFrom(...names, ...often), a: chance, b: chance, c: chance }), {
  minLength: 10,
  maxLength: 45,
})

test('[IVC-01] whatever was sold, paid, given back and merged, an amount is the same on every screen', async () => {
  let now = new Date(`${first}T10:00:00Z`)
  const server = await startServer({ clock: () => now })
  const admin = await server.as('admin')
  const opened = await openSellingCompany(admin)
  const answers = new Map<string, number>()
  let day = first
  const setDay = (next: string) => {
    day = next
    now = new Date(`${next}T10:00:00Z`)
  }
  await fc.assert(
    fc.asyncProperty(plan, async (steps) => {
      const accounts = await twoCustomers(admin)
      const company: SellingCompany = { ...opened, accounts, orders: [], day, setDay, answers }
      for (const { act, ...how } of steps) {
        company.day = day
        await sellingActs[act](company, how)
      }
      for (const id of company.orders) await expectOrderSums(admin, id)
      for (const id of new Set(company.accounts))
        await expectCustomerSums(admin, await portalUser(server, admin, id), id, day)
    }),
    { numRuns: runs, endOnFailure: true, ...(seed && { seed: Number(seed) }) },
  )
  await expectCompanySums(admin, first, day)
  reportFigure('sequences of sales', runs)
  expect([...answers.keys()].filter((answer) => /20[01]$/.test(answer)).length).toBeGreaterThan(10)
  expect(await brokenInvariants(server.database.db)).toEqual({})
}, 3_600_000)
