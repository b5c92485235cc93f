import { beforeAll, describe, expect, test } from 'vitest'
import { startServer } from '#test/server.ts'
import { deliveryStatusApi } from '#shared/logistics/routes/delivery-status-api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { deliveryScene, routeOf, type Scene, shipmentOf } from '#test/deliveries.ts'

let scene: Scene
beforeAll(async () => {
  scene = await deliveryScene(await startServer())
})

describe('[SHP-02] delivery status of a day', () => {
  test('lists every delivery by route and counts them by status', async () => {
    const driver = await scene.server.as('driver')
    const { route, packed } = await routeOf(scene, 3, { isStarted: true, driver })
    const body = { receivedBy: 'Ana', reason: 'Call' }
    await scene.admin.do(shipmentsApi.deliverShipment, { params: { id: packed[0]!.shipmentId }, body })
    const { data } = await scene.admin.do(deliveryStatusApi.getDeliveryStatus, { query: { date: route.date } })
    expect(data.counts).toEqual({ waiting: 0, onTheWay: 2, delivered: 1, failed: 0, late: 0 })
    expect(data.routes).toMatchObject([{ id: route.id, routeStops: [{ status: 'DELIVERED' }, {}, {}] }])
  })

  test('shows the same status as the list of shipments, and marks a failed stop whose shipment is planned again', async () => {
    const { admin } = scene
    const { route, packed } = await routeOf(scene, 3, { isStarted: true, driver: await scene.server.as('driver') })
    const ids = packed.map(({ shipmentId }) => shipmentId)
    const [failed = ''] = ids
    const params = { id: failed }
    const day = async () => {
      const { data } = await admin.do(deliveryStatusApi.getDeliveryStatus, { query: { date: route.date } })
      return { ...data, stops: data.routes[0]?.routeStops.map(({ status, isReplanned }) => [status, isReplanned]) }
    }
    const listed = async () => {
      const rows = await Promise.all(ids.map((id) => shipmentOf(scene, id)))
      return rows.map(({ status }) => [status, false])
    }
    expect((await day()).stops).toEqual(await listed())
    await admin.do(shipmentsApi.failShipment, { params, body: { failureReason: 'CLOSED', note: null } })
    expect(await day()).toMatchObject({ counts: { onTheWay: 2, failed: 1 }, stops: await listed() })
    await admin.do(shipmentsApi.replanShipment, { params, body: {} })
    expect(await day()).toMatchObject({
      counts: { onTheWay: 2, failed: 0 },
      stops: [
        ['FAILED_DELIVERY', true],
        ['ON_THE_WAY', false],
        ['ON_THE_WAY', false],
      ],
    })
  })
})
