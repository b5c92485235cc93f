import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { crmNeighboursApi } from '#shared/crm/partners/neighbours-api.ts'
import { opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import {
  opportunityStages,
  type OpportunityStage,
  stageProbability,
} from '#shared/crm/opportunities/opportunity-stages.ts'
import { prospectsApi } from '#shared/crm/prospects/api.ts'
import { divideHalfEven, formatAmount, parseDecimal } from '#shared/money.ts'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import { addAccount } from '#test/builders.ts'
import { type Client, startServer } from '#test/server.ts'

let admin: Client
const today = new Date().toISOString().slice(0, 10)
beforeAll(async () => {
  admin = await (await startServer()).as('admin')
})

const add = (accountId: string, value = '100.00', more: object = {}) =>
  admin.do(opportunitiesApi.createOpportunity, { body: { title: 'Gloves for a year', accountId, value, ...more } })
const move = (id: string, stage: OpportunityStage, version: number, more: object = {}) =>
  admin.call(opportunitiesApi.moveOpportunity, { params: { id }, body: { stage, ...more } }, { version })
const sums = (account: string) => admin.do(opportunitiesApi.sumOpportunities, { query: { account } })

describe('opportunities', () => {
  test('[CRM-05] are created for a customer or a prospect, updated with a version, deleted and restored', async () => {
    const account = await addAccount(admin)
    const prospect = await admin.do(prospectsApi.createProspect, { body: { name: 'Maybe' } })
    const nobody = await admin.call(opportunitiesApi.createOpportunity, { body: { title: 'X', value: '1' } })
    expect(nobody.body.fields).toEqual({ accountId: 'or a prospect is required' })
    const empty = await admin.call(opportunitiesApi.createOpportunity, { body: { title: '', value: '' } })
    expect(Object.keys(empty.body.fields ?? {}).toSorted()).toEqual(['accountId', 'title', 'value'])
    const wrong = await admin.call(opportunitiesApi.createOpportunity, {
      body: { title: '', value: '-1', accountId: crypto.randomUUID() },
    })
    expect(wrong.body.fields).toEqual({ title: 'is required', value: 'must not be negative' })
    const stranger = { title: 'X', value: '1', accountId: crypto.randomUUID() }
    expect((await admin.call(opportunitiesApi.createOpportunity, { body: stranger })).body.fields).toEqual({
      accountId: 'is not a customer',
    })
    const made = await admin.do(opportunitiesApi.createOpportunity, {
      body: { title: 'Maybe a bed', value: '1250.5', prospectId: prospect.id, expectedClose: today },
    })
    expect(made).toMatchObject({
      stage: 'New',
      value: '1250.50',
      account: null,
      prospect: { id: prospect.id },
      late: false,
    })
    const params = { id: made.id }
    const change = { title: 'Two beds', value: '2500', accountId: account.id, prospectId: prospect.id }
    expect((await admin.call(opportunitiesApi.updateOpportunity, { params, body: change })).status).toBe(428)
    expect(
      (await admin.call(opportunitiesApi.updateOpportunity, { params, body: change }, { version: 7 })).status,
    ).toBe(412)
    const saved = await admin.do(opportunitiesApi.updateOpportunity, { params, body: change }, { version: 1 })
    expect(saved).toMatchObject({ title: 'Two beds', account: { id: account.id }, expectedClose: null, version: 2 })
    const timeline = async () => (await admin.do(opportunitiesApi.getOpportunity, { params })).timeline
    expect(await timeline()).toMatchObject([
      {
        from: null,
        to: null,
        changes: [
          { field: 'customer', from: null, to: account.name },
          { field: 'expectedClose', from: today, to: null },
          { field: 'title', from: 'Maybe a bed', to: 'Two beds' },
          { field: 'value', from: '1250.50', to: '2500.00' },
        ],
      },
      { from: null, to: 'New', changes: null },
    ])
    await admin.do(opportunitiesApi.updateOpportunity, { params, body: change }, { version: 2 })
    expect(await timeline()).toHaveLength(2)
    expect((await admin.call(opportunitiesApi.deleteOpportunity, { params })).status).toBe(204)
    expect((await admin.call(opportunitiesApi.getOpportunity, { params })).status).toBe(404)
    await admin.do(deletedApi.restore, { params: { kind: 'opportunity', id: made.id }, body: {} })
    expect((await admin.do(opportunitiesApi.getOpportunity, { params })).title).toBe('Two beds')
  })

  test('[CRM-05] move between stages: Lost requires a reason, a closed one must be reopened first', async () => {
    const account = await addAccount(admin)
    const { id } = await add(account.id)
    expect(
      (await admin.call(opportunitiesApi.moveOpportunity, { params: { id }, body: { stage: 'Won' } })).status,
    ).toBe(428)
    expect((await move(id, 'Proposal', 1)).body).toMatchObject({ stage: 'Proposal', version: 2 })
    expect((await move(id, 'Proposal', 2)).status).toBe(409)
    expect((await move(id, 'Lost', 2)).body.fields).toEqual({ lostReason: 'is required' })
    expect((await move(id, 'Lost', 2, { lostReason: 'Other' })).body.fields).toEqual({
      lostNote: 'is required for Other',
    })
    expect((await move(id, 'Won', 2, { lostReason: 'Price' })).status).toBe(422)
    const lost = await move(id, 'Lost', 2, { lostReason: 'Price', lostNote: '12 % above' })
    expect(lost.body).toMatchObject({ lostReason: 'Price', lostNote: '12 % above' })
    expect(lost.body.closedAt).not.toBeNull()
    expect(lost.body.timeline[0]).toMatchObject({ from: 'Proposal', to: 'Lost', reason: 'Price: 12 % above' })
    expect((await move(id, 'Won', 3)).body).toMatchObject({ code: 'INVALID_TRANSITION' })
    expect((await move(id, 'Negotiation', 3)).body).toMatchObject({ lostReason: null, lostNote: null, closedAt: null })
  })

  test('[CRM-05] (B2) concurrent moves of one card: one succeeds, the others get a version conflict (412)', async () => {
    const account = await addAccount(admin)
    const { id } = await add(account.id)
    const answers = await Promise.all(opportunityStages.slice(1, 5).map((stage) => move(id, stage, 1)))
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([200, 412, 412, 412])
    const now = await admin.do(opportunitiesApi.getOpportunity, { params: { id } })
    expect([now.version, now.timeline.length]).toEqual([2, 2])
  })

  test('[CRM-05] list filters by stage, customer, search text and closing date, and pages by cursor', async () => {
    const account = await addAccount(admin, { name: 'Narrow Hospital' })
    const late = await add(account.id, '5', { expectedClose: addDays(today, -40) })
    const month = await add(account.id, '7', { expectedClose: today })
    const never = await add(account.id, '9')
    await move(never.id, 'Qualified', 1)
    const ids = async (query: object) =>
      (await admin.do(opportunitiesApi.listOpportunities, { query: { account: account.id, ...query } })).data.map(
        (one) => one.id,
      )
    expect(await ids({})).toEqual([late.id, month.id, never.id])
    expect(await ids({ sort: '-value' })).toEqual([never.id, month.id, late.id])
    expect(await ids({ stage: 'Qualified' })).toEqual([never.id])
    expect(await ids({ closing: 'late' })).toEqual([late.id])
    expect(await ids({ closing: 'thisMonth' })).toEqual([month.id])
    expect(await ids({ closing: 'none' })).toEqual([never.id])
    expect(await ids({ q: 'narrow hosp' })).toHaveLength(3)
    const first = await admin.do(opportunitiesApi.listOpportunities, { query: { account: account.id, limit: 2 } })
    const rest = await ids({ limit: 2, cursor: first.nextCursor })
    expect([first.total, rest]).toEqual([3, [never.id]])
  })
})

test('[CRM-05] previous and next opportunity follow the sort and filter of the list (D3)', async () => {
  const { id: accountId } = await addAccount(admin, { name: 'Beside Hospital' })
  const [first, second, third] = await Promise.all(
    [
      ['Beside C', '2027-01-05', '10.00'],
      ['Beside B', '2027-02-05', '30.00'],
      ['Beside A', null, '20.00'],
    ].map(([title, expectedClose, value]) =>
      admin.do(opportunitiesApi.createOpportunity, {
        body: { title: title ?? '', accountId, expectedClose, value: value ?? '' },
      }),
    ),
  ).then((made) => made.map(({ id }) => id))
  const beside = (id = '', query: object = {}) =>
    admin.do(crmNeighboursApi.getOpportunityNeighbours, { params: { id }, query: { account: accountId, ...query } })
  expect(await beside(second)).toEqual({ previous: first, next: third })
  expect(await beside(third, { sort: '-value' })).toEqual({ previous: second, next: first })
  expect(await beside(second, { sort: 'title' })).toEqual({ previous: third, next: first })
  expect(await beside(second, { stage: 'Won' })).toEqual({ previous: null, next: null })
  expect(await beside(crypto.randomUUID())).toEqual({ previous: null, next: null })
  expect((await admin.send('GET', `/api/opportunities/${first}/neighbours?due=none`)).status).toBe(422)
  expect((await admin.send('GET', '/api/opportunities/first/neighbours')).status).toBe(404)
})

test('[CRM-05] forecast: each stage’s value times its probability, exact for random values', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.bigInt(0n, 10_000_000n), fc.constantFrom(...opportunityStages)), { maxLength: 6 }),
      async (given) => {
        const account = await addAccount(admin)
        const expected = new Map<OpportunityStage, bigint>()
        for (const [value, stage] of given) {
          const { id } = await add(account.id, formatAmount(value))
          if (stage !== 'New') await move(id, stage, 1, stage === 'Lost' ? { lostReason: 'Price' } : {})
          expected.set(stage, (expected.get(stage) ?? 0n) + value)
        }
        const { data, open } = await sums(account.id)
        for (const { stage, value, weighted, count } of data) {
          const worth = expected.get(stage) ?? 0n
          expect(parseDecimal(value, 2)).toBe(worth)
          expect(parseDecimal(weighted, 2)).toBe(divideHalfEven(worth * BigInt(stageProbability[stage]), 100n))
          expect(count).toBe(given.filter(([, one]) => one === stage).length)
        }
        const parts = data.slice(0, 4).reduce((total, one) => total + (parseDecimal(one.weighted, 2) ?? 0n), 0n)
        expect(parseDecimal(open.weighted, 2)).toBe(parts)
      },
    ),
    { numRuns: 15 },
  )
})
