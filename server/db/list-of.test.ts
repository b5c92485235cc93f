import { expect, test } from 'vitest'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { addAccount, addPlace, addProduct, deliveredOrder } from '#test/builders.ts'
import { startServer } from '#test/server.ts'

test('[SO-02] (decision 150) statements of requests on an order, from creation to payment, reuse their query plans', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  const place = await addPlace(admin)
  const product = await addProduct(admin, place, { quantity: 1000 })
  const other = await addProduct(admin, place, { quantity: 1000 })
  const account = await addAccount(admin)
  // PostgreSQL makes five custom plans before a generic one; a session prepares a statement when it is sent for the
  // second time.
  for (let round = 0; round < 9; round += 1) {
    const { id } = await deliveredOrder(admin, account.id, [
      [product.id, 1],
      [other.id, 2],
    ])
    const { invoice } = await admin.do(salesApi.getOrder, { params: { id } })
    await admin.do(invoicingApi.recordPayment, {
      params: { id: invoice?.id ?? '' },
      body: { amount: '1', method: 'bank_transfer', receivedDate: '2026-01-05' },
    })
  }
  const { rows } = await server.database.pool.query(
    'select statement, custom_plans::int as planned, generic_plans::int as kept from pg_prepared_statements',
  )
  expect(rows.filter(({ kept }) => kept > 0).length).toBeGreaterThan(20)
  expect(rows.filter(({ planned }) => planned > 5)).toEqual([])
})

test('[INV-01] (decision 160) the product search by index reuses its query plan', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  const place = await addPlace(admin)
  await addProduct(admin, place, { name: 'Nitrile gloves' })
  for (let round = 0; round < 9; round += 1) {
    const { data } = await admin.do(inventoryApi.listProducts, { query: { q: 'nitrile gloves' } })
    expect(data.map(({ name }) => name)).toEqual(['Nitrile gloves'])
  }
  const { rows } = await server.database.pool.query(
    `select custom_plans::int as planned, generic_plans::int as kept
    from pg_prepared_statements where statement like '%found as materialized%'`,
  )
  expect(rows).toEqual([{ planned: 5, kept: expect.any(Number) as number }])
  expect(rows[0]?.kept).toBeGreaterThan(0)
})
