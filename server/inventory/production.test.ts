import { beforeAll, describe, expect, test } from 'vitest'
import { inventoryApi } from '#shared/inventory/api.ts'
import { lotsApi } from '#shared/inventory/lots-api.ts'
import { productionApi } from '#shared/inventory/production-api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials-api.ts'
import { addPlace, addProduct, type TestPlace } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { inDays } from '#test/lots.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let place: TestPlace
let factory: string
beforeAll(async () => {
  server = await startServer({ max: 16 })
  admin = await server.as('admin')
  place = await addPlace(admin)
  factory = (await admin.do(inventoryApi.createLocation, { body: { name: 'Works', type: 'Factory' } })).id
})

let count = 0
/** A raw material at the factory: `[lot number, days until it expires, pieces]`, or so many pieces without lots. */
async function addMaterial(stock: number | readonly (readonly [string, number, number])[], cost: string) {
  count += 1
  const body = { name: `Material ${count}`, materialType: 'Film', location: factory, cost }
  if (typeof stock === 'number')
    return admin.do(rawMaterialsApi.createRawMaterial, { body: { ...body, quantity: stock } })
  const { id } = await admin.do(rawMaterialsApi.createRawMaterial, { body: { ...body, lotControlled: true } })
  for (const [lotNumber, days, quantity] of stock) {
    await admin.do(rawMaterialsApi.addStock, {
      params: { id },
      body: { quantity, reason: 'purchase_order', lotNumber, expiryDate: inDays(days) },
    })
  }
  return admin.do(rawMaterialsApi.getRawMaterial, { params: { id } })
}
const addMade = (parts: readonly (readonly [string, number])[], more = {}) =>
  addProduct(admin, place, {
    billOfMaterials: parts.map(([rawMaterialId, quantity]) => ({ rawMaterialId, quantity })),
    cost: '1.00',
    ...more,
  })
const make = (id: string, quantity: number, more = {}) =>
  admin.call(productionApi.produce, { params: { id }, body: { locationId: factory, quantity, ...more } })
const takeBack = (id: string) =>
  admin.call(productionApi.reverseProduction, { params: { id }, body: { reason: 'Wrong label' } })
const product = (id: string) => admin.do(inventoryApi.getProduct, { params: { id } })
const material = (id: string) => admin.do(rawMaterialsApi.getRawMaterial, { params: { id } })

