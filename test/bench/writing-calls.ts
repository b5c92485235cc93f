import type { RouteSpec } from '#shared/http/route.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import type { Database } from '#server/db/database.ts'
import type { Client } from '#test/client.ts'

/**
 * The requests of an order's life, from its creation to its payment, in sequence; each is generated when the one before
 * was sent.
 */
export async function* writingCalls(client: Client, { pool }: Database) {
  const { rows } = await pool.query(`select s.item_id, a.id as account_id from
      (select item_id from item_stock s join items i on i.id = s.item_id where i.kind = 'product' and not i.lot_controlled
        and on_hand - committed - unsellable > 50 and i.deleted_at is null order by item_id limit 3) s,
      (select id from accounts where status = 'active' and deleted_at is null order by id limit 1) a`)
  let orderId = ''
  let invoice = { id: '', total: '' }
  const send = (call: string, act: () => Promise<unknown>) => ({
    call,
    send: async () => {
      await act()
      return 200
    },
  })
  type Step = { method: string; path: string; spec: RouteSpec }
  const nameOf = ({ method, path }: Step) => `${method} ${path}`
  yield send(nameOf(salesApi.createOrder), async () => {
    const lines = rows.map(({ item_id: productId }) => ({ productId, quantity: 2 }))
    orderId = (await client.do(salesApi.createOrder, { body: { accountId: rows[0].account_id, lines } })).id
  })
  const at = () => ({ params: { id: orderId }, body: {} })
  yield send(nameOf(salesApi.confirm), async () => {
    const confirmed = await client.do(salesApi.confirm, at())
    if (confirmed.invoice) invoice = confirmed.invoice
  })
  yield send(nameOf(salesApi.ready), () => client.do(salesApi.ready, at()))
  yield send(nameOf(salesApi.assign), () =>
    client.do(salesApi.assign, { ...at(), body: { method: 'carrier', carrier: 'Carrier' } }),
  )
  yield send(nameOf(salesApi.handOver), () => client.do(salesApi.handOver, at()))
  yield send(nameOf(salesApi.deliver), () =>
    client.do(salesApi.deliver, { ...at(), body: { receivedBy: 'Reception', reason: 'Paper slip' } }),
  )
  yield send(nameOf(invoicingApi.recordPayment), () =>
    client.do(invoicingApi.recordPayment, {
      params: { id: invoice.id },
      body: { amount: invoice.total, method: 'bank_transfer', receivedDate: '2026-01-05' },
    }),
  )
}
