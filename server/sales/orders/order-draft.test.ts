import { beforeAll, describe, expect, test } from 'vitest'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct, type TestPlace } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let place: TestPlace
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
  place = await addPlace(admin)
})

const tiers = { retail: '10.0000', wholesale: '9.1234', distributor: '8.5', highVolume: '7' }

describe('a draft', () => {
  test.each(['retail', 'wholesale', 'distributor', 'highVolume'] as const)(
    'uses the customer’s price tier: %s',
    async (priceTier) => {
      const product = await addProduct(admin, place, { price: '11.00', priceTiers: tiers })
      const account = await addAccount(admin, { priceTier })
      const order = await addOrder(admin, account.id, [[product.id, 3]])
      const price = Number(tiers[priceTier])
      expect(order.orderLines[0]).toMatchObject({ priceTier, total: (Math.round(price * 300) / 100).toFixed(2) })
      expect(order.total).toBe(order.orderLines[0]?.total)
    },
  )

  test('a line can use another tier; without a tier price, the list price applies; an entered price takes precedence', async () => {
    const product = await addProduct(admin, place, { price: '11.00', priceTiers: { wholesale: '9' } })
    const account = await addAccount(admin, { priceTier: 'retail' })
    const order = await admin.do(salesApi.createOrder, {
      body: {
        accountId: account.id,
        lines: [
          { productId: product.id, quantity: 1 },
          { productId: product.id, quantity: 1, priceTier: 'wholesale' },
          { productId: product.id, quantity: 2, unitPrice: '0.125' },
        ],
      },
    })
    expect(order.orderLines.map((line) => [line.unitPrice, line.total, line.priceTier])).toEqual([
      ['11.00', '11.00', 'retail'],
      ['9.00', '9.00', 'wholesale'],
      ['0.125', '0.25', null],
    ])
    expect(order.total).toBe('20.25')
  })

  test('users who may not edit products cannot enter a price', async () => {
    const product = await addProduct(admin, place)
    const account = await addAccount(admin)
    const rep = await server.as('sales_rep')
    const body = { accountId: account.id, lines: [{ productId: product.id, quantity: 1, unitPrice: '0.01' }] }
    const answer = await rep.call(salesApi.createOrder, { body })
    expect([answer.status, answer.body.fields]).toEqual([
      422,
      { 'lines.0.unitPrice': 'can only be set by people who can edit products' },
    ])
  })

  test('a sales representative without invoice permission can confirm an order; its invoice stays hidden from them', async () => {
    const product = await addProduct(admin, place, { quantity: 5 })
    const account = await addAccount(admin)
    const rep = await server.as('sales_rep')
    const order = await addOrder(rep, account.id, [[product.id, 1]])
    const confirmed = await rep.do(salesApi.confirm, { params: { id: order.id }, body: {} })
    expect(confirmed).toMatchObject({ status: 'CONFIRMED', invoice: null, paymentStatus: null })
    expect(await admin.do(salesApi.getOrder, { params: { id: order.id } })).toMatchObject({ paymentStatus: 'Unpaid' })
  })

  test.each([
    ['lines', [], 'lines'],
    ['lines', [{ quantity: 1 }], 'lines.0.productId'],
    ['lines', [{ productId: '01890000-0000-7000-8000-000000000000', quantity: 1 }], 'lines.0.productId'],
    ['accountId', '01890000-0000-7000-8000-000000000000', 'accountId'],
    ['requestedDate', '2026-02-30', 'requestedDate'],
    ['status', 'DELIVERED', 'status'],
    ['total', '0.00', 'total'],
  ])('%s %j is refused', async (field, value, named) => {
    const product = await addProduct(admin, place)
    const account = await addAccount(admin)
    const body = { accountId: account.id, lines: [{ productId: product.id, quantity: 1 }], [field]: value }
    const answer = await admin.send('POST', '/api/sales-orders', body)
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, [named]])
  })

  test.each([0, -1, 1.5, '2', 1_000_000_001])('a quantity of %j is refused', async (quantity) => {
    const product = await addProduct(admin, place)
    const account = await addAccount(admin)
    const answer = await admin.send('POST', '/api/sales-orders', {
      accountId: account.id,
      lines: [{ productId: product.id, quantity }],
    })
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, ['lines.0.quantity']])
  })

  test('is refused if its total exceeds the maximum amount', async () => {
    const product = await addProduct(admin, place, { price: '1000000' })
    const account = await addAccount(admin)
    const answer = await admin.send('POST', '/api/sales-orders', {
      accountId: account.id,
      lines: [{ productId: product.id, quantity: 1_000_000_000 }],
    })
    expect([answer.status, answer.body.fields]).toEqual([422, { 'lines.0.quantity': 'makes the line total too large' }])
  })

  test('is refused for an inactive customer; a draft of a customer who became inactive cannot be confirmed', async () => {
    const product = await addProduct(admin, place, { quantity: 5 })
    const account = await addAccount(admin, { name: 'Closing' })
    const order = await addOrder(admin, account.id, [[product.id, 1]])
    await admin.send(
      'PUT',
      `/api/accounts/${account.id}`,
      { name: 'Closing', status: 'inactive' },
      { 'if-match': '"v1"' },
    )
    const late = await admin.send('POST', '/api/sales-orders', {
      accountId: account.id,
      lines: [{ productId: product.id, quantity: 1 }],
    })
    expect(late.body.fields).toEqual({ accountId: 'is an inactive customer' })
    expect((await admin.call(salesApi.confirm, { params: { id: order.id }, body: {} })).body.error).toBe(
      'The customer is inactive.',
    )
  })

  test('can be changed only while pending, with the current version; price and total follow', async () => {
    const product = await addProduct(admin, place, { quantity: 50, price: '2.00' })
    const account = await addAccount(admin)
    const order = await addOrder(admin, account.id, [[product.id, 1]])
    const put = (quantity: number, version: number) =>
      admin.call(
        salesApi.updateOrder,
        { params: { id: order.id }, body: { accountId: account.id, lines: [{ productId: product.id, quantity }] } },
        { version },
      )
    expect((await put(4, order.version)).body).toMatchObject({ total: '8.00', lines: 1, version: order.version + 1 })
    expect((await put(5, order.version)).status).toBe(412)
    await admin.do(salesApi.confirm, { params: { id: order.id }, body: {} })
    expect((await put(5, order.version + 2)).body.code).toBe('NOT_EDITABLE')
  })
})

