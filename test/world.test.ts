import { expect, test } from 'vitest'
import { salesApi } from '#shared/sales/api.ts'
import { brokenInvariants } from './invariants.ts'
import { startServer } from './server.ts'
import { storedFiles } from '#server/files/stored-files.ts'
import { countsApi } from '#shared/inventory/counts-api.ts'
import { inventoryApi } from '#shared/inventory/api.ts'
import { productionApi } from '#shared/inventory/production-api.ts'
import { loadWorld } from './world.ts'

test('the demo company loads, once, and every invariant holds in it', async () => {
  const server = await startServer()
  const admin = await server.as('admin')
  await loadWorld(server.database, admin.userId, storedFiles(server.filesFolder))
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
  const counts = await admin.do(countsApi.listCounts, {})
  expect(counts.data.map((one) => one.status).toSorted()).toEqual(['APPLIED', 'COUNTING', 'PLANNED', 'REVIEW'])
  const runs = await admin.do(productionApi.listRuns, {})
  expect(new Set(runs.data.map((one) => one.status))).toEqual(new Set(['made', 'taken_back', 'reversal']))
  const gloves = await admin.do(inventoryApi.listProducts, { query: { q: 'GLV-NIT-M' } })
  const picture = await admin.send('GET', `/api/product-images/${gloves.data[0]?.cover}/large`)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(await brokenInvariants(server.database.db)).toEqual({})
  await expect(loadWorld(server.database, admin.userId)).rejects.toThrow('has products already')
}, 60_000)
