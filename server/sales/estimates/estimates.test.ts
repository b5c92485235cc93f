import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { formatDay } from '#shared/format-day.ts'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import { opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import { prospectsApi } from '#shared/crm/prospects/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { chainApi } from '#shared/sales/orders/chain-api.ts'
import { estimateLinksApi } from '#shared/sales/estimates/estimate-links-api.ts'
import { estimatesApi } from '#shared/sales/estimates/api.ts'
import { addAccount, addPlace, addProduct, type TestPlace } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { changeSettings, readSettings } from '#test/settings.ts'
import { movableClock } from '#test/movable-clock.ts'
import { type Client, patient, startServer, type TestServer } from '#test/server.ts'

const time = movableClock()

let server: TestServer
let admin: Client
let seller: Client
let place: TestPlace
const today = new Date().toISOString().slice(0, 10)
const later = addDays(today, 14)
beforeAll(async () => {
  server = await startServer({ rateLimits: false, clock: time.clock })
  admin = patient(await server.as('admin'))
  seller = patient(await server.as('sales_rep'))
  place = await addPlace(admin)
})

async function addEstimate(more: object = {}) {
  const product = await addProduct(admin, place, { quantity: 50, price: '12.50' })
  const account = await addAccount(admin, { email: 'buyer@hospital.example' })
  const body = { accountId: account.id, validUntil: later, lines: [{ productId: product.id, quantity: 4 }], ...more }
  const estimate = await admin.do(estimatesApi.createEstimate, { body })
  return { estimate, product, account, body }
}

/** Sends it and reads the link's secret from the mail. */
async function send(id: string): Promise<string> {
  await admin.do(estimatesApi.sendEstimate, { params: { id }, body: { to: 'buyer@hospital.example' } })
  const { rows } = await sql<{ content: { link: { path: string } } }>`select content from mail_outbox
    where subject like 'Estimate%' order by id desc limit 1`.execute(server.database.db)
  return /#code=(.+)$/.exec(rows[0]?.content.link.path ?? '')?.[1] ?? ''
}

const open = (token: string) => server.nobody.call(estimateLinksApi.openLink, { body: { token } })
const signature = [
  [
    [10, 20],
    [300, 200],
  ],
]
const accept = (token: string, hash: string, more: object = {}) =>
  server.nobody.call(estimateLinksApi.acceptByLink, { body: { token, name: 'Dr. Kone', signature, hash, ...more } })

describe('estimates', () => {
  test('[EST-01] creates and lists estimates; updating needs the current version; estimates never commit stock', async () => {
    const { estimate, product, account, body } = await addEstimate({ reference: 'Tender 7' })
    expect(estimate).toMatchObject({
      status: 'Draft',
      total: '50.00',
      lines: 1,
      revision: 1,
      answer: null,
      order: null,
    })
    expect(estimate.number).toMatch(/^EST-\d{4}-\d{6}$/)
    expect(estimate.orderLines).toMatchObject([{ product: { name: product.name }, quantity: 4, available: 50 }])
    const params = { id: estimate.id }
    const change = { ...body, lines: [{ productId: product.id, quantity: 60, unitPrice: '10' }] }
    expect((await admin.call(estimatesApi.updateEstimate, { params, body: change })).status).toBe(428)
    expect((await admin.call(estimatesApi.updateEstimate, { params, body: change }, { version: 9 })).status).toBe(412)
    const saved = await admin.do(estimatesApi.updateEstimate, { params, body: change }, { version: 1 })
    expect(saved).toMatchObject({ total: '600.00', orderLines: [{ quantity: 60, available: 50, priceTier: null }] })
    const stock = await admin.do(inventoryApi.getProduct, { params: { id: product.id } })
    expect(stock).toMatchObject({ onHand: 50, committed: 0 })
    const list = await admin.do(estimatesApi.listEstimates, { query: { account: account.id, status: 'Draft' } })
    expect(list.data.map(({ id }) => id)).toEqual([estimate.id])
    expect((await admin.do(estimatesApi.listEstimates, { query: { q: 'tender 7' } })).data).toHaveLength(1)
    const counts = await admin.do(estimatesApi.countEstimates, {})
    expect(counts.data.find(({ status }) => status === 'Draft')?.count).toBeGreaterThan(0)
  })

  test('[EST-01] the link of an unsent mail can be copied to share it; a revoked link cannot', async () => {
    const { estimate } = await addEstimate()
    const params = { id: estimate.id }
    expect(await admin.do(estimatesApi.getUnsentLink, { params })).toEqual({ url: null })
    const token = await send(estimate.id)
    expect((await admin.do(estimatesApi.getEstimate, { params })).mailState).toBe('queued')
    const { url } = await admin.do(estimatesApi.getUnsentLink, { params })
    expect(url).toMatch(new RegExp(`^http.*/estimate#code=${token}$`))
    await admin.do(estimatesApi.revokeLink, { params, body: {} })
    expect(await admin.do(estimatesApi.getUnsentLink, { params })).toEqual({ url: null })
  })

  test('[EST-01] invalid fields are refused by name; only users who may set prices can change them', async () => {
    const { product, account, body } = await addEstimate()
    const call = (given: object, client = admin) =>
      client.call(estimatesApi.createEstimate, { body: { ...body, ...given } })
    expect((await call({ lines: [] })).body.fields).toEqual({ lines: 'needs at least one line' })
    expect((await call({ validUntil: addDays(today, -1) })).body.fields).toEqual({ validUntil: 'is in the past' })
    expect((await call({ opportunityId: crypto.randomUUID() })).body.fields).toEqual({
      opportunityId: 'is not an opportunity',
    })
    const other = await addAccount(admin)
    const foreign = await admin.do(opportunitiesApi.createOpportunity, {
      body: { title: 'X', value: '1', accountId: other.id },
    })
    expect((await call({ opportunityId: foreign.id })).body.fields).toEqual({ opportunityId: 'is of another customer' })
    const typed = { lines: [{ productId: product.id, quantity: 1, unitPrice: '1' }] }
    expect((await call(typed, seller)).body.fields).toEqual({
      'lines.0.unitPrice': 'can only be set by people who can edit products',
    })
    // A value entered by a user with the permission survives a change by a user without it.
    const priced = await admin.do(estimatesApi.createEstimate, { body: { ...body, ...typed } })
    const changed = await seller.call(
      estimatesApi.updateEstimate,
      { params: { id: priced.id }, body: { ...body, ...typed, notes: 'Soon' } },
      { version: 1 },
    )
    expect([changed.status, changed.body.total]).toEqual([200, '1.00'])
    expect(account.id).toBe(body.accountId)
  })

  test('[EST-01] sending attaches a PDF and a link whose secret is stored only as a hash; later changes need a revision', async () => {
    const { estimate, body } = await addEstimate()
    const params = { id: estimate.id }
    const token = await send(estimate.id)
    const { rows } = await sql<{ kept: number }>`select count(*) as kept from estimate_links
      where encode(token_hash, 'escape') like ${`%${token}%`}`.execute(server.database.db)
    expect(rows[0]?.kept).toBe(0)
    const attached = await sql<{
      name: string
    }>`select name from mail_attachments where name = ${`${estimate.number}.pdf`}`.execute(server.database.db)
    expect(attached.rows).toHaveLength(1)
    expect((await admin.call(estimatesApi.updateEstimate, { params, body }, { version: 2 })).body.code).toBe(
      'NOT_EDITABLE',
    )
    expect((await admin.call(estimatesApi.deleteEstimate, { params })).body.code).toBe('IN_USE')
    const revision = await admin.do(estimatesApi.reviseEstimate, { params, body: {} })
    expect(revision).toMatchObject({ number: `${estimate.number}-R2`, status: 'Draft', revision: 2, total: '50.00' })
    const old = await admin.do(estimatesApi.getEstimate, { params })
    expect(old).toMatchObject({
      status: 'Cancelled',
      total: '50.00',
      revisedBy: { id: revision.id },
      cancelReason: `Revised as ${estimate.number}-R2`,
    })
    expect((await open(token)).body.code).toBe('TOKEN_INVALID')
    const again = await admin.call(estimatesApi.reviseEstimate, { params, body: {} })
    expect([again.status, again.body.error]).toEqual([409, expect.stringContaining('has already been revised')])
  })

  test('[EST-01] after its revision is deleted, an estimate can be revised again; only one revision can be restored', async () => {
    const { estimate } = await addEstimate()
    const params = { id: estimate.id }
    await send(estimate.id)
    const revise = () => admin.do(estimatesApi.reviseEstimate, { params, body: {} })
    const restore = (id: string) => admin.call(deletedApi.restore, { params: { kind: 'estimate', id }, body: {} })
    const first = await revise()
    await admin.call(estimatesApi.deleteEstimate, { params: { id: first.id } })
    const second = await revise()
    expect(second).toMatchObject({ number: `${estimate.number}-R3`, revision: 3, revises: { id: estimate.id } })
    const refused = await restore(first.id)
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      409,
      'NOT_RESTORABLE',
      `${estimate.number} has been revised as ${second.number}. Delete that first.`,
    ])
    await admin.call(estimatesApi.deleteEstimate, { params: { id: second.id } })
    expect((await restore(first.id)).status).toBe(200)
    expect((await restore(second.id)).status).toBe(409)
    const seen = await admin.do(estimatesApi.getEstimate, { params })
    expect(seen.revisedBy).toMatchObject({ id: first.id })
  })

  test('[EST-01] a draft whose opportunity was deleted can still be edited; a newly selected opportunity must exist', async () => {
    const { account, body } = await addEstimate()
    const deal = { title: 'Gloves for a year', accountId: account.id, value: '10' }
    const gone = await admin.do(opportunitiesApi.createOpportunity, { body: deal })
    const given = { ...body, opportunityId: gone.id }
    const { id, version } = await admin.do(estimatesApi.createEstimate, { body: given })
    await admin.call(opportunitiesApi.deleteOpportunity, { params: { id: gone.id } })
    const update = (more: object, at: number) =>
      admin.call(estimatesApi.updateEstimate, { params: { id }, body: { ...given, ...more } }, { version: at })
    const saved = await update({ reference: 'Tender 8' }, version)
    expect(saved.body).toMatchObject({ reference: 'Tender 8', opportunityId: gone.id })
    const other = await addAccount(admin)
    expect((await update({ accountId: other.id }, saved.body.version)).body.fields).toEqual({
      opportunityId: 'is not an opportunity',
    })
    expect((await admin.call(estimatesApi.createEstimate, { body: given })).status).toBe(422)
  })

  test('[EST-01] staff can record an answer, cancel with a reason, duplicate and delete', async () => {
    const { estimate } = await addEstimate()
    const params = { id: estimate.id }
    const early = await admin.call(estimatesApi.acceptEstimate, { params, body: { name: 'Dr. Kone' } })
    expect([early.status, early.body.code]).toEqual([409, 'INVALID_TRANSITION'])
    await send(estimate.id)
    const accepted = await admin.do(estimatesApi.acceptEstimate, {
      params,
      body: { name: 'Dr. Kone', reason: 'By phone' },
    })
    expect(accepted).toMatchObject({
      status: 'Accepted',
      answer: { how: 'staff', name: 'Dr. Kone', reason: 'By phone' },
    })
    expect((await admin.call(estimatesApi.cancelEstimate, { params, body: { reason: '' } })).status).toBe(422)
    expect(await admin.do(estimatesApi.cancelEstimate, { params, body: { reason: 'No budget' } })).toMatchObject({
      status: 'Cancelled',
      cancelReason: 'No budget',
    })
    const copy = await admin.do(estimatesApi.duplicateEstimate, { params, body: {} })
    expect(copy).toMatchObject({ status: 'Draft', total: '50.00', revision: 1, answer: null })
    expect(copy.number).not.toBe(estimate.number)
    expect((await admin.call(estimatesApi.deleteEstimate, { params: { id: copy.id } })).status).toBe(204)
    expect((await admin.call(estimatesApi.getEstimate, { params: { id: copy.id } })).status).toBe(404)
  })

  test('[EST-01] an estimate not answered by its last valid day expires automatically', async () => {
    const { estimate } = await addEstimate()
    const token = await send(estimate.id)
    const shown = await open(token)
    // Also before the background job has marked it as expired.
    expect((await time.after(40, () => accept(token, shown.body.hash))).body.error).toMatch(/was valid until/)
    await time.after(40, () => server.app.runJobs('expire-estimates'))
    const params = { id: estimate.id }
    const expired = await admin.do(estimatesApi.getEstimate, { params })
    expect(expired).toMatchObject({ status: 'Expired', answer: null })
    expect(expired.timeline[0], 'nobody did it').toMatchObject({ move: 'expire', actor: null })
    expect((await admin.do(estimatesApi.reviseEstimate, { params, body: {} })).status).toBe('Draft')
  })
})

