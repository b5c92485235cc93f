import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { kitOrdersApi } from '#shared/inventory/kits/kit-orders-api.ts'
import { kitsApi } from '#shared/inventory/kits/api.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { transfersApi } from '#shared/inventory/transfers/api.ts'
import { addAccount, addPlace, addProduct, type TestPlace } from '#test/builders.ts'
import { consignmentOf } from '#test/consignment.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { addLots } from '#test/lots.ts'
import { type Client, patient, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let place: TestPlace
let away: TestPlace
beforeAll(async () => {
  server = await startServer({ max: 16 })
  admin = patient(await server.as('admin'))
  place = await addPlace(admin)
  away = await addPlace(admin)
})

let count = 0
async function addKit(components: readonly (readonly [itemId: string, quantity: number])[]) {
  count += 1
  const parts = components.map(([itemId, quantity]) => ({ itemId, quantity }))
  const body = { name: `Order kit ${count}`, price: '25.00', warehouse: place.warehouse.id, components: parts }
  return (await admin.do(kitsApi.createKit, { body })).kit
}
const pack = (kitId: string, quantity: number) =>
  admin.do(kitOrdersApi.createKitOrder, { body: { kitId, locationId: place.warehouse.id, quantity } })
const get = (id: string) => admin.do(kitOrdersApi.getKitOrder, { params: { id } })
const complete = (id: string) => admin.call(kitOrdersApi.completeKitOrder, { params: { id }, body: {} })
const takeApart = (id: string, quantity: number, more = {}) =>
  admin.call(kitOrdersApi.takeApartKits, { params: { id }, body: { quantity, reason: 'Nobody buys them', ...more } })
const change = (id: string, version: number | undefined, more = {}) =>
  admin.call(
    kitOrdersApi.updateKitOrder,
    { params: { id }, body: { locationId: place.warehouse.id, quantity: 2, ...more } },
    version === undefined ? {} : { version },
  )
const product = (id: string) => admin.do(inventoryApi.getProduct, { params: { id } })
const send = async (itemId: string, quantity: number) => {
  const lines = [{ itemId, quantity }]
  const { id } = await admin.do(transfersApi.createTransfer, {
    body: { sourceId: place.warehouse.id, destinationId: away.warehouse.id, lines },
  })
  return admin.do(transfersApi.completeTransfer, { params: { id }, body: {} })
}

describe('a pending order', () => {
  test("[KIT-01] changes quantity, warehouse and note: recommits its items, keeps the kit's components from its creation", async () => {
    const part = await addProduct(admin, place, { quantity: 20 })
    const other = await addProduct(admin, place, { quantity: 20 })
    const made = await addKit([[part.id, 3]])
    const order = await pack(made.id, 2)
    const { version } = await admin.do(kitsApi.getKit, { params: { id: made.id } })
    await admin.do(
      kitsApi.updateKit,
      {
        params: { id: made.id },
        body: {
          name: made.name,
          price: '25.00',
          warehouse: place.warehouse.id,
          components: [{ itemId: other.id, quantity: 1 }],
        },
      },
      { version },
    )
    const noted = await change(order.id, order.version, { note: 'For the fair' })
    expect(noted.body).toMatchObject({
      note: 'For the fair',
      quantity: 2,
      timeline: [{ move: 'edit', quantity: null }, {}],
    })
    const more = await change(order.id, noted.body.version, { quantity: 6 })
    expect(more.body).toMatchObject({ quantity: 6, note: null, timeline: [{ move: 'edit', quantity: 6 }, {}, {}] })
    expect(more.body.lines).toMatchObject([
      { item: { id: part.id }, perKit: 3, quantity: 18, lots: [{ quantity: 18 }] },
    ])
    expect((await product(part.id)).committed).toBe(18)
    // The order's own commitments count as available, but no more than that: 20 pieces make only six kits.
    const short = await change(order.id, more.body.version, { quantity: 7 })
    expect([short.status, short.body.code]).toEqual([409, 'INSUFFICIENT_STOCK'])
    expect((await change(order.id, more.body.version, { locationId: away.warehouse.id })).body.code).toBe(
      'INSUFFICIENT_STOCK',
    )
    await change(order.id, more.body.version, { quantity: 2 })
    await send(part.id, 9)
    const moved = await change(order.id, more.body.version + 1, { quantity: 3, locationId: away.warehouse.id })
    expect(moved.body).toMatchObject({ quantity: 3, warehouse: { id: away.warehouse.id } })
    expect((await product(part.id)).stock.map((one) => [one.location.id, one.committed]).toSorted()).toEqual(
      [
        [place.warehouse.id, 0],
        [away.warehouse.id, 9],
      ].toSorted(),
    )
    expect((await complete(order.id)).body).toMatchObject({ status: 'completed', standing: [{ onHand: 3 }] })
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[KIT-01] kits are packed at own locations only, not at a customer’s consignment location', async () => {
    const { product: part, lot } = await addLots(admin, place, [['CONS', 90, 60]])
    const kit = await addKit([[part.id, 2]])
    const theirs = await consignmentOf(admin, place, (await addAccount(admin)).id, part.id, lot('CONS'))
    const words = { locationId: 'is a consignment location: choose one of your own' }
    const body = { kitId: kit.id, locationId: theirs, quantity: 1 }
    expect(await admin.call(kitOrdersApi.createKitOrder, { body })).toMatchObject({
      status: 422,
      body: { fields: words },
    })
    const order = await pack(kit.id, 1)
    expect(await change(order.id, order.version, { locationId: theirs })).toMatchObject({
      status: 422,
      body: { fields: words },
    })
    expect((await get(order.id)).warehouse.id).toBe(place.warehouse.id)
    const { buildable } = await admin.do(kitsApi.getKit, { params: { id: kit.id } })
    expect(buildable.map(({ location }) => location.id)).toEqual([place.warehouse.id])
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[KIT-01] refuses an edit without version, with an outdated one, with invalid values, and of unknown or completed orders', async () => {
    const part = await addProduct(admin, place, { quantity: 20 })
    const order = await pack((await addKit([[part.id, 3]])).id, 2)
    expect((await change(order.id, undefined)).status).toBe(428)
    expect((await change(order.id, 9)).status).toBe(412)
    expect((await change(part.id, 1)).status).toBe(404)
    const fields = async (more: object) => {
      const answer = await change(order.id, order.version, more)
      return [answer.status, Object.keys(answer.body.fields ?? {})]
    }
    expect(await fields({ locationId: part.id })).toEqual([422, ['locationId']])
    expect(await fields({ quantity: 0 })).toEqual([422, ['quantity']])
    expect(await fields({ quantity: 900_000_000 })).toEqual([422, ['quantity']])
    expect(await fields({ kitId: part.id })).toEqual([422, ['kitId']])
    const done = (await complete(order.id)).body
    const late = await change(order.id, done.version)
    expect([late.status, late.body.code]).toEqual([409, 'INVALID_TRANSITION'])
  })

  test('[KIT-01, LOT-07] (B20) changes the lots repeatedly, each time with a stored reason where required, and packs them', async () => {
    const { product: drug, lot } = await addLots(admin, place, [
      ['SOON', 20, 6],
      ['LATER', 60, 6],
      ['HELD', 70, 6],
      ['GONE', -1, 6],
    ])
    await admin.do(lotsApi.hold, { params: { id: lot('HELD') }, body: { reason: 'Papers' } })
    const order = await pack((await addKit([[drug.id, 2]])).id, 2)
    const params = { id: order.id, lineId: order.lines[0]?.id ?? '' }
    const { data, quantity } = await admin.do(kitOrdersApi.listKitLineLots, { params })
    expect(quantity).toBe(4)
    expect(
      data.map(({ lotNumber, free, held, proposed, whyNot }) => [lotNumber, free, held, proposed, whyNot]),
    ).toEqual([
      ['SOON', 6, 4, 4, null],
      ['LATER', 6, 0, 0, null],
      ['GONE', 6, 0, 0, 'Expired.'],
      ['HELD', 6, 0, 0, 'On hold.'],
    ])
    const choose = (choices: readonly (readonly [string, number])[], reason: string | null, more = {}) =>
      admin.call(kitOrdersApi.chooseKitLots, {
        params,
        body: {
          reason,
          allocations: choices.map(([name, pieces]) => ({
            locationId: place.warehouse.id,
            lotId: lot(name),
            quantity: pieces,
            ...more,
          })),
        },
      })
    const fields = async (...given: Parameters<typeof choose>) => (await choose(...given)).body.fields
    expect(await fields([['LATER', 4]], null)).toEqual({ reason: 'is required: another lot expires first' })
    expect(await fields([['LATER', 3]], 'x')).toEqual({ allocations: 'must be 4 pieces together, not 3' })
    const twice = [
      ['LATER', 2],
      ['LATER', 2],
    ] as const
    expect(await fields(twice, 'x')).toEqual({ 'allocations.1.lotId': 'is named twice' })
    expect(Object.keys((await fields([['HELD', 4]], 'x')) ?? {})).toEqual(['allocations.0.lotId'])
    expect(Object.keys((await fields([['GONE', 4]], 'x')) ?? {})).toEqual(['allocations.0.lotId'])
    expect((await choose([['SOON', 4]], 'x', { locationId: away.warehouse.id })).body.code).toBe('INSUFFICIENT_STOCK')
    expect((await admin.call(kitOrdersApi.listKitLineLots, { params: { ...params, lineId: drug.id } })).status).toBe(
      404,
    )
    const mixed = [
      ['SOON', 1],
      ['LATER', 3],
    ] as const
    const chosen = await choose(mixed, 'The fair is in two months')
    expect(chosen.body.lines[0]?.lots.map((one) => [one.lotNumber, one.quantity, one.lotReason])).toEqual([
      ['SOON', 1, 'The fair is in two months'],
      ['LATER', 3, 'The fair is in two months'],
    ])
    expect(chosen.body.timeline[0]).toMatchObject({ move: 'chooseLots', reason: 'The fair is in two months' })
    // Changes the lots back and forth: each change has its own audit log entry.
    expect((await choose([['SOON', 4]], null)).body.lines[0]?.lots).toMatchObject([
      { lotNumber: 'SOON', lotReason: null },
    ])
    expect((await choose([['LATER', 4]], 'One lot for all')).status).toBe(200)
    const { rows } =
      await sql`select 1 from audit_log where entity_id = ${order.id} and act = 'kitOrder.lineLots'`.execute(
        server.database.db,
      )
    expect(rows).toHaveLength(3)
    await admin.do(lotsApi.hold, { params: { id: lot('LATER') }, body: { reason: 'Seal is broken' } })
    expect((await complete(order.id)).body.error).toContain('Choose other lots')
    expect((await choose([['SOON', 4]], null)).status).toBe(200)
    expect((await complete(order.id)).body.lines[0]?.lots).toMatchObject([{ lotNumber: 'SOON', quantity: 4 }])
    expect((await choose([['SOON', 4]], null)).body.code).toBe('INVALID_TRANSITION')
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })
})

describe('finished kits', () => {
  test('[KIT-01] takes kits apart at their location; the items get their share of the cost, at any chosen location', async () => {
    const part = await addProduct(admin, place, { quantity: 20, cost: '1.0001' })
    const made = await addKit([[part.id, 2]])
    const order = await pack(made.id, 5)
    await complete(order.id)
    await send(made.id, 3)
    expect((await get(order.id)).standing).toEqual([
      { location: { id: place.warehouse.id, name: place.warehouse.name }, onHand: 2, free: 2 },
      { location: { id: away.warehouse.id, name: away.warehouse.name }, onHand: 3, free: 3 },
    ])
    expect((await takeApart(order.id, 3)).body.code).toBe('INSUFFICIENT_STOCK')
    const there = { locationId: away.warehouse.id }
    expect((await takeApart(order.id, 4, there)).body.code).toBe('INSUFFICIENT_STOCK')
    expect((await takeApart(order.id, 6, there)).body.fields).toEqual({ quantity: 'must be at most 5' })
    expect((await takeApart(order.id, 1, { locationId: part.id })).body.fields).toEqual({
      locationId: 'is not a location',
    })
    expect((await takeApart(order.id, 1, { toLocationId: part.id })).body.fields).toEqual({
      toLocationId: 'is not a location',
    })
    expect((await takeApart(order.id, 1, there)).status).toBe(200)
    const { body } = await takeApart(order.id, 2, { ...there, toLocationId: place.warehouse.id })
    expect(body).toMatchObject({ takenApart: 3, standing: [{ location: { id: place.warehouse.id }, onHand: 2 }] })
    expect((await product(part.id)).stock.map((one) => [one.location.id, one.onHand]).toSorted()).toEqual(
      [
        [place.warehouse.id, 14],
        [away.warehouse.id, 2],
      ].toSorted(),
    )
    await takeApart(order.id, 2)
    expect(await product(part.id)).toMatchObject({ onHand: 20, cost: '1.0001' })
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[KIT-01] kits committed to other documents cannot be taken apart', async () => {
    const part = await addProduct(admin, place, { quantity: 20 })
    const made = await addKit([[part.id, 2]])
    const order = await pack(made.id, 4)
    await complete(order.id)
    await admin.do(transfersApi.createTransfer, {
      body: {
        sourceId: place.warehouse.id,
        destinationId: away.warehouse.id,
        lines: [{ itemId: made.id, quantity: 3 }],
      },
    })
    expect((await get(order.id)).standing).toMatchObject([{ onHand: 4, free: 1 }])
    expect((await takeApart(order.id, 2)).body).toMatchObject({
      code: 'INSUFFICIENT_STOCK',
      error: 'Not enough stock: 2 wanted, 1 available there.',
    })
    expect((await takeApart(order.id, 1)).status).toBe(200)
  })
})

describe('concurrent requests', () => {
  test('[KIT-01] edits, lot choices, completions and disassemblies of the same goods neither deadlock nor lose a piece (B16)', async () => {
    const { product: drug, lot } = await addLots(admin, place, [
      ['A', 20, 30],
      ['B', 60, 30],
    ])
    const made = await addKit([[drug.id, 1]])
    const orders = await Promise.all(Array.from({ length: 6 }, () => pack(made.id, 2)))
    const act = async (at: number) => {
      const order = orders[at % orders.length]
      if (!order) throw new Error('no order')
      const { id } = order
      if (at % 4 === 0) return change(id, order.version, { quantity: 3 })
      if (at % 4 === 1) return complete(id)
      if (at % 4 === 2) return takeApart(id, 1, at % 8 === 2 ? { toLocationId: away.warehouse.id } : {})
      const choices = [{ locationId: place.warehouse.id, lotId: lot('B'), quantity: 2 }]
      const params = { id, lineId: order.lines[0]?.id ?? '' }
      return admin.call(kitOrdersApi.chooseKitLots, { params, body: { allocations: choices, reason: 'Asked for' } })
    }
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(Array.from({ length: 24 }, (_one, at) => act(at + round)))
      for (const { status, body } of answers) expect([200, 409, 412, 422], JSON.stringify(body)).toContain(status)
    }
    const kits = await admin.do(kitsApi.getKit, { params: { id: made.id } })
    expect((await product(drug.id)).onHand + kits.onHand).toBe(60)
    expect(await brokenInvariants(server.database.db)).toEqual({})
  }, 240_000)
})
