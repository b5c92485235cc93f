import { beforeAll, describe, expect, test } from 'vitest'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addOrder, addPlace, addProduct, type TestPlace } from '#test/builders.ts'
import { type Client, startServer } from '#test/server.ts'

let admin: Client
let place: TestPlace
beforeAll(async () => {
  const server = await startServer()
  admin = await server.as('admin')
  place = await addPlace(admin)
})

const stockOf = async (id: string) => {
  const { onHand, committed, available } = await admin.do(inventoryApi.getProduct, { params: { id } })
  return { onHand, committed, available }
}

describe('an order from stock to cash', () => {
  test('[SO-01, SO-02, SO-03, IVC-01] confirm, ready, hand over, deliver, two payments', async () => {
    const product = await addProduct(admin, place, {
      quantity: 50,
      price: '12.3456',
      priceTiers: { wholesale: '11.1' },
    })
    const account = await addAccount(admin, { priceTier: 'wholesale' })
    const draft = await addOrder(admin, account.id, [[product.id, 20]])
    expect(draft).toMatchObject({ status: 'PENDING', total: '222.00', invoice: null })
    const at = { params: { id: draft.id }, body: {} }

    const confirmed = await admin.do(salesApi.confirm, at)
    expect(confirmed).toMatchObject({ status: 'CONFIRMED', invoice: { total: '222.00', paymentStatus: 'Unpaid' } })
    expect(await stockOf(product.id)).toEqual({ onHand: 50, committed: 20, available: 30 })

    const ready = await admin.do(salesApi.ready, at)
    expect(ready).toMatchObject({ status: 'READY_FOR_SHIPPING', shipments: [{ status: 'READY_FOR_SHIPPING' }] })
    expect(await stockOf(product.id)).toEqual({ onHand: 30, committed: 0, available: 30 })

    await admin.do(salesApi.assign, { ...at, body: { method: 'carrier', carrier: 'Blue Van' } })
    await admin.do(salesApi.handOver, at)
    const delivered = await admin.do(salesApi.deliver, {
      ...at,
      body: { receivedBy: 'Dr. Okoye', reason: 'Signed paper slip' },
    })
    expect(delivered).toMatchObject({
      status: 'DELIVERED',
      shipments: [{ status: 'DELIVERED', receivedBy: 'Dr. Okoye' }],
    })
    expect(delivered.timeline.map((one) => one.to)).toEqual([
      'DELIVERED',
      'SHIPPED',
      'FOR_SHIPPING',
      'READY_FOR_SHIPPING',
      'CONFIRMED',
      'PENDING',
    ])

    const invoiceId = confirmed.invoice?.id ?? ''
    const pay = (amount: string) =>
      admin.call(invoicingApi.recordPayment, {
        params: { id: invoiceId },
        body: { amount, method: 'bank_transfer', receivedDate: '2026-01-05' },
      })
    expect((await pay('100.00')).body).toMatchObject({ paymentStatus: 'Partially Paid', due: '122.00' })
    const tooMuch = await pay('122.01')
    expect([tooMuch.status, tooMuch.body.code]).toEqual([409, 'OVERPAID'])
    expect((await pay('122')).body).toMatchObject({ paymentStatus: 'Paid in Full', due: '0.00' })
    expect(await admin.do(salesApi.getOrder, { params: { id: draft.id } })).toMatchObject({
      paymentStatus: 'Paid in Full',
    })

    const history = await admin.do(inventoryApi.listStockHistory, { params: { id: product.id } })
    expect(
      history.data.map(({ effect, onHandChange, onHandAfter, committedAfter }) => [
        effect,
        onHandChange,
        onHandAfter,
        committedAfter,
      ]),
    ).toEqual([
      ['SHIP', -20, 30, 0],
      ['COMMIT', 0, 50, 20],
      ['INITIAL', 50, 50, 0],
    ])
  })
})

test('[SO-01, SO-02] (P7) creating takes six statements and confirming ten, however many lines there are', async () => {
  const account = await addAccount(admin)
  const products: { id: string }[] = []
  for (let at = 0; at < 4; at += 1) products.push(await addProduct(admin, place, { quantity: 50 }))
  const costOf = async (lines: number) => {
    const wanted = products.slice(0, lines).map(({ id }) => ({ productId: id, quantity: 1 }))
    const charges = lines > 1 ? [{ name: 'Rush', quantity: 1, unitPrice: '5' }] : []
    const body = { accountId: account.id, lines: wanted, charges }
    const cost = ({ headers }: { headers: Headers }) => {
      const [, statements, trips] = /desc="(\d+)", trips;desc="(\d+)"/.exec(headers.get('server-timing') ?? '') ?? []
      return { statements: Number(statements), trips: Number(trips) }
    }
    const created = await admin.call(salesApi.createOrder, { body })
    const { id } = created.body as unknown as { id: string }
    // The statement that writes also reads the response: it is the same that a later request reads.
    expect(created.body).toEqual((await admin.call(salesApi.getOrder, { params: { id } })).body)
    const confirmed = await admin.call(salesApi.confirm, { params: { id }, body: {} })
    expect([created.status, confirmed.status]).toEqual([201, 200])
    expect(confirmed.body).toEqual((await admin.call(salesApi.getOrder, { params: { id } })).body)
    return { create: cost(created), confirm: cost(confirmed) }
  }
  const cost = { create: { statements: 6, trips: 4 }, confirm: { statements: 10, trips: 5 } }
  expect(await costOf(1)).toEqual(cost)
  expect(await costOf(4)).toEqual(cost)
})
