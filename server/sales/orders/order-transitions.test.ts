import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import {
  type OrderAction,
  orderActions,
  orderMachine,
  orderTransitions,
  type OrderStatus,
  orderStatuses,
} from '#shared/sales/orders/order-transitions.ts'
import { addAccount, addOrder, addPlace, addProduct } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let accountId: string
let productId: string

/** A company of its own: rows that the API cannot create must not be in a database whose invariants are checked. */
async function useNewCompany() {
  server = await startServer()
  admin = await server.as('admin')
  const place = await addPlace(admin)
  accountId = (await addAccount(admin)).id
  productId = (await addProduct(admin, place, { quantity: 10_000, price: '2.50' })).id
}

const bodies: Partial<Record<OrderAction, unknown>> = {
  unconfirm: { reason: 'Changed their mind' },
  reverse: { reason: 'Wrong box' },
  cancel: { reason: 'Ordered twice' },
  assign: { method: 'carrier', carrier: 'Blue Van' },
  deliver: { receivedBy: 'Ward 3', reason: 'Phoned' },
  failDelivery: { failureReason: 'CLOSED' },
}
const actions = Object.keys(orderActions) as OrderAction[]
const take = (id: string, action: OrderAction) =>
  admin.send('POST', salesApi[action].path.replace(':id', id), bodies[action] ?? {}, {
    'idempotency-key': crypto.randomUUID(),
  })

/** The real calls that lead to each status that staff can reach. */
const ways: Partial<Record<OrderStatus, OrderAction[]>> = {
  PENDING: [],
  CONFIRMED: ['confirm'],
  PROCESSING: ['confirm', 'startPicking'],
  READY_FOR_SHIPPING: ['confirm', 'ready'],
  FOR_SHIPPING: ['confirm', 'ready', 'assign'],
  SHIPPED: ['confirm', 'ready', 'assign', 'handOver'],
  IN_TRANSIT: ['confirm', 'ready', 'assign', 'handOver', 'setOff'],
  OUT_FOR_DELIVERY: ['confirm', 'ready', 'assign', 'handOver', 'setOff', 'approach'],
  DELIVERED: ['confirm', 'ready', 'assign', 'handOver', 'deliver'],
  FAILED_DELIVERY: ['confirm', 'ready', 'assign', 'handOver', 'failDelivery'],
  CANCELLED: ['cancel'],
}

async function orderIn(status: OrderStatus): Promise<string> {
  const { id } = await addOrder(admin, accountId, [[productId, 4]])
  const way = ways[status]
  for (const action of way ?? ways.SHIPPED ?? [])
    expect([action, (await take(id, action)).status]).toEqual([action, 200])
  // The actions above don't lead to the other statuses; here the row is set directly to test the refusals.
  if (!way) await sql`update sales_orders set status = ${status} where id = ${id}`.execute(server.database.db)
  return id
}

async function everything(id: string) {
  const { rows } = await sql<{ all: unknown }>`select json_build_array(
    (select row_to_json(o) from sales_orders o where id = ${id}),
    (select count(*) from sales_order_moves where order_id = ${id}), (select count(*) from stock_entry), (select count(*) from audit_log),
    (select json_agg(v) from invoices v where order_id = ${id}), (select json_agg(s) from shipments s where order_id = ${id}),
    (select json_agg(k) from commitment k where source_id = ${id}), (select json_agg(c) from counters c),
    (select count(*) from idempotency)) as all`.execute(server.database.db)
  return rows[0]?.all
}

