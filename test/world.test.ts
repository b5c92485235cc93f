import { expect, test } from 'vitest'
import { salesApi } from '#shared/sales/api.ts'
import { brokenInvariants } from './invariants.ts'
import { startServer } from './server.ts'
import { loadWorld } from './world.ts'

test('the demo company loads, once, and every invariant holds in it', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  await loadWorld(server.database, admin.userId)
  const { data } = await admin.do(salesApi.countOrders, {})
  const seen = data.filter((one) => one.count > 0).map((one) => one.status)
  for (const status of [
    'PENDING',
    'CONFIRMED',
    'AWAITING_STOCK',
    'PROCESSING',
    'READY_FOR_SHIPPING',
    'FOR_SHIPPING',
    'SHIPPED',
    'DELIVERED',
    'CANCELLED',
  ]) {
    expect(seen).toContain(status)
  }
  expect(await brokenInvariants(server.database.db)).toEqual({})
  await expect(loadWorld(server.database, admin.userId)).rejects.toThrow('has products already')
}, 60_000)
