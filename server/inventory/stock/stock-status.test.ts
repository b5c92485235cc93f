import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { jobsApi } from '#shared/jobs/api.ts'
import { stockStatusOf } from '#shared/inventory/stock/stock-status.ts'
import { reportsApi } from '#shared/reports/api.ts'
import { settingsApi } from '#shared/settings/api.ts'
import { addPlace, addProduct, productBody, type TestPlace } from '#test/builders.ts'
import { addLots, lotOf, receive } from '#test/lots.ts'
import { lotsApi } from '#shared/inventory/lots/api.ts'
import { isOutdated } from '#server/kernel/usable-lots.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { type Client, patient, startServer, type TestServer } from '#test/server.ts'
import { changeSettings, settingsWith } from '#test/settings.ts'

let server: TestServer
let admin: Client
let place: TestPlace
beforeEach(async () => {
  server = await startServer()
  admin = patient(await server.as('admin'))
  place = await addPlace(admin)
})

const threshold = (lowStockThreshold: number) => changeSettings(admin, { lowStockThreshold })
/** Sets the threshold despite concurrent changes: reads again after a version conflict. */
async function thresholdAtLast(lowStockThreshold: number): Promise<void> {
  const { body, version } = await settingsWith(admin, { lowStockThreshold })
  const { status } = await admin.call(settingsApi.putSettings, { body }, { version })
  if (status === 412) return thresholdAtLast(lowStockThreshold)
  expect(status).toBe(200)
}
const add = async (quantity: number, reorderPoint: number | null = null) => {
  const body = productBody(place, { quantity, reorderPoint })
  const { id } = await admin.do(inventoryApi.createProduct, { body })
  const put = async (change: number | null) => {
    const { version } = await admin.do(inventoryApi.getProduct, { params: { id } })
    return admin.do(
      inventoryApi.updateProduct,
      { params: { id }, body: { ...body, reorderPoint: change } },
      { version },
    )
  }
  return { id, name: body.name, put }
}
const status = async (id: string) => (await admin.do(inventoryApi.getProduct, { params: { id } })).stockStatus
const listed = async (stockStatus: 'inStock' | 'lowStock' | 'outOfStock') =>
  (await admin.do(inventoryApi.listProducts, { query: { stockStatus, sort: 'name' } })).data.map(({ name }) => name)

