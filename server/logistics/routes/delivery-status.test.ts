import { beforeAll, describe, expect, test } from 'vitest'
import { startServer } from '#test/server.ts'
import { deliveryStatusApi } from '#shared/logistics/routes/delivery-status-api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { deliveryScene, routeOf, type Scene } from '#test/deliveries.ts'

let scene: Scene
beforeAll(async () => {
  scene = await deliveryScene(await startServer())
})

describe('[SHP-02] the delivery status of a day', () => {
  test('names every delivery by route and counts them', async () => {
    const driver = await scene.server.as('driver')
    const { route, packed } = await routeOf(scene, 3, { isStarted: true, driver })
    const body = { receivedBy: 'Ana', reason: 'Call' }
    await scene.admin.do(shipmentsApi.deliverShipment, { params: { id: packed[0]!.shipmentId }, body })
    const { data } = await scene.admin.do(deliveryStatusApi.getDeliveryStatus, { query: { date: route.date } })
    expect(data.counts).toEqual({ waiting: 0, onTheWay: 2, delivered: 1, failed: 0, late: 0 })
    expect(data.routes).toMatchObject([{ id: route.id, routeStops: [{ status: 'DELIVERED' }, {}, {}] }])
  })
})
