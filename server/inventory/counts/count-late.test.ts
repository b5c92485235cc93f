import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { countsApi } from '#shared/inventory/counts/api.ts'
import type { CountLine } from '#shared/inventory/counts/count.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { addPlace, addProduct } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { furthestText, pdfText } from '#test/pdf-text.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
})

async function startedCount(quantities: readonly number[], { blind = true } = {}) {
  const place = await addPlace(admin)
  const products = []
  for (const quantity of quantities) products.push(await addProduct(admin, place, { quantity, cost: '2.00' }))
  const { id } = await admin.do(countsApi.planCount, {
    body: { locationId: place.warehouse.id, recountPercent: 100, blind },
  })
  await admin.do(countsApi.startCount, { params: { id }, body: {} })
  const { data: lines } = await admin.do(countsApi.listCountLines, { params: { id }, query: {} })
  return { id, products, lines }
}
const enter = (id: string, line: CountLine | undefined, body: { counted: number; countedAt?: string }) =>
  admin.call(
    countsApi.countLine,
    { params: { id, lineId: line?.id ?? '' }, body },
    { version: line?.version ?? 0, key: randomUUID() },
  )
const take = (id: string, quantity: number) =>
  admin.do(
    inventoryApi.reduceStock,
    { params: { id }, body: { quantity, reason: 'lost_stock' } },
    { key: randomUUID() },
  )
const serverNow = async (id: string) => (await admin.do(countsApi.getCount, { params: { id } })).now
/** Ensures that the next action has a later timestamp. */
const nextMoment = () => new Promise((done) => setTimeout(done, 15))

describe('[CNT-08] a count entry sent late from offline', () => {
  test('is compared with the ledger at the time of counting, not at the time of arrival', async () => {
    const { id, products, lines } = await startedCount([10])
    const countedAt = await serverNow(id)
    await nextMoment()
    await take(products[0]?.id ?? '', 4)
    const { body } = await enter(id, lines[0], { counted: 9, countedAt })
    expect(body).toMatchObject({ state: 'counted', counted: 9 })
    expect(Date.parse(body.countedAt ?? '')).toBe(Date.parse(countedAt))
    const review = await admin.do(countsApi.finishCount, { params: { id }, body: {} })
    const { data } = await admin.do(countsApi.listCountLines, { params: { id }, query: {} })
    // 4 of the 10 pieces left after counting, so they do not count as a difference.
    expect(data[0]).toMatchObject({ counted: 9, expected: 10, difference: -1, movedSince: -4, value: '-2.00' })
    expect(review.value).toEqual({ found: '0.00', missing: '2.00', net: '-2.00' })
    await expectApplied(id, products[0]?.id ?? '', 5)
  })

  test('is compared with the current ledger if it has no count time, or a future one from a fast clock', async () => {
    const { id, products, lines } = await startedCount([10, 10])
    for (const product of products) await take(product.id, 3)
    const soon = new Date(Date.now() + 120_000).toISOString()
    expect((await enter(id, lines[0], { counted: 7 })).status).toBe(200)
    expect((await enter(id, lines[1], { counted: 7, countedAt: soon })).status).toBe(200)
    const review = await admin.do(countsApi.finishCount, { params: { id }, body: {} })
    expect(review).toMatchObject({ lines: { different: 0 }, value: { net: '0.00' } })
    const { data } = await admin.do(countsApi.listCountLines, { params: { id }, query: {} })
    for (const line of data) expect(Date.parse(line.countedAt ?? '')).toBeLessThan(Date.parse(soon))
  })

  test('is refused (422) if its count time is more than a day old or invalid', async () => {
    const { id, lines } = await startedCount([10])
    const longAgo = new Date(Date.now() - 25 * 3_600_000).toISOString()
    const late = await enter(id, lines[0], { counted: 1, countedAt: longAgo })
    expect(late).toMatchObject({ status: 422, body: { fields: { countedAt: expect.stringContaining('a day old') } } })
    expect((await enter(id, lines[0], { counted: 1, countedAt: 'noon' })).status).toBe(422)
  })

  async function expectApplied(id: string, productId: string, left: number) {
    const { version } = await admin.do(countsApi.getCount, { params: { id } })
    await admin.do(countsApi.approveCount, { params: { id }, body: {} }, { version, key: randomUUID() })
    expect((await admin.do(inventoryApi.getProduct, { params: { id: productId } })).onHand).toBe(left)
    expect(await brokenInvariants(server.database.db)).toEqual({})
  }
})

describe('[CNT-09] count sheet PDF', () => {
  const sheet = (id: string) =>
    fetch(`${server.url}/api/stock-counts/${id}/sheet.pdf`, {
      headers: { cookie: admin.cookie, 'x-requested-with': 'XMLHttpRequest' },
    })

  test('lists every line with room for the count; for a blind count it omits the expected quantities', async () => {
    for (const blind of [true, false]) {
      const { id, products } = await startedCount([4321, 20], { blind })
      const { number } = await admin.do(countsApi.getCount, { params: { id } })
      const answer = await sheet(id)
      expect(answer.headers.get('content-type')).toContain('application/pdf')
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${number}.pdf"`)
      const text = pdfText(new Uint8Array(await answer.arrayBuffer()))
      for (const word of [number, ...products.map(({ name }) => name), 'Counted', '2 lines'])
        expect(text).toContain(word)
      expect(text.includes('4,321'), `blind: ${blind}`).toBe(!blind)
      expect(text.includes('Expected')).toBe(!blind)
    }
  })

  test('leaves room to write beside a product name of one long word, in blind and open counts', async () => {
    const place = await addPlace(admin)
    await addProduct(admin, place, { name: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenband', quantity: 5 })
    for (const blind of [true, false]) {
      const { id } = await admin.do(countsApi.planCount, { body: { locationId: place.warehouse.id, blind } })
      await admin.do(countsApi.startCount, { params: { id }, body: {} })
      const pdf = new Uint8Array(await (await sheet(id)).arrayBuffer())
      expect(pdfText(pdf)).toContain('Again')
      expect(furthestText(pdf)).toBeLessThan(595.28 - 36)
    }
  })

  test('wraps long location names and notes beside the QR code; writes "1 line" in the singular', async () => {
    const place = await addPlace(admin)
    const word = 'Zentrallagerhaus'.repeat(9)
    const store = await admin.do(inventoryApi.createLocation, { body: { name: word, type: 'Warehouse' } })
    await addProduct(admin, place, { warehouse: store.id, quantity: 5 })
    const body = { locationId: store.id, note: 'Langestrassenamen'.repeat(12) }
    const { id } = await admin.do(countsApi.planCount, { body })
    await admin.do(countsApi.startCount, { params: { id }, body: {} })
    const text = pdfText(new Uint8Array(await (await sheet(id)).arrayBuffer()))
    for (const long of [word, body.note]) {
      expect(text).not.toContain(long)
      expect(text.replaceAll('\n', '')).toContain(long)
    }
    expect(text).toMatch(/\b1 line ·/)
  })

  test('is refused before the count is started (409) and for an unknown count (404)', async () => {
    const place = await addPlace(admin)
    const { id } = await admin.do(countsApi.planCount, { body: { locationId: place.warehouse.id } })
    const early = await sheet(id)
    expect([early.status, await early.json()]).toMatchObject([409, { code: 'NOT_READY' }])
    expect((await sheet(randomUUID())).status).toBe(404)
  })
})
