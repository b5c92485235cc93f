import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { auditsApi } from '#shared/inventory/stock/audits-api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { paymentsApi } from '#shared/invoicing/payments-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addPlace, addProduct } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { addLots, confirmed, lotsHeld, receive } from '#test/lots.ts'
import { patient, startServer } from '#test/server.ts'

test('[SO-01] [INV-07] [LOT-06] an order that loses stock to an audit and a recall keeps its other allocations and can be confirmed again', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  const place = await addPlace(admin)
  const account = await addAccount(admin)
  const gloves = await addProduct(admin, place, { quantity: 10 })
  const { product: masks, lot } = await addLots(admin, place, [['BAD', 100, 10]])
  const drapes = await addProduct(admin, place, { quantity: 10 })
  const { id } = await confirmed(admin, account.id, [
    [gloves.id, 4],
    [masks.id, 5],
    [drapes.id, 6],
  ])
  const order = () => admin.do(salesApi.getOrder, { params: { id } })

  const { position } = await admin.do(inventoryApi.getProduct, { params: { id: gloves.id } })
  await admin.do(auditsApi.auditStock, {
    params: { id: gloves.id },
    body: { totalQuantity: 0, committedQuantity: 0, position, reason: 'physical_audit', release: [id] },
  })
  expect(await order()).toMatchObject({ status: 'AWAITING_STOCK', invoice: null, paymentStatus: null })
  const { effect } = await admin.do(recallsApi.startRecall, {
    body: { lotIds: [lot('BAD')], reason: 'Particles', instruction: 'Keep it apart.' },
  })
  expect(effect.waiting).toMatchObject([{ id, quantity: 5 }])
  const waiting = await order()
  expect(waiting).toMatchObject({ status: 'AWAITING_STOCK', invoice: null })
  expect(await lotsHeld(admin, id)).toEqual([[expect.any(String), 6]])
  expect(await brokenInvariants(server.database.db)).toEqual({})

  await admin.do(inventoryApi.addStock, { params: { id: gloves.id }, body: { quantity: 4, reason: 'return' } })
  await admin.do(inventoryApi.addStock, {
    params: { id: masks.id },
    body: { quantity: 5, reason: 'return', lotNumber: 'GOOD', expiryDate: '2035-01-31' },
  })
  await admin.do(salesApi.confirm, { params: { id }, body: {} })
  expect(await order()).toMatchObject({ status: 'CONFIRMED', invoice: expect.anything(), paymentStatus: 'Unpaid' })
  expect(await brokenInvariants(server.database.db)).toEqual({})
})

describe('orders whose lot is put on hold, one of them partially paid', () => {
  async function lost() {
    const server = await startServer()
    const admin = patient(await server.as('admin'))
    const { product, lot } = await addLots(admin, await addPlace(admin), [['A1', 300, 20]])
    const account = await addAccount(admin)
    const paid = await confirmed(admin, account.id, [[product.id, 10]])
    const other = await confirmed(admin, account.id, [[product.id, 10]])
    const invoiceId = paid.invoice?.id ?? ''
    await admin.do(invoicingApi.recordPayment, {
      params: { id: invoiceId },
      body: { amount: '3.00', method: 'cash', receivedDate: '2026-01-31', reference: null },
    })
    await admin.do(lotsApi.hold, { params: { id: lot('A1') }, body: { reason: 'Torn' } })
    const order = (id: string) => admin.do(salesApi.getOrder, { params: { id } })
    expect([(await order(paid.id)).status, (await order(other.id)).status]).toEqual([
      'AWAITING_STOCK',
      'AWAITING_STOCK',
    ])
    await server.app.runJobs()
    return {
      server,
      admin,
      account,
      order,
      paid,
      other,
      invoiceId,
      arrive: () => receive(admin, product.id, 'A2', 300, 20),
      whole: async () => expect(await brokenInvariants(server.database.db)).toEqual({}),
    }
  }

  test('[SO-01] [IVC-01] arriving stock confirms the paid order with its existing invoice, then the next order (T17)', async () => {
    const { server, order, paid, other, arrive, whole } = await lost()
    await arrive()
    await server.app.runJobs()
    expect(await order(paid.id)).toMatchObject({
      status: 'CONFIRMED',
      paymentStatus: 'Partially Paid',
      invoice: { number: paid.invoice?.number },
    })
    expect(await order(other.id)).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'Unpaid' })
    await whole()
  })

  const ways = ['void', 'reset'] as const
  test.each(ways)(
    '[IVC-01] after its payments are removed (%s), the invoice is voided and the order gets a new one',
    async (way) => {
      const { admin, account, order, paid, invoiceId, arrive, whole } = await lost()
      const body = { reason: 'Bounced' }
      const { data } = await admin.do(paymentsApi.listPayments, { query: { account: account.id } })
      if (way === 'void') await admin.do(paymentsApi.voidPayment, { params: { id: data[0]?.id ?? '' }, body })
      else {
        const { version } = await admin.do(invoicingApi.getInvoice, { params: { id: invoiceId } })
        await admin.do(invoicingApi.resetPayments, { params: { id: invoiceId }, body }, { version })
      }
      expect(await order(paid.id)).toMatchObject({ status: 'AWAITING_STOCK', invoice: null, paymentStatus: null })
      expect((await admin.do(invoicingApi.getInvoice, { params: { id: invoiceId } })).voidReason).toBe('Bounced')
      await whole()
      await arrive()
      await admin.do(salesApi.confirm, { params: { id: paid.id }, body: {} })
      const again = await order(paid.id)
      expect(again).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'Unpaid' })
      expect(again.invoice?.number).not.toBe(paid.invoice?.number)
      await whole()
    },
  )

  test('[SO-01] an error in one order does not stop the orders behind it, and the job logs the failure', async () => {
    const { server, order, paid, other, arrive } = await lost()
    await sql`alter table sales_orders add constraint never check (id <> ${sql.lit(paid.id)} or status <> 'CONFIRMED') not valid`.execute(
      server.database.db,
    )
    await arrive()
    await server.app.runJobs()
    expect((await order(paid.id)).status).toBe('AWAITING_STOCK')
    expect((await order(other.id)).status).toBe('CONFIRMED')
    expect(server.logs.some((line) => line.includes('allocate-back-orders') && line.includes('never'))).toBe(true)
  })
})
