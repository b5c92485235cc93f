import { expect, test } from 'vitest'
import { auditsApi } from '#shared/inventory/stock/audits-api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addPlace, addProduct } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { addLots, confirmed, lotsHeld } from '#test/lots.ts'
import { startServer } from '#test/server.ts'

test('[SO-01] [INV-07] [LOT-06] an order that an audit and a recall both take from waits once, keeps the rest, and is confirmed again', async () => {
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
