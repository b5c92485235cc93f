import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import {
  type DeliveringCompany,
  openDeliveringCompany,
  receivers,
  type Rider,
} from '#test/companies/delivering-company.ts'
import { deliveringSteps } from '#test/companies/delivering-steps.ts'
import { expectSameCounts, expectSameOrders, expectSameRoutes } from '#test/companies/same-deliveries.ts'
import { expectStockSums } from '#test/companies/same-stock.ts'
import { phoneOf } from '#test/driver-phone.ts'
import { reportFigure } from '#test/figures.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { portalUser } from '#test/portal.ts'
import { patient, startServer, type TestServer } from '#test/server.ts'
import type { Client } from '#test/client.ts'

const first = '2022-03-02'
/**
 * Random sequences of steps, each with its own two customers and two drivers. MODEL_RUNS=200 for more, MODEL_SEED to
 * repeat.
 */
const runs = Number(process.env['MODEL_RUNS'] ?? 3)
const seed = process.env['MODEL_SEED']
const options = { endOnFailure: true, ...(seed && { seed: Number(seed) }) }
const chance = fc.nat(1000)
const anyStep = fc.record({ act: fc.nat(deliveringSteps.length - 1), a: chance, b: chance, c: chance })
type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never

let server: TestServer
let admin: Client
let opened: Awaited<ReturnType<typeof openDeliveringCompany>>
let now = Date.parse(`${first}T08:00:00Z`)
const answers = new Map<string, number>()
beforeAll(async () => {
  server = await startServer({ clock: () => new Date(now) })
  admin = patient(await server.as('admin'))
  opened = await openDeliveringCompany(admin)
})

async function newRider(): Promise<Rider> {
  const client = patient(await server.as('driver'))
  return { client, phone: phoneOf(client, () => new Date(now)), seen: [], sent: [], waiting: [] }
}

/**
 * Creates two customers and two drivers and runs the steps of these people concurrently, each step some seconds later.
 */
async function afterActs(people: readonly (readonly Step[])[]): Promise<DeliveringCompany> {
  now = Date.parse(new Date(now + 4 * 86_400_000).toISOString().slice(0, 10)) + 8 * 3_600_000
  const day = new Date(now).toISOString().slice(0, 10)
  const riders = [await newRider(), await newRider()]
  const company: DeliveringCompany = {
    ...opened,
    accounts: await receivers(admin),
    riders,
    orders: [],
    answers,
    day,
  }
  await Promise.all(
    people.map(async (steps) => {
      for (const { act, ...how } of steps) {
        now += 2000 + (how.c % 3) * 1000
        await deliveringSteps[act]?.(company, how)
      }
    }),
  )
  return company
}

async function expectSameDeliveries(company: DeliveringCompany) {
  for (const id of company.accounts) await expectSameOrders(company, await portalUser(server, admin, id), id)
  await expectSameRoutes(company)
}

async function expectSameCompany() {
  const today = new Date(now).toISOString().slice(0, 10)
  await expectSameCounts(admin, first, today)
  await expectStockSums(admin, today)
  expect(await brokenInvariants(server.database.db)).toEqual({})
}

test('[RTE-01] after random steps of office and drivers, every screen shows the same state of a delivery', async () => {
  const plan = fc.array(anyStep, { minLength: 50, maxLength: 120 })
  await fc.assert(
    fc.asyncProperty(plan, async (steps) => expectSameDeliveries(await afterActs([steps]))),
    { ...options, numRuns: runs },
  )
  await expectSameCompany()
  reportFigure('sequences of deliveries', runs)
  expect([...answers.keys()].filter((answer) => /20[014]$/.test(answer)).length).toBeGreaterThan(4)
}, 3_600_000)

test('[RTE-01] every screen shows the same state after six people and two phones do this concurrently (T4)', async () => {
  const plan = fc.array(anyStep, { minLength: 30, maxLength: 40 })
  const people = fc.array(plan, { minLength: 6, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(people, async (all) => expectSameDeliveries(await afterActs(all))),
    { ...options, numRuns: Math.ceil(runs / 6) },
  )
  await expectSameCompany()
}, 3_600_000)
