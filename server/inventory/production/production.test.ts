import { beforeAll, describe, expect, test } from 'vitest'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { productionApi } from '#shared/inventory/production/api.ts'
import { rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'
import { addPlace, addProduct, type TestPlace } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { inDays } from '#test/lots.ts'
import { type Client, patient, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let place: TestPlace
let factory: string
beforeAll(async () => {
  server = await startServer({ max: 16 })
  admin = patient(await server.as('admin'))
  place = await addPlace(admin)
  factory = (await admin.do(inventoryApi.createLocation, { body: { name: 'Works', type: 'Factory' } })).id
})

let count = 0
/** A raw material at the factory: `[lot number, days until it expires, pieces]`, or a number of pieces without lots. */
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
  test('[RAW-01] makes a product at a factory: consumes materials first-expiring first, adds the product with its lot and cost', async () => {
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
    const past = await make(made.id, 1, { expiryDate: inDays(-1) })
    expect([past.status, past.body.fields]).toEqual([422, { expiryDate: 'must not be before today' }])
    const dated = await make(made.id, 1, { expiryDate: inDays(20) })
    expect(dated.body.expiryDate).toBe(inDays(20))
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[RAW-01] refuses invalid runs and missing materials, and books nothing', async () => {
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

  test('[RAW-01] reverses a run once and as a whole: materials return to their lots, costs are restored', async () => {
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
    expect(back).toMatchObject({
      reverses: { id: run.id, number: run.number },
      reverseReason: 'Wrong label',
      quantity: 3,
    })
    expect((await material(film.id)).stock.map((one) => [one.lotNumber, one.onHand])).toEqual([
      ['G1', 5],
      ['G2', 5],
    ])
    expect((await material(film.id)).cost).toBe('0.3333')
    const after = await product(made.id)
    expect(after.onHand).toBe(10)
    expect(Math.abs(Number(after.cost) - 2)).toBeLessThan(0.0003)
    expect((await takeBack(run.id)).body.error).toContain('was already reversed')
    expect((await takeBack(back.id)).status).toBe(409)
    const { runs } = await admin.do(productionApi.getProduction, { params: { id: made.id } })
    expect(runs.map((one) => [one.number, one.status])).toEqual([
      [back.number, 'reversal'],
      [run.number, 'taken_back'],
    ])
    // The export nets a run and its reversal in columns that can be summed.
    const { body: file } = await admin.send(
      'GET',
      `/api/exports/production?q=${made.sku}&columns=number,quantity,totalCost`,
    )
    expect(file).toBe(`Production run,Pieces,Cost\r\n${back.number},-3,-1.9998\r\n${run.number},3,1.9998\r\n`)
    // A run whose pieces were sold or moved since can't be reversed.
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

  test('[RAW-01] books rejected pieces and wasted materials as scrap with a reason; good pieces carry their cost', async () => {
    const film = await addMaterial(
      [
        ['S1', 30, 10],
        ['S2', 300, 50],
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
    const scrap = { rejected: 2, wasted: [{ itemId: film.id, quantity: 5 }], scrapReason: 'The knife was blunt' }
    const { status, body: run } = await make(made.id, 7, scrap)
    expect(status).toBe(201)
    // 9 pieces were made and 5 of film wasted: 23 × 0.3333 + 27 × 0.01, over 7 good ones.
    expect(run).toMatchObject({
      status: 'made',
      quantity: 7,
      rejected: 2,
      wasted: 5,
      scrapReason: 'The knife was blunt',
      totalCost: '7.9359',
      unitCost: '1.1337',
      costAfter: '1.1337',
    })
    expect(run.materials).toMatchObject([
      {
        id: film.id,
        perPiece: 2,
        quantity: 23,
        wasted: 5,
        lots: [
          { lotNumber: 'S1', quantity: 10, wasted: 0 },
          { lotNumber: 'S2', quantity: 13, wasted: 5 },
        ],
      },
      { id: glue.id, quantity: 27, wasted: 0, lots: [{ lotNumber: null, quantity: 27 }] },
    ])
    expect(await product(made.id)).toMatchObject({ onHand: 7, cost: '1.1337' })
    const history = await admin.do(inventoryApi.listStockHistory, { params: { id: made.id } })
    // The rejected pieces leave after they were made, so on hand is never below zero.
    expect(history.data.map((one) => [one.effect, one.onHandChange, one.onHandAfter, one.customReason])).toEqual([
      ['SCRAP', -2, 7, 'The knife was blunt'],
      ['MAKE_IN', 9, 9, null],
    ])
    const trace = await admin.do(lotsApi.traceLot, { params: { id: run.lotId ?? '' } })
    expect(trace.steps.filter((one) => one.lotId === run.lotId)).toMatchObject([{ kind: 'made', quantity: 7 }])
    expect(await brokenInvariants(server.database.db)).toEqual({})
    const refused = async (more: object) => (await make(made.id, 1, more)).body.fields
    expect(await refused({ rejected: 1 })).toEqual({ scrapReason: 'is required' })
    expect(await refused({ scrapReason: 'None' })).toEqual({
      scrapReason: 'is only allowed with rejected or wasted quantities',
    })
    const wasted = [{ itemId: made.id, quantity: 1 }]
    expect(await refused({ wasted, scrapReason: 'x' })).toEqual({
      'wasted.0.itemId': 'is not in the bill of materials',
    })
    const twice = [
      { itemId: film.id, quantity: 1 },
      { itemId: film.id, quantity: 1 },
    ]
    expect(await refused({ wasted: twice, scrapReason: 'x' })).toEqual({ 'wasted.1.itemId': 'is named twice' })
    const short = await make(made.id, 1, { wasted: [{ itemId: film.id, quantity: 36 }], scrapReason: 'x' })
    expect(short.body.details).toMatchObject([{ wanted: 38, available: 37 }])
    // The reversal undoes everything: wasted material and its cost are restored, too.
    const back = (await takeBack(run.id)).body
    expect(back).toMatchObject({ status: 'reversal', quantity: 7, rejected: 0, wasted: 0 })
    expect((await material(film.id)).stock.map((one) => [one.lotNumber, one.onHand])).toEqual([
      ['S1', 10],
      ['S2', 50],
    ])
    expect([(await material(film.id)).cost, (await material(glue.id)).onHand]).toEqual(['0.3333', 100])
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[RAW-01] filters runs by status, factory, product and material; finds them by number, lot, name and note', async () => {
    const film = await addMaterial(50, '0.50')
    const made = await addMade([[film.id, 2]], { name: 'Listed mask', lotControlled: true })
    const other = await addMade([[film.id, 1]], { name: 'Listed gown' })
    const first = (await make(made.id, 2, { note: 'Night shift' })).body
    const second = (await make(made.id, 3)).body
    const third = (await make(other.id, 1)).body
    const back = (await takeBack(first.id)).body
    const numbers = async (query: object) =>
      (await admin.do(productionApi.listRuns, { query })).data.map((one) => one.number)
    expect(await numbers({ material: film.id })).toEqual([back, third, second, first].map((one) => one.number))
    expect(await numbers({ product: made.id, status: 'made' })).toEqual([second.number])
    expect(await numbers({ product: made.id, status: 'taken_back' })).toEqual([first.number])
    expect(await numbers({ product: made.id, status: 'reversal' })).toEqual([back.number])
    expect(await numbers({ location: place.warehouse.id })).toEqual([])
    expect(await numbers({ location: factory, q: 'listed gown' })).toEqual([third.number])
    expect(await numbers({ q: 'night shift' })).toEqual([first.number])
    expect(await numbers({ q: second.lotNumber ?? '', product: made.id })).toEqual([second.number])
    const page = await admin.do(productionApi.listRuns, { query: { material: film.id, limit: 3 } })
    const next = await admin.do(productionApi.listRuns, {
      query: { material: film.id, limit: 3, cursor: page.nextCursor ?? '' },
    })
    expect([page.data.length, next.data.map((one) => one.number)]).toEqual([3, [first.number]])
    const shown = await admin.do(productionApi.getRun, { params: { id: first.id } })
    expect(shown).toMatchObject({ reversedBy: { id: back.id }, product: { id: made.id }, note: 'Night shift' })
    expect((await admin.call(productionApi.getRun, { params: { id: film.id } })).status).toBe(404)
  })

  test('[RAW-01] concurrent runs with scrap and reversals: no piece is lost, no deadlock (B16)', async () => {
    const film = await addMaterial(
      [
        ['R1', 30, 40],
        ['R2', 60, 40],
      ],
      '0.10',
    )
    const made = await addMade([[film.id, 2]])
    const scrap = { rejected: 1, wasted: [{ itemId: film.id, quantity: 1 }], scrapReason: 'Test run' }
    const answers = await Promise.all(Array.from({ length: 24 }, () => make(made.id, 1, scrap)))
    const runs = answers.flatMap((answer) => (answer.status === 201 ? answer.body.id : []))
    // Each run takes five: two for each of two pieces, and one that is wasted.
    expect(runs).toHaveLength(16)
    const back = await Promise.all([...runs, ...runs].map(takeBack))
    expect(back.filter((answer) => answer.status === 200)).toHaveLength(16)
    expect([(await material(film.id)).onHand, (await product(made.id)).onHand]).toEqual([80, 0])
    expect(await brokenInvariants(server.database.db)).toEqual({})
  }, 240_000)

  test('[RAW-01] concurrent runs on the last materials and reversals: never uses more than is on hand, no deadlock', async () => {
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
  }, 240_000)
})
