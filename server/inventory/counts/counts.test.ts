import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { exceeds, stateAfter } from '#shared/inventory/counts/count-transitions.ts'
import { countsApi } from '#shared/inventory/counts/api.ts'
import type { CountLine } from '#shared/inventory/counts/count.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { scanApi } from '#shared/inventory/lots/scan-api.ts'
import { compareNames } from '#shared/natural-order.ts'
import { transfersApi } from '#shared/inventory/transfers/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct, type TestPlace } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { pdfText } from '#test/pdf-text.ts'
import { type Client, patient, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let accountId: string
beforeAll(async () => {
  server = await startServer({ max: 16 })
  admin = patient(await server.as('admin'))
  accountId = (await addAccount(admin)).id
})

type Plan = Parameters<typeof admin.do<(typeof countsApi.planCount)['spec']>>[1]['body']
/** A started count of its own warehouse. */
async function startedCount(quantities: readonly number[], plan: Partial<Plan> = {}) {
  const place = await addPlace(admin)
  const products = []
  for (const quantity of quantities) products.push(await addProduct(admin, place, { quantity, cost: '2.50' }))
  const { id } = await admin.do(countsApi.planCount, {
    body: { locationId: place.warehouse.id, recountPercent: 100, ...plan },
  })
  const count = await admin.do(countsApi.startCount, { params: { id }, body: {} })
  return { place, products, id, count }
}
const linesOf = async (id: string, query: { show?: 'all' | 'todo' | 'different'; q?: string } = {}, client = admin) =>
  (await client.do(countsApi.listCountLines, { params: { id }, query: { limit: 200, ...query } })).data
const enter = (id: string, line: Pick<CountLine, 'id' | 'version'>, counted: number, client = admin) =>
  client.call(countsApi.countLine, { params: { id, lineId: line.id }, body: { counted } }, { version: line.version })
async function countAll(id: string, counted: (line: CountLine) => number) {
  for (const line of await linesOf(id)) expect((await enter(id, line, counted(line))).status).toBe(200)
}
const finish = (id: string, leaveOut = false) =>
  admin.call(countsApi.finishCount, { params: { id }, body: { leaveOut } })
async function approve(id: string, client = admin, key: string = randomUUID()) {
  const { version } = await admin.do(countsApi.getCount, { params: { id } })
  return client.call(countsApi.approveCount, { params: { id }, body: {} }, { version, key })
}
const raise = (): never => {
  throw new Error('There is no such line')
}
const sheetOf = async (id: string) => {
  const answer = await fetch(`${server.url}/api/stock-counts/${id}/sheet.pdf`, { headers: { cookie: admin.cookie } })
  return pdfText(new Uint8Array(await answer.arrayBuffer()))
}
const onHand = async (id: string) => (await admin.do(inventoryApi.getProduct, { params: { id } })).onHand
const healthy = async () => expect(await brokenInvariants(server.database.db)).toEqual({})

describe('[CNT-01] from plan to entries', () => {
  test('sorts count lines by name in natural order ("size 2" before "size 10"), also across pages', async () => {
    const place = await addPlace(admin)
    const names = ['Stocking, size 10', 'stocking, size 2', 'Stocking, size 9', 'Band 300 cm', 'Band 30 cm'] as const
    for (const name of names) await addProduct(admin, place, { name, quantity: 1 })
    const { id } = await admin.do(countsApi.planCount, { body: { locationId: place.warehouse.id } })
    await admin.do(countsApi.startCount, { params: { id }, body: {} })
    const seen: string[] = []
    for (let cursor: string | undefined, pages = 0; pages < 3; pages += 1) {
      const page = await admin.do(countsApi.listCountLines, { params: { id }, query: { limit: 2, cursor } })
      seen.push(...page.data.map(({ product }) => product.name))
      cursor = page.nextCursor ?? undefined
    }
    expect(seen).toEqual(names.toSorted(compareNames))
    expect(seen[0]).toBe('Band 30 cm')
  })

  test('plans, starts, counts, reviews and applies a count; its ledger entries equal its differences', async () => {
    const { products, id, count } = await startedCount([10, 20, 30])
    expect(count).toMatchObject({
      status: 'COUNTING',
      blind: true,
      lines: { total: 3, open: 3, recount: 0 },
      value: null,
    })
    expect(count.number).toMatch(/^CNT-\d{4}-\d{6}$/)
    const found = new Map([
      [products[0]?.id, 8],
      [products[1]?.id, 20],
      [products[2]?.id, 33],
    ])
    await countAll(id, (line) => found.get(line.product.id) ?? 0)
    expect((await finish(id)).body).toMatchObject({
      status: 'REVIEW',
      lines: { total: 3, open: 0, recount: 0, different: 2 },
      value: { found: '7.50', missing: '5.00', net: '2.50' },
    })
    expect((await linesOf(id, { show: 'different' })).map((line) => [line.difference, line.value])).toEqual([
      [-2, '-5.00'],
      [3, '7.50'],
    ])
    const applied = await approve(id)
    expect(applied.body).toMatchObject({
      status: 'APPLIED',
      moves: [{ move: 'plan' }, { move: 'start' }, { move: 'finish' }, { move: 'approve' }],
    })
    expect(await Promise.all(products.map((one) => onHand(one.id)))).toEqual([8, 20, 33])
    const { data } = await admin.do(inventoryApi.listStockHistory, { params: { id: products[0]?.id ?? '' }, query: {} })
    expect(data[0]).toMatchObject({
      effect: 'ADJUST',
      onHandChange: -2,
      reason: 'physical_audit',
      document: { type: 'count', id, number: applied.body.number },
    })
    await healthy()
  })

  test('finds a count by its number, in the list by status and location, and by scanning its number', async () => {
    const { id, place, count } = await startedCount([1])
    const list = (query: object) => admin.do(countsApi.listCounts, { query })
    expect((await list({ q: count.number })).data.map((one) => one.id)).toEqual([id])
    expect((await list({ location: place.warehouse.id })).data.map((one) => one.id)).toEqual([id])
    expect((await list({ location: place.warehouse.id, status: 'PLANNED' })).data).toEqual([])
    const { found } = await admin.do(scanApi.scan, { query: { code: count.number } })
    expect(found).toMatchObject([{ type: 'stockCount', id, secondary: place.warehouse.name }])
  })

  test('category and location filters combine; the preview shows the number of lines', async () => {
    const [place, other] = [await addPlace(admin), await addPlace(admin)]
    await addProduct(admin, place, { quantity: 5 })
    await addProduct(admin, place, { quantity: 5, category: other.category.name })
    await addProduct(admin, place, { quantity: 0 })
    const preview = async (query: object) => (await admin.do(countsApi.previewCount, { query })).lines
    expect(await preview({ locationId: place.warehouse.id })).toBe(2)
    expect(await preview({ categoryId: other.category.id })).toBe(1)
    expect(await preview({ categoryId: other.category.id, locationId: other.warehouse.id })).toBe(0)
    const plan = await admin.do(countsApi.planCount, {
      body: { categoryId: other.category.id, locationId: place.warehouse.id },
    })
    const started = await admin.do(countsApi.startCount, { params: { id: plan.id }, body: {} })
    expect(started).toMatchObject({ lines: { total: 1 }, category: { name: other.category.name } })
  })

  test('ABC classes follow the cost value of goods shipped within a year: up to 80 % is A, up to 95 % is B', async () => {
    const own = await startServer()
    const boss = await own.as('admin')
    const place = await addPlace(boss)
    const account = await addAccount(boss)
    const sold: [string, number][] = []
    // Values 800, 150, 50: the second item starts at 80 %, the third at 95 %.
    for (const [cost, quantity] of [
      ['80.00', 10],
      ['15.00', 10],
      ['5.00', 10],
    ] as const) {
      sold.push([(await addProduct(boss, place, { quantity: 100, cost })).id, quantity])
    }
    await addProduct(boss, place, { quantity: 7, cost: '900.00' })
    const order = await addOrder(boss, account.id, sold)
    await boss.do(salesApi.confirm, { params: { id: order.id }, body: {} })
    const lines = async (abcClass: 'A' | 'B' | 'C') =>
      (await boss.do(countsApi.previewCount, { query: { abcClass } })).lines
    expect([await lines('A'), await lines('B'), await lines('C')]).toEqual([0, 0, 4])
    await boss.do(salesApi.ready, { params: { id: order.id }, body: {} })
    expect([await lines('A'), await lines('B'), await lines('C')]).toEqual([1, 1, 2])
    const { id } = await boss.do(countsApi.planCount, { body: { abcClass: 'A' } })
    await boss.do(countsApi.startCount, { params: { id }, body: {} })
    const { data } = await boss.do(countsApi.listCountLines, { params: { id }, query: {} })
    expect(data.map((line) => line.product.id)).toEqual([sold[0]?.[0]])
  })

  test('goods found without ledger stock are added as a line, with a new lot if the product is lot-controlled', async () => {
    const { id, place } = await startedCount([4])
    const plain = await addProduct(admin, place)
    const byLots = await addProduct(admin, place, { lotControlled: true })
    const add = (productId: string, more: object = {}) =>
      admin.call(countsApi.addCountLine, {
        params: { id },
        body: { productId, locationId: place.warehouse.id, ...more },
      })
    const first = await add(plain.id)
    expect([first.status, first.body.added, first.body.state]).toEqual([201, true, 'open'])
    expect((await add(plain.id)).body.id).toBe(first.body.id)
    expect((await add(byLots.id)).body.fields).toHaveProperty('lotNumber')
    expect((await add(randomUUID())).body.fields).toHaveProperty('productId')
    expect((await add(plain.id, { locationId: (await addPlace(admin)).warehouse.id })).body.fields).toHaveProperty(
      'locationId',
    )
    const lot = await add(byLots.id, { lotNumber: 'FOUND-1', expiryDate: '2031-05-31' })
    expect(lot.body.lot).toMatchObject({ lotNumber: 'FOUND-1', expiryDate: '2031-05-31' })
    await countAll(id, (line) => (line.product.id === byLots.id ? 12 : line.product.id === plain.id ? 3 : 4))
    await countAll(id, (line) => (line.product.id === byLots.id ? 12 : line.product.id === plain.id ? 3 : 4))
    expect((await finish(id)).status).toBe(200)
    expect((await approve(id)).status).toBe(200)
    expect([await onHand(plain.id), await onHand(byLots.id)]).toEqual([3, 12])
    await healthy()
  })

  test('uncounted lines can be left out of the review and change no stock', async () => {
    const { id, products } = await startedCount([10, 10])
    expect((await finish(id)).body).toMatchObject({ code: 'NOT_READY', error: 'No line is counted yet.' })
    const [line] = await linesOf(id)
    if (line) await enter(id, line, 9)
    expect((await finish(id)).body).toMatchObject({ code: 'NOT_READY', error: 'One line is not counted yet.' })
    expect((await finish(id, true)).body).toMatchObject({ status: 'REVIEW', lines: { open: 1, different: 1 } })
    expect((await approve(id)).status).toBe(200)
    expect((await Promise.all(products.map((one) => onHand(one.id)))).toSorted()).toEqual([10, 9].toSorted())
    await healthy()
  })
})

describe('[CNT-02] a blind count', () => {
  test('hides expected quantities until the review, also from administrators', async () => {
    const { id } = await startedCount([10])
    const [line] = await linesOf(id)
    if (!line) throw new Error('No line')
    expect(line).toMatchObject({ expected: null, counted: null, difference: null, value: null, movedSince: null })
    expect(line.product).toBeTruthy()
    const entered = await enter(id, line, 7)
    expect(entered.body).toMatchObject({ counted: 7, expected: null, difference: null, value: null, movedSince: null })
    expect(await linesOf(id, { show: 'different' })).toEqual([])
    expect(await admin.do(countsApi.getCount, { params: { id } })).toMatchObject({
      value: null,
      lines: { different: null },
    })
    await finish(id)
    expect((await linesOf(id))[0]).toMatchObject({ expected: 10, counted: 7, difference: -3, value: '-7.50' })
  })
  test('an open count shows the expected quantity from the start', async () => {
    const { id } = await startedCount([10], { blind: false })
    expect((await linesOf(id))[0]).toMatchObject({ expected: 10, counted: null })
  })
  test('hides the first count of a line that waits for a recount', async () => {
    const { id } = await startedCount([100], { recountPercent: 0, recountPieces: 2 })
    const [line] = await linesOf(id)
    if (line) expect((await enter(id, line, 90)).body).toMatchObject({ state: 'recount', counted: null, rounds: 1 })
    expect((await linesOf(id, { show: 'todo' }))[0]).toMatchObject({ state: 'recount', counted: null })
  })
  test('a line that waits for a recount is not counted as different, neither in the total nor in the list', async () => {
    const { id } = await startedCount([100], { recountPercent: 0, recountPieces: 2, blind: false })
    const [line] = await linesOf(id)
    if (line) expect((await enter(id, line, 90)).body).toMatchObject({ state: 'recount' })
    expect((await admin.do(countsApi.getCount, { params: { id } })).lines).toMatchObject({ recount: 1, different: 0 })
    expect(await linesOf(id, { show: 'different' })).toEqual([])
  })
})

describe('[CNT-03] a recount', () => {
  test('is required if the difference exceeds both the pieces and the percentage', () => {
    expect(exceeds({ percent: 5, pieces: 2 }, 95, 100)).toBe(false)
    expect(exceeds({ percent: 5, pieces: 2 }, 94, 100)).toBe(true)
    expect(exceeds({ percent: 5, pieces: 2 }, 8, 10)).toBe(false)
    expect(exceeds({ percent: 5, pieces: 2 }, 3, 0)).toBe(true)
    expect(exceeds({ percent: 0, pieces: 0 }, 1, 1)).toBe(false)
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), fc.nat(100), fc.nat(50), (counted, expected, percent, pieces) => {
        const state = stateAfter({ percent, pieces }, { counted, expected }, null)
        expect(state).toBe(exceeds({ percent, pieces }, counted, expected) ? 'recount' : 'counted')
        // A second count with the same difference settles the line, whatever the stock is by then.
        expect(
          stateAfter({ percent, pieces }, { counted: counted + 5, expected: expected + 5 }, { counted, expected }),
        ).toBe('counted')
      }),
    )
  })
  test('repeats until two counts agree; the review is refused until then', async () => {
    const { id } = await startedCount([100], { recountPercent: 5, recountPieces: 2 })
    const line = async () => (await linesOf(id))[0] as CountLine
    expect((await enter(id, await line(), 50)).body.state).toBe('recount')
    expect((await finish(id)).body).toMatchObject({
      code: 'NOT_READY',
      error: 'One line waits for a recount.',
    })
    expect((await enter(id, await line(), 60)).body.state).toBe('recount')
    expect((await enter(id, await line(), 60)).body).toMatchObject({ state: 'counted', rounds: 3, counted: 60 })
    expect((await finish(id)).status).toBe(200)
  })
  test('can be requested in the review; the count can be finished again only after the recount', async () => {
    const { id } = await startedCount([10, 10])
    await countAll(id, () => 9)
    await finish(id)
    const [line] = await linesOf(id)
    const back = (lines: string[]) => admin.call(countsApi.recountLines, { params: { id }, body: { lines } })
    expect((await back([randomUUID()])).body.fields).toHaveProperty('lines')
    expect((await back([line?.id ?? ''])).body).toMatchObject({ status: 'COUNTING', lines: { recount: 1 } })
    expect((await finish(id)).status).toBe(409)
    await enter(id, (await linesOf(id, { show: 'todo' }))[0] as CountLine, 10)
    expect((await finish(id)).body).toMatchObject({ status: 'REVIEW', lines: { different: 1 } })
  })
})