describe('the link', () => {
  test('[EST-01] shows only the content of the document, and accepts one signed answer', async () => {
    const { estimate } = await addEstimate()
    const token = await send(estimate.id)
    const shown = await open(token)
    expect(shown.body).toMatchObject({ number: estimate.number, total: '50.00', answer: null })
    expect(Object.keys(shown.body).toSorted()).toEqual(
      [
        'answer',
        'canAnswer',
        'company',
        'currency',
        'customer',
        'discount',
        'estimateDate',
        'hash',
        'lines',
        'notes',
        'number',
        'reference',
        'subtotal',
        'tax',
        'total',
        'validUntil',
      ].toSorted(),
    )
    expect(JSON.stringify(shown.body)).not.toContain(estimate.id)
    expect((await accept(token, '0'.repeat(64))).status).toBe(412)
    expect((await accept(token, shown.body.hash, { signature: [] })).status).toBe(422)
    expect((await accept(token, shown.body.hash, { name: '' })).body.fields).toEqual({ name: 'is required' })
    const done = await accept(token, shown.body.hash)
    expect(done.body.answer).toMatchObject({ answer: 'accepted', name: 'Dr. Kone' })
    const seen = await admin.do(estimatesApi.getEstimate, { params: { id: estimate.id } })
    expect(seen).toMatchObject({ status: 'Accepted', answer: { how: 'link', signature, hash: shown.body.hash } })
    expect(seen.answer?.address).toMatch(/127\.0\.0\.1|::1/)
    const second = await accept(token, shown.body.hash)
    expect([second.status, second.body.error]).toEqual([
      409,
      expect.stringMatching(/accepted by Dr\. Kone on .* already/),
    ])
    const turned = await server.nobody.call(estimateLinksApi.declineByLink, {
      body: { token, name: 'X', hash: shown.body.hash },
    })
    expect(turned.status).toBe(409)
    expect((await open(token)).body.answer).toMatchObject({ answer: 'accepted' })
  })

  test('[EST-01] shows before signing that an estimate cannot be answered any more, with the reason of the refusal', async () => {
    const { estimate } = await addEstimate()
    const token = await send(estimate.id)
    const { canAnswer, hash } = (await open(token)).body
    expect(canAnswer).toEqual({ open: true, reason: null })
    const past = await time.after(20, async () => [
      (await open(token)).body.canAnswer.reason,
      (await accept(token, hash)).body.error,
    ])
    const refused = past[1]
    expect(refused).toMatch(/^This estimate was valid until \d{1,2} \w{3,4} \d{4}\. Ask us for another\.$/)
    expect(past[0]).toBe(refused)
    await time.after(20, () => server.app.runJobs('expire-estimates'))
    expect((await open(token)).body.canAnswer, 'expired').toEqual({ open: false, reason: refused })

    const other = await addEstimate()
    const second = await send(other.estimate.id)
    const shown = await open(second)
    await accept(second, shown.body.hash)
    const answered = [(await open(second)).body.canAnswer.reason, (await accept(second, shown.body.hash)).body.error]
    expect(answered[0]).toMatch(/accepted by Dr\. Kone on .* already/)
    expect(answered[1]).toBe(answered[0])
    await admin.do(estimatesApi.convertEstimate, { params: { id: other.estimate.id }, body: {} })
    expect((await open(second)).body.canAnswer, 'converted').toEqual({ open: false, reason: answered[0] })
  })

  test("[EST-01] shows the answer's date in the company's time zone", async () => {
    const isEarly = new Date().getUTCHours() < 11
    const zone = isEarly ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
    const { timeZone } = (await readSettings(admin)).data
    await changeSettings(admin, { timeZone: zone })
    const { estimate } = await addEstimate({ validUntil: addDays(today, 20) })
    const token = await send(estimate.id)
    await accept(token, (await open(token)).body.hash)
    const day = formatDay(addDays(today, isEarly ? -1 : 1))
    expect((await open(token)).body.canAnswer.reason).toContain(`accepted by Dr. Kone on ${day} already`)
    await changeSettings(admin, { timeZone })
  })

  test('[EST-01] (B1) of concurrent answers only one counts', async () => {
    const { estimate } = await addEstimate()
    const token = await send(estimate.id)
    const { hash } = (await open(token)).body
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => accept(token, hash, { signature: null })),
      ...Array.from({ length: 4 }, () =>
        server.nobody.call(estimateLinksApi.declineByLink, {
          body: { token, name: 'Other', reason: 'Too dear', hash },
        }),
      ),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
    const { timeline, answer } = await admin.do(estimatesApi.getEstimate, { params: { id: estimate.id } })
    expect(timeline).toHaveLength(3)
    expect(answer).not.toBeNull()
  })

  test('[EST-01] revoked, replaced and guessed links are refused with the same message', async () => {
    const { estimate } = await addEstimate()
    const params = { id: estimate.id }
    const first = await send(estimate.id)
    const second = await send(estimate.id)
    expect((await open(second)).status).toBe(200)
    await admin.do(estimatesApi.revokeLink, { params, body: {} })
    expect((await admin.call(estimatesApi.revokeLink, { params, body: {} })).status).toBe(409)
    const words = await Promise.all(
      [first, second, 'a'.repeat(43)].map(async (token) => (await open(token)).body.error),
    )
    expect(new Set(words).size).toBe(1)
    const { rows } = await sql<{
      id: string
    }>`select id from estimate_links where estimate_id = ${estimate.id}`.execute(server.database.db)
    expect(rows).toHaveLength(2)
  })

  test('[EST-01] (A1) too many requests are refused (429)', async () => {
    const guarded = await startServer()
    const openLink = () =>
      guarded.nobody.call(estimateLinksApi.openLink, { body: { token: 'b'.repeat(43) } }).then(({ status }) => status)
    const statuses: number[] = []
    for (let at = 0; at < 62; at += 1) statuses.push(await openLink())
    expect(statuses.slice(0, 60).every((status) => status === 400)).toBe(true)
    expect(statuses.slice(60)).toEqual([429, 429])
  })
})