describe('stock status', () => {
  test('[INV-09] follows the company’s low stock threshold where a product has no reorder point of its own', async () => {
    const [plain, own] = [await add(8), await add(8, 3)]
    expect([await status(plain.id), await status(own.id)]).toEqual(['lowStock', 'inStock'])
    await threshold(7)
    expect([await status(plain.id), await status(own.id)]).toEqual(['inStock', 'inStock'])
    await threshold(8)
    expect([await listed('lowStock'), await listed('inStock')]).toEqual([[plain.name], [own.name]])
    const later = await add(8)
    expect(await status(later.id)).toBe('lowStock')
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('[INV-09] follows a product’s own reorder point, also after it is removed', async () => {
    const one = await add(8)
    expect((await one.put(7)).stockStatus).toBe('inStock')
    await threshold(20)
    expect(await status(one.id)).toBe('inStock')
    expect((await one.put(null)).stockStatus).toBe('lowStock')
    expect((await one.put(0)).stockStatus).toBe('inStock')
  })

  test('[INV-04] follows every movement, down to zero and up again', async () => {
    const { id, name } = await add(11)
    const take = (quantity: number) =>
      admin.do(inventoryApi.reduceStock, { params: { id }, body: { quantity, reason: 'damaged_quantity' } })
    const give = (quantity: number) =>
      admin.do(inventoryApi.addStock, { params: { id }, body: { quantity, reason: 'return' } })
    expect((await take(1)).stockStatus).toBe('lowStock')
    expect((await take(10)).stockStatus).toBe('outOfStock')
    expect(await listed('outOfStock')).toEqual([name])
    expect((await give(11)).stockStatus).toBe('inStock')
    expect(await listed('outOfStock')).toEqual([])
  })

  test('in the database equals stockStatusOf in shared/ for every quantity, reorder point and threshold', async () => {
    const { id } = await addProduct(admin, place)
    const figure = fc.integer({ min: 0, max: 12 })
    await fc.assert(
      fc.asyncProperty(
        figure,
        figure,
        fc.option(figure, { nil: null }),
        figure,
        async (onHand, requested, own, company) => {
          const committed = Math.min(onHand, requested)
          const undo = new Error('undone')
          let found = ''
          const trying = server.database.db.transaction().execute(async (tx) => {
            await sql`update items set reorder_point = ${own} where id = ${id}`.execute(tx)
            await sql`insert into settings (id, content, version) values (1, ${JSON.stringify({ lowStockThreshold: company })}::jsonb, 2)
              on conflict (id) do update set content = excluded.content`.execute(tx)
            const { rows } = await sql<{ stock_status: string }>`update item_stock
              set on_hand = ${onHand}, committed = ${committed} where item_id = ${id} returning stock_status`.execute(
              tx,
            )
            found = rows[0]?.stock_status ?? ''
            throw undo
          })
          await expect(trying).rejects.toBe(undo)
          expect(found).toBe(stockStatusOf(onHand - committed, own, company))
        },
      ),
      { numRuns: 60 },
    )
  })

  test('is correct after concurrent changes of the threshold, of reorder points, and added products', async () => {
    const products = await Promise.all(Array.from({ length: 6 }, () => add(5, 2)))
    await Promise.all([
      ...products.map((product) => product.put(null)),
      ...[4, 5, 6, 7].map(thresholdAtLast),
      ...Array.from({ length: 4 }, () => add(5)),
    ])
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })

  test('a rare status is found by its index; movements that keep the status update no index (HOT update)', async () => {
    const { id } = await add(100)
    await server.database.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      const plan = await sql<{ 'QUERY PLAN': string }>`explain select item_id from item_stock
        where stock_status = 'outOfStock'`.execute(tx)
      expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/item_stock_status/)
      const outdated = await sql<{
        'QUERY PLAN': string
      }>`explain select item_id from item_stock t where ${isOutdated}`.execute(tx)
      expect(outdated.rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/holds_until[^]+holds_from/)
      for (const [taken, expected] of [
        [1, 1],
        [94, 1],
      ]) {
        await sql`update item_stock set on_hand = on_hand - ${taken} where item_id = ${id}`.execute(tx)
        const { rows } = await sql<{ kept: number }>`select n_tup_hot_upd as kept from pg_stat_xact_user_tables
          where relname = 'item_stock'`.execute(tx)
        expect(rows[0]?.kept, `${taken} taken`).toBe(expected)
      }
      await sql`update item_stock set on_hand = 100 where item_id = ${id}`.execute(tx)
    })
  })

  test('[INV-09] [LOT-04] counts only sellable stock: lots held, released or expired change it and send notifications', async () => {
    let now = new Date()
    const own = await startServer({ clock: () => now })
    admin = await own.as('admin')
    const there = await addPlace(admin)
    const { product } = await addLots(admin, there, [
      ['SOON', 1, 50],
      ['LATE', 40, 7],
    ])
    const { product: other } = await addLots(admin, there, [['FAR', 30, 500]])
    const column = async () =>
      (
        await sql<{ status: string; unsellable: number }>`select stock_status as status, unsellable
        from item_stock where item_id = ${product.id}`.execute(own.database.db)
      ).rows[0]
    const notificationKinds = async () =>
      (
        await sql<{ kind: string }>`select kind from notifications where entity_id = ${product.id} order by at`.execute(
          own.database.db,
        )
      ).rows.map(({ kind }) => kind)
    const reason = { reason: 'Checked' }
    const late = { params: { id: lotOf(product, 'LATE') }, body: reason }
    const soon = { params: { id: lotOf(product, 'SOON') }, body: reason }
    const low = async () => {
      const { lowStock } = await admin.do(reportsApi.dashboard, { query: {} })
      return [lowStock?.low, lowStock?.out, lowStock?.items.map((item) => [item.name, item.available])]
    }
    expect(await column()).toEqual({ status: 'inStock', unsellable: 0 })
    await admin.do(lotsApi.hold, late)
    expect(await column()).toEqual({ status: 'inStock', unsellable: 7 })
    await admin.do(lotsApi.hold, soon)
    expect(await column()).toEqual({ status: 'outOfStock', unsellable: 57 })
    expect(await listed('outOfStock')).toEqual([product.name])
    expect(await notificationKinds()).toEqual(['out-of-stock'])
    await admin.do(lotsApi.release, soon)
    await admin.do(lotsApi.release, late)
    expect(await column()).toEqual({ status: 'inStock', unsellable: 0 })

    // The next movement also counts the lot that has expired by then. After 50 more days without any movement, list and
    // dashboard take expired lots into account although the stored status is outdated.
    now = new Date(now.getTime() + 2 * 86_400_000)
    admin = await own.as('admin')
    await receive(admin, product.id, 'NEW', 41, 1)
    expect(await column()).toEqual({ status: 'lowStock', unsellable: 50 })
    expect(await low()).toEqual([1, 0, [[product.name, 8]]])
    now = new Date(now.getTime() + 50 * 86_400_000)
    admin = await own.as('admin')
    expect(await column()).toEqual({ status: 'lowStock', unsellable: 50 })
    const gone = [other.name, product.name].toSorted()
    expect(await listed('outOfStock')).toEqual(gone)
    expect([await listed('lowStock'), await listed('inStock')]).toEqual([[], []])
    const nothing = [0, 2, gone.map((name) => [name, 0])]
    expect(await low()).toEqual(nothing)
    await own.app.runJobs('release-expired-lots')
    expect(await column()).toEqual({ status: 'outOfStock', unsellable: 58 })
    expect(await listed('outOfStock')).toEqual(gone)
    expect(await low()).toEqual(nothing)
    expect(await notificationKinds()).toEqual(['out-of-stock', 'low-stock', 'out-of-stock'])
    // Finding nothing to do is not a failure.
    await own.app.runJobs('release-expired-lots')
    expect(await admin.do(jobsApi.countJobs, {})).toMatchObject({ failed: 0, retrying: 0 })
    // The clock or the time zone is set back.
    now = new Date(now.getTime() - 50 * 86_400_000)
    admin = await own.as('admin')
    expect([await listed('lowStock'), await listed('inStock')]).toEqual([[product.name], [other.name]])
    expect(await low()).toEqual([1, 0, [[product.name, 8]]])
    expect(await brokenInvariants(own.database.db)).toEqual({})
  })

  test('[INV-09] is correct after concurrent lot holds, releases and receipts', async () => {
    const { product } = await addLots(admin, place, [
      ['A', 100, 300],
      ['B', 200, 300],
    ])
    const round = async (lot: string, at: number) => {
      const id = lotOf(product, lot)
      await admin.call(at % 2 ? lotsApi.release : lotsApi.hold, { params: { id }, body: { reason: 'Race' } })
    }
    await Promise.all([
      ...Array.from({ length: 8 }, (_, at) => round('A', at)),
      ...Array.from({ length: 8 }, (_, at) => round('B', at)),
      ...Array.from({ length: 8 }, () => receive(admin, product.id, 'B', 200, 1)),
    ])
    expect(await brokenInvariants(server.database.db)).toEqual({})
  })
})