describe('[CNT-04] (B4, B5) while the stock moves', () => {
  async function sell(productId: string, quantity: number) {
    const order = await addOrder(admin, accountId, [[productId, quantity]])
    await admin.do(salesApi.confirm, { params: { id: order.id }, body: {} })
    return order
  }

  test('a sale between count and approval stays booked: the difference is calculated at the time of counting', async () => {
    const { id, products } = await startedCount([50])
    const productId = products[0]?.id ?? ''
    await countAll(id, () => 48)
    const order = await sell(productId, 10)
    await admin.do(salesApi.ready, { params: { id: order.id }, body: {} })
    await admin.do(inventoryApi.addStock, { params: { id: productId }, body: { quantity: 3, reason: 'return' } })
    await finish(id)
    expect((await linesOf(id))[0]).toMatchObject({ expected: 50, counted: 48, difference: -2, movedSince: -7 })
    expect((await approve(id)).status).toBe(200)
    expect(await onHand(productId)).toBe(41)
    await healthy()
  })

  test('approval is refused (409) if the count would take stock reserved by a transfer; the refusal names the transfer', async () => {
    const { id, products, place } = await startedCount([20])
    const productId = products[0]?.id ?? ''
    const { warehouse: destination } = await addPlace(admin)
    const lines = [{ itemId: productId, quantity: 8 }]
    const body = { sourceId: place.warehouse.id, destinationId: destination.id, lines }
    const transfer = await admin.do(transfersApi.createTransfer, { body })
    await countAll(id, () => 5)
    await finish(id)
    const refused = await approve(id)
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      409,
      'COMMITTED_TO_ORDERS',
      'More is reserved for open documents than was counted on one line. Release it there or count again.',
    ])
    expect(refused.body.details).toMatchObject([
      { orders: [{ type: 'transfer', id: transfer.id, number: transfer.number, quantity: 8 }] },
    ])
  })

  test('[CNT-01, TRF-01] goods in transit are not expected at the source, though the ledger keeps them there until they arrive', async () => {
    const { id, products, place } = await startedCount([20, 10, 7], { blind: false })
    const { warehouse: destination } = await addPlace(admin)
    const sent = async (productId: string, quantity: number) => {
      const body = {
        sourceId: place.warehouse.id,
        destinationId: destination.id,
        lines: [{ itemId: productId, quantity }],
      }
      const params = { id: (await admin.do(transfersApi.createTransfer, { body })).id }
      await admin.do(transfersApi.dispatchTransfer, { params, body: {} })
      return params
    }
    const [still, arrived, back] = products.map((product) => product.id) as [string, string, string]
    const roads = [await sent(still, 8), await sent(arrived, 4), await sent(back, 7)] as const
    const lines = await linesOf(id)
    const ofProduct = (productId: string) => lines.find((line) => line.product.id === productId)
    expect([still, arrived, back].map((one) => ofProduct(one)?.expected)).toEqual([12, 6, 0])
    // Counted offline before the second transfer arrived, but sent after it.
    const countedAt = (await admin.do(countsApi.getCount, { params: { id } })).now
    await new Promise((done) => setTimeout(done, 15))
    await admin.do(transfersApi.completeTransfer, { params: roads[1], body: {} })
    const late = ofProduct(arrived)
    const body = { counted: 6, countedAt }
    expect(
      (
        await admin.call(
          countsApi.countLine,
          { params: { id, lineId: late?.id ?? '' }, body },
          { version: late?.version ?? 0 },
        )
      ).body,
    ).toMatchObject({ state: 'counted', expected: 6, difference: 0, movedSince: 0 })
    expect((await enter(id, ofProduct(still) ?? raise(), 11)).body).toMatchObject({ expected: 12, difference: -1 })
    expect((await enter(id, ofProduct(back) ?? raise(), 0)).body).toMatchObject({ difference: 0, movedSince: 0 })
    await admin.do(transfersApi.undispatchTransfer, { params: roads[2], body: {} })
    await finish(id)
    expect((await approve(id)).status).toBe(200)
    const { stock: shown } = await admin.do(inventoryApi.getProduct, { params: { id: still } })
    expect(shown).toMatchObject([{ onHand: 19, committed: 8, inTransit: 8 }])
    await admin.do(transfersApi.completeTransfer, { params: roads[0], body: {} })
    const stock = async (productId: string) => {
      const { stock: places } = await admin.do(inventoryApi.getProduct, { params: { id: productId } })
      return places.find(({ location }) => location.id === place.warehouse.id)?.onHand
    }
    expect([await stock(still), await stock(arrived), await stock(back)]).toEqual([11, 6, 7])
    await healthy()
  })

  test('[CNT-01, SO-02] goods being picked are still expected at their location; the line and the count sheet mark them', async () => {
    const { id, products, place } = await startedCount([20])
    const line = async () => (await linesOf(id))[0] ?? raise()
    const { id: order } = await sell(products[0]?.id ?? '', 8)
    expect(await line()).toMatchObject({ isBeingPicked: false })
    expect(await sheetOf(id)).not.toContain('being picked')
    await admin.do(salesApi.startPicking, { params: { id: order }, body: {} })
    expect(await line()).toMatchObject({ isBeingPicked: true, picking: null, expected: null })
    expect(await sheetOf(id)).toContain('Some are being picked: count them, too')
    const open = await admin.do(countsApi.planCount, { body: { locationId: place.warehouse.id, blind: false } })
    await admin.do(countsApi.startCount, { params: { id: open.id }, body: {} })
    expect((await linesOf(open.id))[0]).toMatchObject({ isBeingPicked: true, picking: 8, expected: 20 })
    expect(await sheetOf(open.id)).toContain('8 are being picked: count them, too')
    expect((await enter(id, await line(), 20)).body).toMatchObject({ isBeingPicked: true, picking: null })
    // Once packed, the goods have also left the ledger.
    await admin.do(salesApi.ready, { params: { id: order }, body: {} })
    expect(await line()).toMatchObject({ isBeingPicked: false })
    await finish(id)
    expect(await line()).toMatchObject({ expected: 20, difference: 0, movedSince: -8 })
  })

  test('approval is refused (409) with the orders if it would take their committed stock; it succeeds once they release it', async () => {
    const { id, products, place } = await startedCount([20])
    const productId = products[0]?.id ?? ''
    await countAll(id, () => 5)
    const order = await sell(productId, 8)
    await finish(id)
    const refused = await approve(id)
    expect([refused.status, refused.body.code]).toEqual([409, 'COMMITTED_TO_ORDERS'])
    expect(refused.body.details).toMatchObject([
      {
        product: { id: productId },
        location: place.warehouse.name,
        left: 5,
        committed: 8,
        orders: [{ type: 'sales_order', id: order.id, number: order.number, quantity: 8 }],
      },
    ])
    expect(await onHand(productId)).toBe(20)
    await admin.do(salesApi.unconfirm, { params: { id: order.id }, body: { reason: 'Miscounted' } })
    expect((await approve(id)).status).toBe(200)
    expect(await onHand(productId)).toBe(5)
    await healthy()
  })

  test('a line corrected by another count in between is not corrected twice: 412, then it is counted again', async () => {
    const { id, products } = await startedCount([10])
    const duplicate = await admin.do(countsApi.planCount, {
      body: { locationId: products[0]?.warehouse.id ?? '', recountPercent: 100 },
    })
    await admin.do(countsApi.startCount, { params: { id: duplicate.id }, body: {} })
    for (const one of [id, duplicate.id]) {
      await countAll(one, () => 8)
      await finish(one)
    }
    expect((await approve(id)).status).toBe(200)
    const second = await approve(duplicate.id)
    expect([second.status, second.body.code]).toEqual([412, 'VERSION_CONFLICT'])
    const { lines } = second.body.details as { lines: { lineId: string; correctedBy: string }[] }
    expect(lines[0]?.correctedBy).toMatch(/^CNT-/)
    await admin.do(countsApi.recountLines, {
      params: { id: duplicate.id },
      body: { lines: lines.map((line) => line.lineId) },
    })
    await countAll(duplicate.id, () => 8)
    await finish(duplicate.id)
    expect((await approve(duplicate.id)).status).toBe(200)
    expect(await onHand(products[0]?.id ?? '')).toBe(8)
    await healthy()
  })

  test('concurrent sales, count entries and an approval: every piece is accounted for', async () => {
    const { id, products } = await startedCount([200, 200, 200])
    const ids = products.map((one) => one.id)
    const orders = await Promise.all(
      Array.from({ length: 12 }, (_one, at) => addOrder(admin, accountId, [[ids[at % 3] ?? '', 5]])),
    )
    const lines = await linesOf(id)
    const work = orders.flatMap(({ id: order }, at) => {
      const line = lines[at % 3] as CountLine
      return [
        admin.call(salesApi.ready, { params: { id: order }, body: {} }),
        admin.call(salesApi.confirm, { params: { id: order }, body: {} }),
        enter(id, line, 150),
      ]
    })
    const answers = await Promise.all(work)
    // Of the four requests for each line one succeeded; the others had an outdated version (412).
    expect(answers.filter((_one, at) => at % 3 === 2 && _one.status === 200)).toHaveLength(3)
    expect(answers.filter((_one, at) => at % 3 === 2 && _one.status === 412)).toHaveLength(9)
    expect((await finish(id)).status).toBe(200)
    const before = await Promise.all(ids.map(onHand))
    const differences = new Map((await linesOf(id)).map((line) => [line.product.id, line.difference ?? 0]))
    const more = await Promise.all(ids.map((product) => addOrder(admin, accountId, [[product, 1]])))
    const [applied] = await Promise.all([
      approve(id),
      ...more.map((order) => admin.call(salesApi.confirm, { params: { id: order.id }, body: {} })),
    ])
    expect(applied.status).toBe(200)
    expect(await Promise.all(ids.map(onHand))).toEqual(
      ids.map((one, at) => (before[at] ?? 0) + (differences.get(one) ?? 0)),
    )
    await healthy()
  }, 240_000)
})

