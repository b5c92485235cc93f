import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { lineLotsApi } from '#shared/sales/orders/line-lots-api.ts'
import { addAccount, addPlace, type TestPlace } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { addLots, confirmed, inDays, lotsHeld } from '#test/lots.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'
import { changeSettings } from '#test/settings.ts'

let server: TestServer
let admin: Client
let place: TestPlace
let accountId: string
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
  place = await addPlace(admin)
  accountId = (await addAccount(admin)).id
})

async function picking(quantity = 4) {
  const made = await addLots(admin, place, [
    ['SOON', 20, 6],
    ['LATER', 60, 6],
    ['HELD', 70, 6],
    ['GONE', -1, 6],
  ])
  await admin.do(lotsApi.hold, { params: { id: made.lot('HELD') }, body: { reason: 'Papers' } })
  const { id } = await confirmed(admin, accountId, [[made.product.id, quantity]])
  const order = await admin.do(salesApi.startPicking, { params: { id }, body: {} })
  return { ...made, id, params: { id, lineId: order.orderLines[0]?.id ?? '' } }
}

describe('lots of a line', () => {
  test('[LOT-07] (B20) choosing a lot that does not expire first needs permission and a reason, and both are recorded', async () => {
    const { id, lot, params } = await picking()
    const choose = (by: Client, choices: readonly (readonly [string, number])[], reason: string | null) =>
      by.call(lineLotsApi.chooseLots, {
        params,
        body: {
          reason,
          allocations: choices.map(([name, quantity]) => ({
            locationId: place.warehouse.id,
            lotId: lot(name),
            quantity,
          })),
        },
      })
    const seller = await server.as('sales_rep')
    expect((await choose(seller, [['LATER', 4]], 'They asked for it')).status).toBe(403)
    expect((await choose(admin, [['LATER', 4]], null)).body.fields).toEqual({
      reason: 'is required: another lot expires first',
    })
    expect((await choose(admin, [['LATER', 3]], 'x')).body.fields).toEqual({
      allocations: 'must be 4 pieces together, not 3',
    })
    const much = await choose(
      admin,
      [
        ['LATER', 2],
        ['SOON', 2],
      ],
      ' ',
    )
    expect(much.body.fields).toHaveProperty('reason')
    expect(await lotsHeld(admin, id)).toEqual([['SOON', 4]])

    const chosen = await choose(admin, [['LATER', 4]], 'One lot for the whole ward')
    expect(chosen.body.orderLines[0]?.allocations.map((one) => [one.lotNumber, one.quantity, one.lotReason])).toEqual([
      ['LATER', 4, 'One lot for the whole ward'],
    ])
    const { rows } = await sql<{ lot_reason: string; chosen_by: string }>`select lot_reason, chosen_by from commitment
      where source_id = ${id} and state = 'open'`.execute(server.database.db)
    expect(rows).toEqual([{ lot_reason: 'One lot for the whole ward', chosen_by: admin.userId }])
    const { rows: audit } = await sql<{
      act: string
    }>`select act from audit_log where entity_id = ${id} and act = 'order.lineLots'`.execute(server.database.db)
    expect(audit).toHaveLength(1)
    // Going back to the lot that expires first needs no extra permission and no reason.
    const back = await choose(seller, [['SOON', 4]], null)
    expect(back.body.orderLines[0]?.allocations[0]).toMatchObject({ lotNumber: 'SOON', lotReason: null })
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[LOT-07] (B20) expired, held and insufficient lots are refused, and the list shows why', async () => {
    const { lot, params, product } = await picking()
    const { data, quantity, mayChoose } = await admin.do(lineLotsApi.listLineLots, { params })
    expect([quantity, mayChoose]).toEqual([4, true])
    expect(
      data.map(({ lotNumber, free, held, proposed, whyNot }) => [lotNumber, free, held, proposed, whyNot]),
    ).toEqual([
      ['SOON', 6, 4, 4, null],
      ['LATER', 6, 0, 0, null],
      ['GONE', 6, 0, 0, 'Expired.'],
      ['HELD', 6, 0, 0, 'On hold.'],
    ])
    const take = (lotId: string, wanted = 4) =>
      admin.call(lineLotsApi.chooseLots, {
        params,
        body: { reason: 'Because', allocations: [{ locationId: place.warehouse.id, lotId, quantity: wanted }] },
      })
    for (const name of ['GONE', 'HELD']) {
      const answer = await take(lot(name))
      expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, ['allocations.0.lotId']])
    }
    expect((await take(product.id)).body.code).toBe('INSUFFICIENT_STOCK')
    const stranger = { ...params, lineId: product.id }
    expect((await admin.call(lineLotsApi.listLineLots, { params: stranger })).status).toBe(404)
    await admin.do(salesApi.stopPicking, { params: { id: params.id }, body: {} })
    expect((await take(lot('LATER'))).body.code).toBe('INVALID_TRANSITION')
  })

  test('[LOT-08] shelf life: customers without a minimum have the company’s, counted from the requested date', async () => {
    const { product } = await addLots(admin, place, [
      ['D40', 40, 5],
      ['D90', 90, 5],
    ])
    await changeSettings(admin, { inventory: { minimumShelfLifeDays: 30 } })
    try {
      const own = await addAccount(admin, { minShelfLifeDays: 0 })
      const none = await addAccount(admin)
      expect([own.minShelfLifeDays, none.minShelfLifeDays]).toEqual([0, null])
      const first = await confirmed(admin, own.id, [[product.id, 1]])
      const second = await confirmed(admin, none.id, [[product.id, 1]])
      expect([await lotsHeld(admin, first.id), await lotsHeld(admin, second.id)]).toEqual([[['D40', 1]], [['D40', 1]]])
      const later = await admin.do(salesApi.createOrder, {
        body: { accountId: none.id, requestedDate: inDays(11), lines: [{ productId: product.id, quantity: 1 }] },
      })
      expect(later.orderLines[0]?.available).toBe(5)
      const done = await admin.do(salesApi.confirm, { params: { id: later.id }, body: {} })
      expect(await lotsHeld(admin, done.id)).toEqual([['D90', 1]])
      const picked = await admin.do(salesApi.startPicking, { params: { id: done.id }, body: {} })
      const { data } = await admin.do(lineLotsApi.listLineLots, {
        params: { id: done.id, lineId: picked.orderLines[0]?.id ?? '' },
      })
      expect(data.map((one) => [one.lotNumber, one.whyNot])).toEqual([
        ['D90', null],
        ['D40', `Expires too soon: this customer needs it until ${inDays(41)}, 30 days after it arrives.`],
      ])
    } finally {
      await changeSettings(admin, { inventory: { minimumShelfLifeDays: 0 } })
    }
  })
})
