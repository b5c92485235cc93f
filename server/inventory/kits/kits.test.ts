import { beforeAll, describe, expect, test } from 'vitest'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { kitOrdersApi } from '#shared/inventory/kits/kit-orders-api.ts'
import { kitsApi } from '#shared/inventory/kits/api.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct, type TestPlace } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { addLots, inDays } from '#test/lots.ts'
import { type Client, patient, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let place: TestPlace
beforeAll(async () => {
  server = await startServer({ max: 16 })
  admin = patient(await server.as('admin'))
  place = await addPlace(admin)
})

let count = 0
type Component = readonly [itemId: string, quantity: number]
const kitBody = (components: readonly Component[], more = {}) => {
  count += 1
  return {
    name: `Kit ${count}`,
    price: '25.00',
    warehouse: place.warehouse.id,
    components: components.map(([itemId, quantity]) => ({ itemId, quantity })),
    ...more,
  }
}
const addKit = async (components: readonly Component[], more = {}) =>
  (await admin.do(kitsApi.createKit, { body: kitBody(components, more) })).kit
const pack = (kitId: string, quantity: number) =>
  admin.do(kitOrdersApi.createKitOrder, { body: { kitId, locationId: place.warehouse.id, quantity } })
const at = (id: string) => ({ params: { id }, body: {} })
const complete = (id: string) => admin.call(kitOrdersApi.completeKitOrder, at(id))
const cancel = (id: string) =>
  admin.call(kitOrdersApi.cancelKitOrder, { params: { id }, body: { reason: 'Not needed' } })
const takeApart = (id: string, quantity: number) =>
  admin.call(kitOrdersApi.takeApartKits, { params: { id }, body: { quantity, reason: 'Nobody buys them' } })
const kit = (id: string) => admin.do(kitsApi.getKit, { params: { id } })
const product = (id: string) => admin.do(inventoryApi.getProduct, { params: { id } })
/** On hand × cost of products and a kit, in ten-thousandths. */
async function worth(products: readonly string[], kitId: string) {
  const units = (cost: string) => Math.round(Number(cost) * 10_000)
  let sum = 0
  for (const id of products) {
    const one = await product(id)
    sum += one.onHand * units(one.cost)
  }
  const made = await kit(kitId)
  return sum + made.onHand * units(made.cost)
}

describe('a kit', () => {
  test('[KIT-01] is refused (422) if its parts cost more than an amount can store', async () => {
    const { id } = await addProduct(admin, place, { quantity: 1_000, cost: '9999999999' })
    const added = await admin.call(kitsApi.createKit, { body: kitBody([[id, 1_000]]) })
    expect([added.status, added.body.error]).toEqual([422, 'A number or a calculated total is too large.'])
  })

  test('[KIT-01] is created with warehouse, name, price and items; with a quantity, also creates an order to pack it', async () => {
    const gauze = await addProduct(admin, place, { quantity: 100, cost: '0.10' })
    const tape = await addProduct(admin, place, { quantity: 9, cost: '1.50' })
    const { kit: made, orderId } = await admin.do(kitsApi.createKit, {
      body: kitBody(
        [
          [gauze.id, 10],
          [tape.id, 2],
        ],
        { name: 'First aid set', quantity: 2 },
      ),
    })
    expect(made).toMatchObject({
      name: 'First aid set',
      sku: expect.stringMatching(/^K-/),
      price: '25.00',
      cost: '4.00',
      warehouse: { id: place.warehouse.id },
      items: 2,
      onHand: 0,
      // The order already commits two kits: 80 of gauze and 5 of tape are left.
      canBuild: 2,
      components: [
        { item: { id: gauze.id }, quantity: 10, available: 80 },
        { item: { id: tape.id }, quantity: 2, available: 5 },
      ],
      buildable: [{ location: { id: place.warehouse.id }, canBuild: 2, limits: [{ id: tape.id, available: 5 }] }],
    })
    const order = await admin.do(kitOrdersApi.getKitOrder, { params: { id: orderId ?? '' } })
    expect(order).toMatchObject({ number: expect.stringMatching(/^KIT-\d{4}-\d{6}$/), status: 'pending', quantity: 2 })
    expect(order.lines.map((line) => [line.item.id, line.perKit, line.quantity])).toEqual([
      [gauze.id, 10, 20],
      [tape.id, 2, 4],
    ])
    expect((await product(gauze.id)).committed).toBe(20)
    const listed = await admin.do(kitsApi.listKits, { query: { q: 'first aid' } })
    expect(listed.data).toMatchObject([{ id: made.id, canBuild: 2 }])
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[KIT-01] (B17) refuses invalid kits, duplicate SKUs and kits that contain themselves', async () => {
    const part = await addProduct(admin, place, { quantity: 5 })
    const wrong = async (body: object) => {
      const answer = await admin.call(kitsApi.createKit, { body: body as never })
      return [answer.status, Object.keys(answer.body.fields ?? {})]
    }
    expect(await wrong(kitBody([]))).toEqual([422, ['components']])
    expect(await wrong(kitBody([[crypto.randomUUID(), 1]]))).toEqual([422, ['components.0.itemId']])
    expect(
      await wrong(
        kitBody([
          [part.id, 1],
          [part.id, 2],
        ]),
      ),
    ).toEqual([422, ['components.1.itemId']])
    expect(await wrong(kitBody([[part.id, 0]]))).toEqual([422, ['components.0.quantity']])
    expect(await wrong(kitBody([[part.id, 1]], { warehouse: crypto.randomUUID() }))).toEqual([422, ['warehouse']])
    expect(await wrong(kitBody([[part.id, 1]], { price: '-1' }))).toEqual([422, ['price']])
    expect(await wrong(kitBody([[part.id, 1]], { status: 'completed' }))).toEqual([422, ['status']])
    const duplicate = await addKit([[part.id, 1]], { sku: 'TWIN-KIT' })
    expect(await wrong(kitBody([[part.id, 1]], { sku: 'twin-kit' }))).toEqual([409, ['sku']])
    // Too few items to pack: everything is rolled back, even the kit.
    const short = await admin.call(kitsApi.createKit, {
      body: kitBody([[part.id, 1]], { name: 'Too many', quantity: 6 }),
    })
    expect([short.status, short.body.code]).toEqual([409, 'INSUFFICIENT_STOCK'])
    expect((await admin.do(kitsApi.listKits, { query: { q: 'Too many' } })).data).toEqual([])
    // A kit may contain another kit, but never itself.
    const outer = await addKit([[duplicate.id, 2]])
    const loop = (id: string, itemId: string, version: number) =>
      admin.call(kitsApi.updateKit, { params: { id }, body: kitBody([[itemId, 1]]) }, { version })
    expect(Object.keys((await loop(duplicate.id, outer.id, duplicate.version)).body.fields ?? {})).toEqual([
      'components.0.itemId',
    ])
    expect((await loop(duplicate.id, duplicate.id, duplicate.version)).status).toBe(422)
    expect((await loop(duplicate.id, part.id, 7)).status).toBe(412)
    expect((await admin.call(kitsApi.getKit, { params: { id: part.id } })).status).toBe(404)
  })

  test('[KIT-01] (B17) edits apply to later orders only; deletion needs a kit without stock, pending orders or parent kits', async () => {
    const part = await addProduct(admin, place, { quantity: 50 })
    const made = await addKit([[part.id, 2]])
    const order = await pack(made.id, 3)
    const changed = await admin.do(
      kitsApi.updateKit,
      { params: { id: made.id }, body: kitBody([[part.id, 5]], { name: 'Larger', price: '40.00' }) },
      { version: made.version },
    )
    expect(changed).toMatchObject({ name: 'Larger', price: '40.00', sku: made.sku, components: [{ quantity: 5 }] })
    const remove = () => admin.call(kitsApi.deleteKit, { params: { id: made.id } })
    expect((await remove()).body.error).toContain(order.number)
    const done = await complete(order.id)
    expect(done.body.lines[0]).toMatchObject({ perKit: 2, quantity: 6 })
    expect((await remove()).body.error).toContain('3 pieces are on hand')
    await takeApart(order.id, 3)
    expect((await remove()).status).toBe(204)
    expect((await admin.call(kitsApi.getKit, { params: { id: made.id } })).status).toBe(404)
    const purged = await admin.call(deletedApi.purge, { params: { kind: 'kit', id: made.id } })
    expect(purged.status).toBe(409)
    await admin.do(deletedApi.restore, { params: { kind: 'kit', id: made.id }, body: {} })
    expect((await kit(made.id)).name).toBe('Larger')
    const inner = await addKit([[part.id, 1]])
    const outer = await addKit([[inner.id, 1]])
    expect((await admin.call(kitsApi.deleteKit, { params: { id: inner.id } })).body.error).toContain(outer.name)
    const bare = await addKit([[part.id, 1]])
    await admin.do(kitsApi.deleteKit, { params: { id: bare.id } })
    expect((await admin.call(deletedApi.purge, { params: { kind: 'kit', id: bare.id } })).status).toBe(204)
  })
})

describe('an order to pack kits', () => {
  test('[KIT-01] takes the components and makes the kits in one operation; the kit lot expires with its first component', async () => {
    const { product: drug, lot } = await addLots(
      admin,
      place,
      [
        ['SOON', 40, 5],
        ['LATE', 400, 20],
      ],
      { cost: '2.00' },
    )
    const swab = await addProduct(admin, place, { quantity: 100, cost: '0.25' })
    const made = await addKit([
      [drug.id, 1],
      [swab.id, 3],
    ])
    const order = await pack(made.id, 8)
    expect(order.lines[0]?.lots.map((one) => [one.lotNumber, one.quantity])).toEqual([
      ['SOON', 5],
      ['LATE', 3],
    ])
    const { body: done, status } = await complete(order.id)
    expect(status).toBe(200)
    expect(done).toMatchObject({
      status: 'completed',
      totalCost: '22.00',
      unitCost: '2.75',
      standing: [{ location: { id: place.warehouse.id }, onHand: 8, free: 8 }],
      lot: { lotNumber: order.number, expiryDate: inDays(40) },
      lines: [{ cost: '16.00' }, { cost: '6.00' }],
    })
    expect(await kit(made.id)).toMatchObject({
      onHand: 8,
      cost: '2.75',
      stock: [{ lotNumber: order.number, expiryDate: inDays(40), onHand: 8 }],
    })
    expect(await product(drug.id)).toMatchObject({ onHand: 17, committed: 0 })
    // Kits are sold from their lot like products; the lot trace leads from the component to the kit and to the
    // customer.
    const account = await addAccount(admin)
    const sale = await addOrder(admin, account.id, [[made.id, 2]])
    expect(sale.total).toBe('50.00')
    await admin.do(salesApi.confirm, at(sale.id))
    await admin.do(salesApi.ready, at(sale.id))
    await admin.do(salesApi.assign, { params: { id: sale.id }, body: { method: 'own_driver' } })
    await admin.do(salesApi.handOver, at(sale.id))
    const trace = await admin.do(lotsApi.traceLot, { params: { id: lot('SOON') } })
    expect(trace.links).toMatchObject([{ from: lot('SOON'), to: done.lot?.id, used: 5, made: 8 }])
    expect(trace.links[0]?.document).toMatchObject({ type: 'kit', number: order.number })
    expect(trace.steps).toMatchObject([
      { kind: 'shipment', lotId: done.lot?.id, quantity: 2 },
      { kind: 'made', lotId: done.lot?.id, quantity: 8 },
      { kind: 'used', lotId: lot('SOON'), quantity: 5 },
      { kind: 'receipt', lotId: lot('SOON') },
    ])
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[KIT-01] only pending orders can be cancelled; completed ones cannot be deleted; a restored one commits no stock', async () => {
    const part = await addProduct(admin, place, { quantity: 20 })
    const made = await addKit([[part.id, 2]])
    const remove = (id: string) => admin.call(kitOrdersApi.deleteKitOrder, { params: { id } })
    const [done, cancelled, pending] = [await pack(made.id, 1), await pack(made.id, 1), await pack(made.id, 1)]
    await complete(done.id)
    expect([(await cancel(done.id)).status, (await complete(done.id)).status, (await remove(done.id)).status]).toEqual([
      409, 409, 409,
    ])
    expect((await cancel(cancelled.id)).body).toMatchObject({ status: 'cancelled', cancelReason: 'Not needed' })
    expect([(await complete(cancelled.id)).status, (await takeApart(cancelled.id, 1)).status]).toEqual([409, 409])
    expect((await remove(cancelled.id)).status).toBe(204)
    expect((await remove(pending.id)).status).toBe(204)
    expect((await product(part.id)).committed).toBe(0)
    await admin.do(deletedApi.restore, { params: { kind: 'kitOrder', id: pending.id }, body: {} })
    expect(await admin.do(kitOrdersApi.getKitOrder, { params: { id: pending.id } })).toMatchObject({
      status: 'cancelled',
      timeline: [{ move: 'cancel' }, { move: 'create' }],
    })
    const short = await admin.call(kitOrdersApi.createKitOrder, {
      body: { kitId: made.id, locationId: place.warehouse.id, quantity: 10 },
    })
    expect([short.status, short.body.code]).toEqual([409, 'INSUFFICIENT_STOCK'])
    const wrong = async (body: object) =>
      Object.keys((await admin.call(kitOrdersApi.createKitOrder, { body: body as never })).body.fields ?? {})
    const body = { kitId: made.id, locationId: place.warehouse.id, quantity: 1 }
    expect(await wrong({ ...body, kitId: part.id })).toEqual(['kitId'])
    expect(await wrong({ ...body, locationId: part.id })).toEqual(['locationId'])
    expect(await wrong({ ...body, quantity: 1_000_000_000 })).toEqual(['quantity'])
    const statuses = async (query: object) =>
      (await admin.do(kitOrdersApi.listKitOrders, { query: { kit: made.id, ...query } })).data.map((row) => row.status)
    expect(await statuses({})).toEqual(['cancelled', 'completed'])
    expect(await statuses({ status: 'completed', warehouse: place.warehouse.id, q: made.name })).toEqual(['completed'])
  })

  test('[KIT-01] lots put on hold after the order was created are not packed (V11)', async () => {
    const { product: drug, lot } = await addLots(admin, place, [['H1', 90, 5]])
    const made = await addKit([[drug.id, 1]])
    const order = await pack(made.id, 2)
    await admin.do(lotsApi.hold, { params: { id: lot('H1') }, body: { reason: 'Seal is broken' } })
    const refused = await complete(order.id)
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('Choose other lots')])
    expect((await kit(made.id)).canBuild).toBe(0)
    expect((await cancel(order.id)).status).toBe(200)
  })

  test('[KIT-01] taking kits apart returns the items to their lots and keeps the total value to the smallest unit', async () => {
    const { product: drug } = await addLots(
      admin,
      place,
      [
        ['SOON', 40, 5],
        ['LATE', 400, 5],
      ],
      { cost: '1.0001' },
    )
    const swab = await addProduct(admin, place, { quantity: 100, cost: '0.0333' })
    const made = await addKit([
      [drug.id, 1],
      [swab.id, 7],
    ])
    const before = await worth([drug.id, swab.id], made.id)
    const order = await pack(made.id, 7)
    await complete(order.id)
    // The kits' average cost is now exact: 7 × (1.0001 + 7 × 0.0333).
    expect(await worth([drug.id, swab.id], made.id)).toBe(before)
    const wrong = await takeApart(order.id, 8)
    expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([422, ['quantity']])
    const { body } = await takeApart(order.id, 3)
    expect(body).toMatchObject({
      takenApart: 3,
      standing: [{ free: 4 }],
      timeline: [{ move: 'takeApart', quantity: 3 }, {}, {}],
    })
    expect((await product(drug.id)).stock.map((one) => [one.lotNumber, one.onHand])).toEqual([
      ['SOON', 1],
      ['LATE', 5],
    ])
    expect(await worth([drug.id, swab.id], made.id)).toBe(before)
    expect((await takeApart(order.id, 5)).status).toBe(422)
    await takeApart(order.id, 4)
    expect(await product(drug.id)).toMatchObject({ onHand: 10, cost: '1.0001' })
    expect(await product(swab.id)).toMatchObject({ onHand: 100, cost: '0.0333' })
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })
})