describe('production', () => {
  test('[RAW-01] makes a product at a factory: materials out first expiring first, product in, lots and cost carried', async () => {
    const film = await addMaterial(
      [
        ['F1', 30, 5],
        ['F2', 300, 50],
      ],
      '0.3333',
    )
    const glue = await addMaterial(100, '0.0100')
    const made = await addMade(
      [
        [film.id, 2],
        [glue.id, 3],
      ],
      { lotControlled: true },
    )
    const before = await admin.do(productionApi.getProduction, { params: { id: made.id } })
    expect(before.factories.find((one) => one.location.id === factory)).toMatchObject({
      canMake: 27,
      limits: [{ id: film.id, quantity: 2, available: 55 }],
    })
    const { status, body: run } = await make(made.id, 7, { note: 'First batch' })
    expect(status).toBe(201)
    expect(run).toMatchObject({
      number: expect.stringMatching(/^PRD-\d{4}-\d{6}$/),
      quantity: 7,
      lotNumber: run.number,
      expiryDate: inDays(30),
      totalCost: '4.8762',
      unitCost: '0.6966',
      materials: [
        { id: film.id, quantity: 14, cost: '4.6662' },
        { id: glue.id, quantity: 21, cost: '0.21' },
      ],
    })
    expect(await product(made.id)).toMatchObject({ onHand: 7, cost: '0.6966' })
    expect((await material(film.id)).stock.map((one) => [one.lotNumber, one.onHand])).toEqual([['F2', 41]])
    expect((await material(glue.id)).onHand).toBe(79)
    const lotId = (await product(made.id)).stock[0]?.lotId ?? ''
    const trace = await admin.do(lotsApi.traceLot, { params: { id: lotId } })
    const nameOf = (id: string) => trace.lots.find((one) => one.id === id)?.lotNumber
    expect(trace.links.map((one) => [nameOf(one.from), one.used, nameOf(one.to), one.made])).toEqual(
      expect.arrayContaining([
        ['F1', 5, run.number, 7],
        ['F2', 9, run.number, 7],
      ]),
    )
    const dated = await make(made.id, 1, { expiryDate: inDays(20) })
    expect(dated.body.expiryDate).toBe(inDays(20))
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[RAW-01] refuses what can not be made, and books nothing', async () => {
    const film = await addMaterial(5, '0.50')
    const made = await addMade([[film.id, 2]])
    const short = await make(made.id, 3)
    expect([short.status, short.body.code, short.body.details]).toEqual([
      409,
      'INSUFFICIENT_STOCK',
      [{ itemId: film.id, name: film.name, wanted: 6, available: 5 }],
    ])
    const wrong = async (body: object) => {
      const answer = await make(made.id, 1, body)
      return [answer.status, Object.keys(answer.body.fields ?? {})]
    }
    expect(await wrong({ locationId: place.warehouse.id })).toEqual([422, ['locationId']])
    expect(await wrong({ locationId: made.id })).toEqual([422, ['locationId']])
    expect(await wrong({ quantity: 0 })).toEqual([422, ['quantity']])
    expect(await wrong({ quantity: 1_000_000_000 })).toEqual([422, ['quantity']])
    expect(await wrong({ expiryDate: inDays(5) })).toEqual([422, ['expiryDate']])
    expect(await wrong({ lot: 'A' })).toEqual([422, ['lot']])
    const bought = await addProduct(admin, place)
    expect((await make(bought.id, 1)).body.error).toContain('no bill of materials')
    expect((await make(film.id, 1)).status).toBe(404)
    expect((await takeBack(made.id)).status).toBe(404)
    expect((await material(film.id)).onHand).toBe(5)
  })

  test('[RAW-01] is taken back once, whole: materials in their lots, costs as they were', async () => {
    const film = await addMaterial(
      [
        ['G1', 30, 5],
        ['G2', 300, 5],
      ],
      '0.3333',
    )
    const made = await addMade([[film.id, 2]], { quantity: 10, cost: '2.00' })
    const run = (await make(made.id, 3)).body
    // 10 at 2.00 and 3 at 0.6666.
    expect(await product(made.id)).toMatchObject({ onHand: 13, cost: '1.6923' })
    const { status, body: back } = await takeBack(run.id)
    expect(status).toBe(200)
    expect(back).toMatchObject({ reverses: run.number, reverseReason: 'Wrong label', quantity: 3 })
    expect((await material(film.id)).stock.map((one) => [one.lotNumber, one.onHand])).toEqual([
      ['G1', 5],
      ['G2', 5],
    ])
    expect((await material(film.id)).cost).toBe('0.3333')
    const after = await product(made.id)
    expect(after.onHand).toBe(10)
    expect(Math.abs(Number(after.cost) - 2)).toBeLessThan(0.0003)
    expect((await takeBack(run.id)).body.error).toContain('taken back already')
    expect((await takeBack(back.id)).status).toBe(409)
    const { runs } = await admin.do(productionApi.getProduction, { params: { id: made.id } })
    expect(runs.map((one) => [one.number, one.isReversed])).toEqual([
      [back.number, false],
      [run.number, true],
    ])
    // What was sold or moved since can't be taken back.
    const gone = await addMade([[film.id, 2]], { lotControlled: true })
    const second = (await make(gone.id, 2)).body
    const lotId = (await product(gone.id)).stock[0]?.lotId
    await admin.do(inventoryApi.reduceStock, {
      params: { id: gone.id },
      body: { quantity: 1, reason: 'lost_stock', lotId, locationId: factory },
    })
    expect((await takeBack(second.id)).body.code).toBe('INSUFFICIENT_STOCK')
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[RAW-01] many make of the last materials and take back: never more than there is, no deadlock', async () => {
    const [one, two] = [await addMaterial(10, '0.10'), await addMaterial(40, '0.20')]
    const [a, b] = [
      await addMade([
        [one.id, 1],
        [two.id, 1],
      ]),
      await addMade([
        [two.id, 2],
        [one.id, 1],
      ]),
    ]
    const made = await Promise.all(Array.from({ length: 24 }, (_one, index) => make(index % 2 ? a.id : b.id, 1)))
    const runs = made.flatMap((answer) => (answer.status === 201 ? answer.body.id : []))
    expect(runs).toHaveLength(10)
    const back = await Promise.all([...runs, ...runs].map(takeBack))
    expect(back.filter((answer) => answer.status === 200)).toHaveLength(10)
    expect([(await material(one.id)).onHand, (await material(two.id)).onHand]).toEqual([10, 40])
    expect(await brokenInvariants(server.database.db)).toEqual({})
  }, 60_000)
})
