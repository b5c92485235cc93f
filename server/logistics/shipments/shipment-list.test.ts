import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { deliveryScene, packedOrder, routeOf, type Scene, shipmentOf } from '#test/deliveries.ts'
import { addAccount } from '#test/builders.ts'
import { startServer } from '#test/server.ts'

let scene: Scene
beforeAll(async () => {
  scene = await deliveryScene(await startServer())
})
const list = async (query: object) => (await scene.admin.do(shipmentsApi.listShipments, { query })).data
const idsOf = async (query: object) => (await list({ limit: 200, ...query })).map(({ id }) => id)
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

describe('[SHP-01] list of shipments', () => {
  test('filters by status, method, date, customer, route, driver, planned and late, and searches', async () => {
    const account = await addAccount(scene.admin, { name: 'Quillan clinic' })
    const waiting = await packedOrder(scene, 2, scene.productId, account.id)
    const carried = await packedOrder(scene)
    const late = await packedOrder(scene)
    await scene.admin.do(shipmentsApi.assignCarrier, {
      params: { id: carried.shipmentId },
      body: { carrier: 'Harbour Express', trackingNumber: 'TRK-90-X' },
    })
    await sql`update shipments set expected_date = ${yesterday} where id = ${late.shipmentId}`.execute(
      scene.server.database.db,
    )
    const { route, packed } = await routeOf(scene, 1)
    const routed = packed[0]!.shipmentId
    expect(await idsOf({ account: account.id })).toEqual([waiting.shipmentId])
    expect(await idsOf({ q: 'quillan' })).toEqual([waiting.shipmentId])
    expect(await idsOf({ q: 'trk-90' })).toEqual([carried.shipmentId])
    const { order } = await shipmentOf(scene, carried.shipmentId)
    expect(await idsOf({ q: order.number })).toEqual([carried.shipmentId])
    expect(await idsOf({ method: 'carrier' })).toEqual([carried.shipmentId])
    expect(await idsOf({ route: route.id })).toEqual([routed])
    expect(await idsOf({ driver: scene.driver.userId })).toContain(routed)
    expect(await idsOf({ late: 'yes' })).toEqual([late.shipmentId])
    expect(await idsOf({ from: yesterday, to: yesterday })).toEqual([late.shipmentId])
    const unplanned = await idsOf({ planned: 'no' })
    expect(unplanned).toContain(waiting.shipmentId)
    expect(unplanned).not.toContain(routed)
    expect(await idsOf({ planned: 'yes' })).toEqual(expect.arrayContaining([routed, carried.shipmentId]))
    const { data: counts } = await scene.admin.do(shipmentsApi.countShipments, {})
    expect(counts.map(({ status }) => status)).toEqual([
      'READY_FOR_SHIPPING',
      'ON_THE_WAY',
      'DELIVERED',
      'FAILED_DELIVERY',
    ])
    expect(counts[0]?.count).toBe((await idsOf({ status: 'READY_FOR_SHIPPING' })).length)
  })

  test('pages by cursor in each sort order without duplicate rows', async () => {
    for (let made = 0; made < 3; made += 1) await packedOrder(scene)
    for (const sort of ['-createdAt', 'number', 'expectedDate', '-expectedDate', 'failedAt'] as const) {
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await scene.admin.do(shipmentsApi.listShipments, { query: { sort, limit: 2, cursor } })
        seen.push(...page.data.map(({ id }) => id))
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      expect(new Set(seen).size, sort).toBe(seen.length)
      expect(seen.toSorted(), sort).toEqual((await idsOf({})).toSorted())
    }
  })
})