describe('every action in every status', () => {
  beforeAll(useNewCompany)

  test.each(orderStatuses.map((status) => [status]))(
    '[SO-01] (B7, B26) %s: actions that the transition table does not allow are refused (409) and change no row',
    async (status) => {
      const id = await orderIn(status)
      const refused = actions.filter((action) => orderMachine.next(status, action) === null)
      expect(refused.length).toBeGreaterThan(0)
      for (const action of refused) {
        const before = await everything(id)
        const answer = await take(id, action)
        expect([action, answer.status, answer.body.code]).toEqual([action, 409, 'INVALID_TRANSITION'])
        expect(answer.body.details).toEqual({ status, allowed: orderMachine.movesFrom(status) })
        const transition = (await admin.do(salesApi.listTransitions, { params: { id } })).data.find(
          (one) => one.move === action,
        )
        expect(transition).toMatchObject({
          open: false,
          reason: expect.stringMatching(/^The order is .+; it must be .+ for this\.$/),
        })
        expect(answer.body.error).toBe(transition?.reason)
        expect(await everything(id)).toEqual(before)
      }
    },
  )
})

describe('every action that the table allows', () => {
  beforeAll(useNewCompany)

  test.each(Object.keys(ways).map((status) => [status as OrderStatus]))(
    '[SO-01] %s: allowed actions lead to the status in the transition table',
    async (status) => {
      for (const action of actions) {
        const to = orderMachine.next(status, action)
        // Nothing is short here, so the order can't be backordered.
        if (!to || action === 'backOrder') continue
        const id = await orderIn(status)
        const answer = await take(id, action)
        expect([action, answer.status, (answer.body as unknown as { status: string }).status]).toEqual([
          action,
          200,
          to,
        ])
      }
    },
  )

  test('transitions made by the system have no endpoint', () => {
    const paths = server.app.routes.map((route) => route.path)
    const bySystem = Object.keys(orderTransitions).filter((move) => !(move in orderActions))
    expect(bySystem).toEqual(['undoDelivery', 'checkIn', 'completeReturns', 'loseStock'])
    expect(
      paths.filter((path) => path.startsWith('/api/sales-orders') && /check-in|complete-returns|lose-stock/.test(path)),
    ).toEqual([])
  })

  test('each transition is listed with the reason why it is not open', async () => {
    const id = await orderIn('CONFIRMED')
    const { data } = await admin.do(salesApi.listTransitions, { params: { id } })
    const open = data.filter((one) => one.open).map((one) => one.move)
    expect(open.toSorted()).toEqual(['cancel', 'ready', 'startPicking', 'unconfirm'])
    for (const one of data) expect([one.move, one.open === (one.reason === null)]).toEqual([one.move, true])
  })

  test('the tests above broke no invariant', async () => {
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })
})