describe('short of stock', () => {
  test('two lines of one product share the available stock', async () => {
    const product = await addProduct(admin, place, { quantity: 5 })
    const account = await addAccount(admin)
    const order = await addOrder(admin, account.id, [
      [product.id, 3],
      [product.id, 3],
    ])
    const shown = order.transitions.find((one) => one.move === 'confirm')
    expect(shown).toMatchObject({
      open: false,
      reason: `Not enough stock. ${product.name}: 6 ordered, 5 available (1 short)`,
    })
    const answer = await admin.call(salesApi.confirm, { params: { id: order.id }, body: {} })
    expect([answer.status, answer.body.details]).toEqual([
      409,
      [{ itemId: product.id, name: product.name, wanted: 3, available: 2 }],
    ])
  })

  test('[SO-01] a backorder reserves what is available; confirming it later reserves the rest and creates the invoice', async () => {
    const product = await addProduct(admin, place, { quantity: 4 })
    const account = await addAccount(admin)
    const order = await addOrder(admin, account.id, [[product.id, 10]])
    const params = { id: order.id }
    const waiting = await admin.do(salesApi.backOrder, { params, body: {} })
    expect(waiting).toMatchObject({ status: 'AWAITING_STOCK', invoice: null })
    const words = `Not enough stock. ${product.name}: 10 ordered, 4 reserved, 0 available (6 short)`
    expect(waiting.transitions.find(({ move }) => move === 'confirm')?.reason).toBe(words)
    expect((await admin.call(salesApi.confirm, { params, body: {} })).body.error).toBe(words)
    expect(waiting.orderLines[0]?.allocations.map((one) => one.quantity)).toEqual([4])
    expect((await admin.call(salesApi.confirm, { params, body: {} })).body.code).toBe('INSUFFICIENT_STOCK')
    await admin.send(
      'POST',
      `/api/products/${product.id}/stock-additions`,
      { quantity: 9, reason: 'purchase_order' },
      { 'idempotency-key': crypto.randomUUID() },
    )
    const confirmed = await admin.do(salesApi.confirm, { params, body: {} })
    expect(confirmed).toMatchObject({ status: 'CONFIRMED', invoice: { paymentStatus: 'Unpaid' } })
    expect(confirmed.orderLines[0]?.allocations.reduce((total, one) => total + one.quantity, 0)).toBe(10)
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })
})

describe('the list', () => {
  test('[SO-05] filters by status, searches by number, reference and customer, pages in a fixed order', async () => {
    const product = await addProduct(admin, place, { quantity: 100 })
    const account = await addAccount(admin, { name: 'Listing Hospital' })
    const orders = []
    for (let index = 0; index < 7; index += 1) orders.push(await addOrder(admin, account.id, [[product.id, 1]]))
    for (const order of orders.slice(0, 3)) await admin.do(salesApi.confirm, { params: { id: order.id }, body: {} })
    const list = async (query: object) =>
      (await admin.do(salesApi.listOrders, { query: { account: account.id, ...query } })).data.map((one) => one.number)
    const numbers = orders.map((order) => order.number)
    expect(await list({})).toEqual(numbers.toReversed())
    expect(await list({ status: 'CONFIRMED' })).toEqual(numbers.slice(0, 3).toReversed())
    expect(await list({ q: numbers[4] })).toEqual([numbers[4]])
    expect(await list({ q: 'listing hosp', sort: 'number' })).toEqual(numbers)
    const counts = await admin.do(salesApi.countOrders, {})
    expect(counts.data).toHaveLength(13)
    expect(counts.data.find((one) => one.status === 'CONFIRMED')?.count).toBeGreaterThanOrEqual(3)
    const pages: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await admin.do(salesApi.listOrders, {
        query: { account: account.id, limit: 2, ...(cursor ? { cursor } : {}) },
      })
      pages.push(...page.data.map((one) => one.number))
      if (!page.nextCursor) break
      cursor = page.nextCursor
    }
    expect(pages).toEqual(numbers.toReversed())
  })
})