describe('[CNT-05] concurrent requests', () => {
  test('two users count the same line: the second gets a version conflict naming the first, and can count again', async () => {
    const { id } = await startedCount([10])
    const [line] = await linesOf(id)
    if (!line) throw new Error('No line')
    const other = await server.as('staff', { inventory: { view: true, edit: true } })
    const answers = await Promise.all([enter(id, line, 9), enter(id, line, 8, other)])
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 412])
    const lost = answers.find((answer) => answer.status === 412)
    expect(lost?.body).toMatchObject({
      code: 'VERSION_CONFLICT',
      error: expect.stringContaining('also counted this line'),
    })
    const { version } = (lost?.body.details ?? {}) as { version: number }
    expect((await enter(id, { ...line, version }, 8)).body).toMatchObject({ counted: 8, rounds: 2 })
    await healthy()
  })
  test('ten concurrent approvals book the count only once', async () => {
    const { id, products } = await startedCount([10])
    await countAll(id, () => 7)
    await finish(id)
    const { version } = await admin.do(countsApi.getCount, { params: { id } })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => admin.call(countsApi.approveCount, { params: { id }, body: {} }, { version })),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.every((answer) => [200, 412].includes(answer.status))).toBe(true)
    expect(await onHand(products[0]?.id ?? '')).toBe(7)
    const { rows } = await sql`select 1 from stock_entry where source_id = ${id}`.execute(server.database.db)
    expect(rows).toHaveLength(1)
    const key = randomUUID()
    expect((await approve(id, admin, key)).body.code).toBe('INVALID_TRANSITION')
    await healthy()
  })
  test('race of counting and finishing: the entry is part of the review, or it is refused', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id } = await startedCount([10, 10])
      const [first, second] = await linesOf(id)
      if (!first || !second) throw new Error('No lines')
      await enter(id, first, 10)
      const [entered, finished] = await Promise.all([enter(id, second, 9), finish(id, true)])
      expect(finished.status).toBe(200)
      const after = await admin.do(countsApi.getCount, { params: { id } })
      expect(after.lines.open).toBe(entered.status === 200 ? 0 : 1)
      if (entered.status !== 200) expect(entered.body.code).toBe('INVALID_TRANSITION')
    }
  })
})