describe('concurrent requests', () => {
  test('[KIT-01] 20 clients completing and cancelling one order have one effect (B16, B17)', async () => {
    const part = await addProduct(admin, place, { quantity: 40 })
    const made = await addKit([[part.id, 2]])
    for (let round = 0; round < 3; round += 1) {
      const order = await pack(made.id, 2)
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_one, index) => (index % 2 === 0 ? complete(order.id) : cancel(order.id))),
      )
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
      expect(answers.filter((answer) => answer.status === 409)).toHaveLength(19)
    }
    expect(await brokenInvariants(server.database.db)).toEqual({})
  }, 240_000)

  test('[KIT-01] (B17) concurrent orders of the last parts and disassemblies: never more kits than parts, and no deadlock', async () => {
    const [one, two] = [
      await addProduct(admin, place, { quantity: 12 }),
      await addProduct(admin, place, { quantity: 30 }),
    ]
    const [a, b] = [
      await addKit([
        [one.id, 1],
        [two.id, 2],
      ]),
      await addKit([
        [two.id, 1],
        [one.id, 1],
      ]),
    ]
    const write = (kitId: string) =>
      admin.call(kitOrdersApi.createKitOrder, { body: { kitId, locationId: place.warehouse.id, quantity: 1 } })
    const written = await Promise.all(Array.from({ length: 24 }, (_one, index) => write(index % 2 ? a.id : b.id)))
    const orders = written.flatMap((answer) => (answer.status === 201 ? answer.body.id : []))
    expect(orders).toHaveLength(12)
    await Promise.all(orders.map(complete))
    const apart = await Promise.all([...orders, ...orders].map((id) => takeApart(id, 1)))
    expect(apart.filter((answer) => answer.status === 200)).toHaveLength(12)
    expect([(await product(one.id)).onHand, (await product(two.id)).onHand]).toEqual([12, 30])
    expect(await brokenInvariants(server.database.db)).toEqual({})
  }, 240_000)
})