describe('deleting', () => {
  beforeAll(useNewCompany)

  test.each([
    'PENDING',
    'CONFIRMED',
    'PROCESSING',
    'READY_FOR_SHIPPING',
    'FOR_SHIPPING',
    'FAILED_DELIVERY',
    'CANCELLED',
  ] as OrderStatus[])(
    '[SO-04] a %s order releases its stock; its invoice and shipment are deleted with it',
    async (status) => {
      const stock = () =>
        sql<{
          on_hand: number
          committed: number
        }>`select on_hand, committed from item_stock where item_id = ${productId}`.execute(server.database.db)
      const before = (await stock()).rows
      const id = await orderIn(status)
      const { number } = await admin.do(salesApi.getOrder, { params: { id } })
      await admin.do(salesApi.deleteOrder, { params: { id } })
      expect((await stock()).rows).toEqual(before)
      expect((await admin.call(salesApi.getOrder, { params: { id } })).status).toBe(404)
      const left = await sql<{ invoices: number; shipments: number; kept: number }>`select
        (select count(*) from invoices where order_id = ${id} and deleted_at is null and voided_at is null) as invoices,
        (select count(*) from shipments where order_id = ${id} and deleted_at is null) as shipments,
        (select count(*) from sales_orders where number = ${number} and deleted_at is not null) as kept`.execute(
        server.database.db,
      )
      expect(left.rows).toEqual([{ invoices: 0, shipments: 0, kept: 1 }])
      expect((await admin.call(salesApi.deleteOrder, { params: { id } })).status).toBe(404)
    },
  )

  test('[SO-04, IVC-01, IVC-02] the tests above broke no invariant', async () => {
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test.each(['SHIPPED', 'DELIVERED', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'RETURNED'] as OrderStatus[])(
    '[SO-04] (B10) a %s order cannot be deleted',
    async (status) => {
      const id = await orderIn(status)
      const answer = await admin.call(salesApi.deleteOrder, { params: { id } })
      expect([answer.status, answer.body.code]).toEqual([409, 'INVALID_TRANSITION'])
    },
  )

  test('[IVC-02] deleting an invoice makes its order pending and releases its stock; its number is never reused', async () => {
    const id = await orderIn('CONFIRMED')
    const { invoice } = await admin.do(salesApi.getOrder, { params: { id } })
    await admin.do(invoicingApi.deleteInvoice, { params: { id: invoice?.id ?? '' } })
    const after = await admin.do(salesApi.getOrder, { params: { id } })
    expect(after).toMatchObject({ status: 'PENDING', invoice: null, paymentStatus: null })
    expect((await admin.call(invoicingApi.getInvoice, { params: { id: invoice?.id ?? '' } })).status).toBe(404)
    const again = await admin.do(salesApi.confirm, { params: { id }, body: {} })
    expect(again.invoice?.number).not.toBe(invoice?.number)
    expect(Number(again.invoice?.number.slice(-6))).toBe(Number(invoice?.number.slice(-6)) + 1)
  })

  test('[IVC-02] (B9) an invoice with a payment, or whose goods left, cannot be deleted', async () => {
    const paid = await orderIn('CONFIRMED')
    const { invoice } = await admin.do(salesApi.getOrder, { params: { id: paid } })
    const params = { id: invoice?.id ?? '' }
    await admin.do(invoicingApi.recordPayment, {
      params,
      body: { amount: '1', method: 'cash', receivedDate: '2026-01-01' },
    })
    expect((await admin.call(invoicingApi.deleteInvoice, { params })).body.code).toBe('HAS_PAYMENTS')
    for (const action of ['cancel', 'unconfirm'] as const) expect((await take(paid, action)).status).toBe(409)

    const gone = await orderIn('READY_FOR_SHIPPING')
    const shown = await admin.do(salesApi.getOrder, { params: { id: gone } })
    const answer = await admin.call(invoicingApi.deleteInvoice, { params: { id: shown.invoice?.id ?? '' } })
    expect([answer.status, answer.body.error]).toEqual([409, expect.stringContaining('Move it back to picking first.')])
  })

  test('[IVC-01] resetting payments reverses each payment with an entry of its own and needs the current version', async () => {
    const id = await orderIn('CONFIRMED')
    const { invoice } = await admin.do(salesApi.getOrder, { params: { id } })
    const params = { id: invoice?.id ?? '' }
    const pay = (amount: string) =>
      admin.do(invoicingApi.recordPayment, { params, body: { amount, method: 'cash', receivedDate: '2026-01-01' } })
    const first = await pay('4.00')
    const second = await pay('6.00')
    expect(second.paymentStatus).toBe('Paid in Full')
    const reset = (version?: number) =>
      admin.call(
        invoicingApi.resetPayments,
        { params, body: { reason: 'Bounced' } },
        version === undefined ? {} : { version },
      )
    expect((await reset()).status).toBe(428)
    expect((await reset(first.version)).status).toBe(412)
    const done = await reset(second.version)
    expect(done.body).toMatchObject({ paymentStatus: 'Unpaid', paid: '0.00', due: '10.00' })
    expect(done.body.payments.map((one) => [one.kind, one.amount, one.reversed])).toEqual([
      ['PAYMENT', '4.00', true],
      ['PAYMENT', '6.00', true],
      ['REVERSAL', '4.00', false],
      ['REVERSAL', '6.00', false],
    ])
    expect((await reset(done.body.version)).body.code).toBe('INVALID_TRANSITION')
    expect(await admin.do(salesApi.getOrder, { params: { id } })).toMatchObject({ paymentStatus: 'Unpaid' })
  })
})