describe('[CNT-06] refusals', () => {
  let place: TestPlace
  beforeAll(async () => {
    place = await addPlace(admin)
  })
  test('[CNT-01, LOC-01] a location with an open count cannot be deleted until the count is over', async () => {
    const { warehouse: away } = await addPlace(admin)
    const product = await addProduct(admin, place)
    const change = (reason: 'purchase_order' | 'lost_stock') => ({
      params: { id: product.id },
      body: { quantity: 5, locationId: away.id, reason } as never,
    })
    await admin.do(inventoryApi.addStock, change('purchase_order'))
    const { id } = await admin.do(countsApi.planCount, { body: { categoryId: place.category.id } })
    await admin.do(countsApi.startCount, { params: { id }, body: {} })
    await admin.do(inventoryApi.reduceStock, change('lost_stock'))
    const drop = () => admin.call(inventoryApi.deleteLocation, { params: { id: away.id } })
    expect((await drop()).body.error).toBe('1 count is open here.')
    await admin.do(countsApi.cancelCount, { params: { id }, body: { reason: 'Not today' } })
    expect((await drop()).status).toBe(204)
  })

  test('refuses invalid transitions, lines of other counts, and entries without version, key or a valid quantity', async () => {
    const { id } = await startedCount([5])
    const other = await startedCount([5])
    const [line] = await linesOf(id)
    if (!line) throw new Error('No line')
    expect((await admin.call(countsApi.startCount, { params: { id }, body: {} })).body).toMatchObject({
      code: 'INVALID_TRANSITION',
      details: { status: 'COUNTING', allowed: ['finish', 'cancel'] },
    })
    expect((await approve(id)).body.code).toBe('INVALID_TRANSITION')
    expect((await enter(other.id, line, 5)).status).toBe(404)
    expect((await enter(randomUUID(), line, 5)).status).toBe(404)
    const path = `/api/stock-counts/${id}/lines/${line.id}/entries`
    expect((await admin.send('POST', path, { counted: 5 }, { 'idempotency-key': randomUUID() })).status).toBe(428)
    expect((await admin.send('POST', path, { counted: 5 }, { 'if-match': '"v1"' })).status).toBe(400)
    for (const counted of [-1, 1.5, 1e10, '5', null]) {
      const { status } = await admin.send(
        'POST',
        path,
        { counted },
        { 'if-match': '"v1"', 'idempotency-key': randomUUID() },
      )
      expect(status, String(counted)).toBe(422)
    }
    expect((await enter(id, { ...line, version: 9 }, 5)).status).toBe(412)
  })
  test('refuses empty plans, unknown scopes, invalid values and unknown keys; refuses to start a count without stock', async () => {
    const plan = (body: object) => admin.send('POST', '/api/stock-counts', body)
    for (const body of [
      {},
      { locationId: randomUUID() },
      { categoryId: randomUUID() },
      { abcClass: 'D' },
      { abcClass: 'A', more: 1 },
      { abcClass: 'A', recountPercent: 101 },
    ]) {
      expect((await plan(body)).status, JSON.stringify(body)).toBe(422)
    }
    const { id } = await admin.do(countsApi.planCount, { body: { locationId: place.warehouse.id } })
    const empty = await admin.call(countsApi.startCount, { params: { id }, body: {} })
    expect(empty.body).toMatchObject({
      code: 'NOT_READY',
      error: expect.stringContaining('no stock in this scope'),
    })
    expect((await admin.call(countsApi.getCount, { params: { id: randomUUID() } })).status).toBe(404)
    expect((await admin.call(countsApi.listCountLines, { params: { id: randomUUID() }, query: {} })).status).toBe(404)
  })
  test('a cancelled count books nothing and accepts no more entries', async () => {
    const { id, products } = await startedCount([5])
    const [line] = await linesOf(id)
    await countAll(id, () => 1)
    const cancelled = await admin.do(countsApi.cancelCount, { params: { id }, body: { reason: 'Wrong day' } })
    expect(cancelled).toMatchObject({ status: 'CANCELLED', moves: [{}, {}, { move: 'cancel', reason: 'Wrong day' }] })
    expect((await enter(id, { id: line?.id ?? '', version: 2 }, 5)).body).toMatchObject({
      code: 'INVALID_TRANSITION',
      error: 'This count is cancelled.',
    })
    expect(await onHand(products[0]?.id ?? '')).toBe(5)
    await healthy()
  })
  test('users with edit permission can count, but approval needs delete permission', async () => {
    const { id } = await startedCount([5])
    const clerk = await server.as('staff', { inventory: { view: true, edit: true } })
    const [line] = await linesOf(id, {}, clerk)
    if (line) expect((await enter(id, line, 4, clerk)).status).toBe(200)
    await finish(id)
    expect((await approve(id, clerk)).status).toBe(403)
    const head = await server.as('staff', { inventory: { view: true, delete: true } })
    expect((await approve(id, head)).status).toBe(200)
    await healthy()
  })
})
