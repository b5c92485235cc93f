import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { driverApi } from '#shared/logistics/driver/api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { deliveryScene, orderStatus, plannedRoute, type Scene } from '#test/deliveries.ts'
import { addOrder, addProduct } from '#test/builders.ts'
import { deliveryOf, phoneOf, onTheRoad, outcomes } from '#test/driver-phone.ts'
import { startServer } from '#test/server.ts'

let scene: Scene
beforeAll(async () => {
  scene = await deliveryScene(await startServer())
})

describe('[DRV-01] stops removed and lots stopped without the phone knowing', () => {
  test('events for a removed stop or a lot on hold are refused', async () => {
    const { driver, route, stops, phone, packed } = await onTheRoad(scene, 2, false)
    const { make, send } = phone
    const [a, b] = stops
    await scene.admin.do(routesApi.removeStop, { params: { id: route.id, stopId: a!.id } })
    await sql`update lots set status = 'ON_HOLD' where id = ${b!.lines[0]!.lot.id}`.execute(scene.server.database.db)
    const shown = await driver.do(driverApi.getDriverRoute, { params: { id: route.id } })
    expect(shown.data.driverStops[0]?.lines[0]?.doNotHandOver).toContain('is on hold')
    const results = await send(
      make('route.start', route.id),
      deliveryOf(make, route.id, a!),
      deliveryOf(make, route.id, b!),
    )
    expect(results.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'refused'])
    expect(results[0]?.reason).toContain('must not leave')
    await sql`update lots set status = 'AVAILABLE' where id = ${b!.lines[0]!.lot.id}`.execute(scene.server.database.db)
    expect(outcomes(await send(make('route.start', route.id)))).toEqual(['applied'])
    await sql`update lots set status = 'ON_HOLD' where id = ${b!.lines[0]!.lot.id}`.execute(scene.server.database.db)
    const held = deliveryOf(make, route.id, b!)
    const fail = make('stop.fail', route.id, b!.id, { reason: 'OTHER', note: 'Recalled' })
    const [refused, failed] = await send(held, fail)
    expect(refused?.reason).toContain('Do not deliver it')
    expect(failed?.outcome).toBe('applied')
    expect(await orderStatus(scene, packed[1]!.orderId)).toBe('FAILED_DELIVERY')
    await sql`update lots set status = 'AVAILABLE' where id = ${b!.lines[0]!.lot.id}`.execute(scene.server.database.db)
  })

  test('of a shipment with a recalled lot, the other lines can be delivered and the lot is returned', async () => {
    const { admin } = scene
    const other = await addProduct(admin, scene.place, { quantity: 100 })
    const { id: orderId } = await addOrder(admin, scene.accountId, [
      [scene.productId, 5],
      [other.id, 3],
    ])
    await admin.do(salesApi.confirm, { params: { id: orderId }, body: {} })
    const { shipments } = await admin.do(salesApi.ready, { params: { id: orderId }, body: {} })
    const driver = await scene.server.as('driver')
    const { id } = await plannedRoute(scene, [shipments[0]?.id ?? ''], driver)
    await admin.do(routesApi.startRoute, { params: { id }, body: {} })
    const { data } = await driver.do(driverApi.getDriverRoute, { params: { id } })
    const [stop] = data.driverStops
    // deliveryOf takes the refused pieces from the first line on.
    const lines = stop!.lines.toSorted((a, b) => a.quantity - b.quantity)
    await sql`update lots set status = 'RECALLED' where id = ${lines[0]!.lot.id}`.execute(scene.server.database.db)
    const { make, send } = phoneOf(driver)
    const part = deliveryOf(make, id, { ...stop!, lines }, { refused: 2 })
    expect(outcomes(await send(part))).toEqual(['refused GOODS_STOPPED'])
    const rest = deliveryOf(make, id, { ...stop!, lines }, { refused: 3 })
    expect(outcomes(await send(rest))).toEqual(['applied'])
    expect(await orderStatus(scene, orderId)).toBe('DELIVERED')
    const returns = await admin.do(returnsApi.listReturns, { query: { order: orderId } })
    expect(returns.data).toMatchObject([{ status: 'Requested', quantity: 3 }])
    await sql`update lots set status = 'AVAILABLE' where id = ${lines[0]!.lot.id}`.execute(scene.server.database.db)
  })
})