describe('the order', () => {
  test('[EST-01] (B1) is created once from an accepted estimate, at its prices, and all documents of the chain are linked', async () => {
    const prospect = await admin.do(prospectsApi.createProspect, { body: { name: 'Chain Clinic' } })
    const { account } = await admin.do(prospectsApi.convertProspect, { params: { id: prospect.id }, body: {} })
    const opportunity = await admin.do(opportunitiesApi.createOpportunity, {
      body: { title: 'First order', prospectId: prospect.id, value: '50' },
    })
    const product = await addProduct(admin, place, { quantity: 50, price: '12.50' })
    const estimate = await admin.do(estimatesApi.createEstimate, {
      body: {
        accountId: account?.id ?? '',
        opportunityId: opportunity.id,
        validUntil: later,
        lines: [{ productId: product.id, quantity: 4 }],
        charges: [{ name: 'Delivery', unitPrice: '9.95' }],
        discount: { kind: 'percent', value: '10' },
      },
    })
    expect(estimate.total).toBe('54.95')
    const params = { id: estimate.id }
    const convert = (client = admin) => client.call(estimatesApi.convertEstimate, { params, body: {} })
    expect((await convert()).body.error).toContain('The estimate is a draft')
    const token = await send(estimate.id)
    expect((await convert()).body.error).toContain('has not accepted it yet')
    await accept(token, (await open(token)).body.hash)
    // The price has changed since, and the seller may not set prices: the accepted price applies.
    await sql`update items set price = price * 2 where id = ${product.id}`.execute(server.database.db)
    const answers = await Promise.all(Array.from({ length: 6 }, () => convert(seller)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    const done = await admin.do(estimatesApi.getEstimate, { params })
    expect(done).toMatchObject({ status: 'Converted', order: { status: 'PENDING' } })
    const orders = await admin.do(salesApi.listOrders, { query: { account: account?.id ?? '' } })
    expect(orders.data).toMatchObject([{ id: done.order?.id, total: '54.95' }])
    const stock = await admin.do(inventoryApi.getProduct, { params: { id: product.id } })
    expect(stock.committed).toBe(0)

    const ids = {
      prospect: prospect.id,
      account: account?.id ?? '',
      opportunity: opportunity.id,
      estimate: estimate.id,
      order: done.order?.id ?? '',
    }
    for (const [kind, id] of Object.entries(ids)) {
      const chain = await admin.do(chainApi.getChain, { params: { kind: kind as 'order', id } })
      const named = Object.values(chain).map((links) => links.map((link) => link.id))
      expect([kind, named]).toEqual([
        kind,
        [[prospect.id], [account?.id], [opportunity.id], [estimate.id], [done.order?.id]],
      ])
    }
    const staff = await server.as('staff')
    const seen = await staff.do(chainApi.getChain, { params: { kind: 'prospect', id: prospect.id } })
    expect([seen.opportunities.length, seen.estimates, seen.orders]).toEqual([1, [], []])
    const hidden = await staff.call(chainApi.getChain, { params: { kind: 'estimate', id: estimate.id } })
    expect(hidden.status).toBe(404)
    expect(done.deletedOrder).toBeNull()
    await admin.do(salesApi.deleteOrder, { params: { id: ids.order } })
    const left = await admin.do(estimatesApi.getEstimate, { params })
    expect(left).toMatchObject({ status: 'Converted', order: null, deletedOrder: done.order?.number })
  })

  test('[EST-01] the tests above broke no invariant', async () => {
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })
})
