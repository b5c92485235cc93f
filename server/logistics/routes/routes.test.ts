import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { crmApi } from '#shared/crm/partners/api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { routeMachine, type RouteTransition } from '#shared/logistics/routes/route-transitions.ts'
import { routeStatuses } from '#shared/logistics/shipments/route-status.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount } from '#test/builders.ts'
import {
  orderStatus,
  packedOrder,
  plannedRoute,
  routeOf,
  type Scene,
  deliveryScene,
  shipmentOf,
} from '#test/deliveries.ts'
import { startServer } from '#test/server.ts'
import { changeSettings } from '#test/settings.ts'

let scene: Scene
beforeAll(async () => {
  scene = await deliveryScene(await startServer())
})
const call = (id: string, transition: RouteTransition) => {
  const { admin } = scene
  if (transition === 'start') return admin.call(routesApi.startRoute, { params: { id }, body: {} })
  if (transition === 'complete') return admin.call(routesApi.completeRoute, { params: { id }, body: {} })
  return admin.call(routesApi.cancelRoute, { params: { id }, body: { reason: 'Snow' } })
}
const show = (id: string) => scene.admin.do(routesApi.getRoute, { params: { id } })

describe('[RTE-01] a route and its orders', () => {
  test('planned, started, delivered, failed, completed: order, shipment and stop agree at each step', async () => {
    const { route, packed } = await routeOf(scene, 3)
    expect(route).toMatchObject({ status: 'PLANNED', stops: 3, number: expect.stringMatching(/^RT-\d{4}-\d{6}$/) })
    const statuses = () => Promise.all(packed.map((one) => orderStatus(scene, one.orderId)))
    expect(await statuses()).toEqual(['FOR_SHIPPING', 'FOR_SHIPPING', 'FOR_SHIPPING'])
    const started = (await call(route.id, 'start')).body
    expect(started.routeStops.map((stop) => stop.status)).toEqual([
      'ON_THE_WAY',
      'READY_FOR_SHIPPING',
      'READY_FOR_SHIPPING',
    ])
    expect(await statuses()).toEqual(['OUT_FOR_DELIVERY', 'IN_TRANSIT', 'IN_TRANSIT'])
    const [first, second, third] = packed
    const { admin } = scene
    await admin.do(shipmentsApi.deliverShipment, {
      params: { id: first!.shipmentId },
      body: { receivedBy: 'Ward 3', reason: 'Slip' },
    })
    expect(await statuses()).toEqual(['DELIVERED', 'OUT_FOR_DELIVERY', 'IN_TRANSIT'])
    await admin.do(shipmentsApi.failShipment, {
      params: { id: second!.shipmentId },
      body: { failureReason: 'CLOSED', note: 'Gate shut' },
    })
    expect(await statuses()).toEqual(['DELIVERED', 'FAILED_DELIVERY', 'OUT_FOR_DELIVERY'])
    expect((await call(route.id, 'complete')).body.error).toBe('One stop is open.')
    await admin.do(salesApi.deliver, { params: { id: third!.orderId }, body: { receivedBy: 'Ana', reason: 'Call' } })
    const done = (await call(route.id, 'complete')).body
    expect(done).toMatchObject({ status: 'COMPLETED', delivered: 2, failed: 1 })
    expect(done.timeline.map((entry) => entry.act).toReversed()).toEqual([
      'created',
      'started',
      'stopDelivered',
      'stopFailed',
      'stopDelivered',
      'completed',
    ])
    expect(done.timeline.find((entry) => entry.act === 'stopFailed')?.reason).toBe('Closed: Gate shut')
    expect(await shipmentOf(scene, first!.shipmentId)).toMatchObject({ status: 'DELIVERED', receivedBy: 'Ward 3' })
    await admin.do(shipmentsApi.replanShipment, { params: { id: second!.shipmentId }, body: {} })
    const again = await plannedRoute(scene, [second!.shipmentId])
    expect(again.stops).toBe(1)
    const { timeline, ...failedOnce } = await shipmentOf(scene, second!.shipmentId)
    expect(failedOnce).toMatchObject({ attempt: 2, route: { id: again.id }, failureReason: null })
    // The timeline keeps the reason of the first failure.
    expect(timeline.find((entry) => entry.status === 'FAILED_DELIVERY')).toMatchObject({
      failureReason: 'CLOSED',
      reason: 'Gate shut',
    })
    // The list of a route has its current stops, not earlier ones.
    const listed = async (id: string) =>
      (await admin.do(shipmentsApi.listShipments, { query: { route: id } })).data.map((one) => one.id)
    expect(await listed(again.id)).toEqual([second!.shipmentId])
    expect((await listed(route.id)).toSorted()).toEqual([first!.shipmentId, third!.shipmentId].toSorted())
  })

  test('every status transition is allowed or refused (409) as in the table', async () => {
    const names = ['start', 'complete', 'cancel'] as const
    for (const status of routeStatuses) {
      for (const transition of names) {
        const driver = await scene.server.as('driver')
        const { route, packed } = await routeOf(scene, 1, { driver })
        if (status === 'IN_PROGRESS' || status === 'COMPLETED') await call(route.id, 'start')
        if (status !== 'PLANNED' && status !== 'CANCELLED') {
          const body = { receivedBy: 'Ana', reason: 'Call' }
          await scene.admin.do(shipmentsApi.deliverShipment, { params: { id: packed[0]!.shipmentId }, body })
        }
        if (status === 'COMPLETED') await call(route.id, 'complete')
        if (status === 'CANCELLED') await call(route.id, 'cancel')
        const to = routeMachine.next(status, transition)
        const answer = await call(route.id, transition)
        expect([status, transition, answer.status, (await show(route.id)).status]).toEqual([
          status,
          transition,
          to ? 200 : 409,
          to ?? status,
        ])
        const open = (await show(route.id)).transitions.filter((one) => one.open).map((one) => one.transition)
        expect(open.every((one) => routeMachine.next(to ?? status, one))).toBe(true)
      }
    }
  })

  test('postponing moves the current stop after the others, and the next one is on the way', async () => {
    const driver = await scene.server.as('driver')
    const { route, packed } = await routeOf(scene, 3, { isStarted: true, driver })
    const [a, b, c] = route.routeStops.map((stop) => stop.id)
    const postpone = (stopId: string, afterStopId?: string) =>
      scene.admin.call(routesApi.postponeStop, {
        params: { id: route.id, stopId },
        body: { reason: 'Gate closed', afterStopId: afterStopId ?? null },
      })
    const { body } = await postpone(a!)
    expect(body.routeStops.map((stop) => [stop.id, stop.status])).toEqual([
      [b, 'ON_THE_WAY'],
      [c, 'READY_FOR_SHIPPING'],
      [a, 'READY_FOR_SHIPPING'],
    ])
    expect(body.routeStops[2]).toMatchObject({ postponements: 1 })
    expect(await orderStatus(scene, packed[0]!.orderId)).toBe('IN_TRANSIT')
    expect((await postpone(c!, a)).body.routeStops.map((stop) => stop.id)).toEqual([b, a, c])
    expect((await postpone(c!, c)).status).toBe(409)
  })
})

describe('[RTE-02] planning a route', () => {
  test('stops can be reordered, added and removed while PLANNED, but not after the start (409)', async () => {
    const driver = await scene.server.as('driver')
    const { route } = await routeOf(scene, 3, { driver })
    const { admin } = scene
    const params = { id: route.id }
    const turned = route.routeStops.map((stop) => stop.id).toReversed()
    const answer = await admin.do(routesApi.reorderStops, { params, body: { stopIds: turned } })
    expect(answer.routeStops.map((stop) => [stop.id, stop.sequence])).toEqual(turned.map((id, at) => [id, at + 1]))
    expect((await admin.call(routesApi.reorderStops, { params, body: { stopIds: turned.slice(1) } })).status).toBe(422)
    expect(
      (await admin.call(routesApi.reorderStops, { params, body: { stopIds: turned } }, { version: 1 })).status,
    ).toBe(412)
    const cost = await admin.do(routesApi.costStops, { params, body: { stopIds: turned.toReversed() } })
    expect(cost.data.before.stopIds).toEqual(turned)
    const preview = { params, query: { apply: 'false' }, body: {} } as const
    expect((await admin.do(routesApi.optimiseRoute, preview)).data.after.stopIds).toHaveLength(3)
    await admin.do(routesApi.startRoute, { params, body: {} })
    const { shipmentId } = await packedOrder(scene)
    const refused = [
      await admin.call(routesApi.reorderStops, { params, body: { stopIds: turned } }),
      await admin.call(routesApi.optimiseRoute, preview),
      await admin.call(routesApi.addStops, { params, body: { shipmentIds: [shipmentId] } }),
      await admin.call(routesApi.removeStop, { params: { ...params, stopId: turned[0]! } }),
      await admin.call(routesApi.deleteRoute, { params }),
    ]
    expect(refused.map((one) => one.status)).toEqual([409, 409, 409, 409, 409])
  })

  test('optimising finds the order with the least travel and saves it', async () => {
    const { admin } = scene
    const shipments = []
    for (const longitude of [-0.4, -0.1, -0.3, -0.2]) {
      const account = await admin.do(crmApi.createAccount, {
        body: { name: `Clinic ${longitude}`, latitude: 51.5, longitude },
      })
      shipments.push((await packedOrder(scene, 1, scene.productId, account.id)).shipmentId)
    }
    await sql`update locations set latitude = 51.5, longitude = 0 where id = ${scene.place.warehouse.id}`.execute(
      scene.server.database.db,
    )
    const route = await plannedRoute(scene, shipments)
    const { data } = await admin.do(routesApi.optimiseRoute, { params: { id: route.id }, body: {} })
    expect(data.after.distance).toBeLessThan(data.before.distance)
    const saved = await show(route.id)
    expect(saved.routeStops.map((stop) => stop.id)).toEqual(data.after.stopIds)
    expect(saved.routeStops.map((stop) => stop.longitude).toSorted()).toEqual([-0.1, -0.2, -0.3, -0.4])
    expect([saved.distance, saved.travelSeconds]).toEqual([data.after.distance, data.after.travelSeconds])
    expect(saved.endsAt).not.toBeNull()
  })

  test('[SHP-01] a shipment is on one route only; cancelling or deleting the route makes it available again', async () => {
    const { shipmentId, orderId } = await packedOrder(scene)
    const { admin } = scene
    const first = await plannedRoute(scene, [shipmentId])
    const other = await plannedRoute(scene, [])
    const twice = await admin.call(routesApi.addStops, {
      params: { id: other.id },
      body: { shipmentIds: [shipmentId] },
    })
    expect(twice.status).toBe(409)
    await call(first.id, 'cancel')
    expect(await orderStatus(scene, orderId)).toBe('READY_FOR_SHIPPING')
    await admin.do(routesApi.addStops, { params: { id: other.id }, body: { shipmentIds: [shipmentId] } })
    await admin.do(routesApi.deleteRoute, { params: { id: other.id } })
    expect(await orderStatus(scene, orderId)).toBe('READY_FOR_SHIPPING')
    expect((await admin.call(routesApi.getRoute, { params: { id: other.id } })).status).toBe(404)
    await admin.do(deletedApi.restore, { params: { kind: 'route', id: other.id }, body: {} })
    expect(await show(other.id)).toMatchObject({ status: 'PLANNED', stops: 0 })
  })

  test('[SO-03] deleting an order removes its stop, and the route with its last stop (T3)', async () => {
    const { route, packed } = await routeOf(scene, 2)
    const { admin } = scene
    await admin.do(salesApi.deleteOrder, { params: { id: packed[0]!.orderId } })
    expect(await show(route.id)).toMatchObject({ stops: 1, routeStops: [{ sequence: 1 }] })
    await admin.do(salesApi.deleteOrder, { params: { id: packed[1]!.orderId } })
    expect((await admin.call(routesApi.getRoute, { params: { id: route.id } })).status).toBe(404)
    const driver = await scene.server.as('driver')
    const started = await routeOf(scene, 1, { isStarted: true, driver })
    const refused = await admin.call(salesApi.deleteOrder, { params: { id: started.packed[0]!.orderId } })
    expect(refused.status).toBe(409)
  })

  test('[RTE-01] start time and delivery windows keep their local hours when the company’s time zone changes', async () => {
    const own = await deliveryScene(await startServer())
    const hours = { days: [1, 2, 3, 4, 5, 6, 7], from: '09:30', to: '12:00' }
    const account = await addAccount(own.admin, {
      address: 'Quay 1',
      latitude: 51.5,
      longitude: -0.1,
      deliveryWindows: [hours],
    })
    const { shipmentId } = await packedOrder(own, 1, own.productId, account.id)
    const { id } = await plannedRoute(own, [shipmentId])
    const underWay = await routeOf(own, 1, { driver: await own.server.as('driver'), isStarted: true })
    const get = (route: string) => own.admin.do(routesApi.getRoute, { params: { id: route } })
    const [before, started] = [await get(id), await get(underWay.route.id)]
    await changeSettings(own.admin, { timeZone: 'Asia/Tokyo' })
    const { routeStops, version } = await get(id)
    const inTokyo = (at = '') =>
      new Date(at).toLocaleTimeString('en-GB', { timeZone: 'Asia/Tokyo', hour: '2-digit', minute: '2-digit' })
    const { window, eta } = routeStops[0]!
    expect([inTokyo(window?.from), inTokyo(window?.to)]).toEqual(['09:30', '12:00'])
    expect(version).toBe(before.version + 1)
    const nineHours = 9 * 3_600_000
    expect(Date.parse(before.routeStops[0]?.eta ?? '') - Date.parse(eta ?? '')).toBe(nineHours)
    expect((await get(underWay.route.id)).version).toBe(started.version)
  })

  test('refuses unknown ids with an error per field, a start without stops and old versions', async () => {
    const { admin, place, driver } = scene
    const body = { date: '2027-05-01', driverId: driver.userId, startId: place.warehouse.id }
    const refusals = [
      await admin.call(routesApi.createRoute, { body: { ...body, driverId: admin.userId } }),
      await admin.call(routesApi.createRoute, { body: { ...body, vehicleId: admin.userId } }),
      await admin.call(routesApi.createRoute, { body: { ...body, startId: admin.userId } }),
      await admin.call(routesApi.createRoute, { body: { ...body, shipmentIds: [admin.userId] } }),
    ]
    expect(refusals.map((one) => Object.keys(one.body.fields ?? {}))).toEqual([
      ['driverId'],
      ['vehicleId'],
      ['startId'],
      ['shipmentIds.0'],
    ])
    const route = await plannedRoute(scene, [])
    expect((await call(route.id, 'start')).body.error).toBe('The route has no stops.')
    const patch = { params: { id: route.id }, body: { notes: 'Ring' } }
    expect((await admin.call(routesApi.updateRoute, patch)).status).toBe(428)
    expect((await admin.call(routesApi.updateRoute, patch, { version: 99 })).status).toBe(412)
    expect((await admin.do(routesApi.updateRoute, patch, { version: route.version })).notes).toBe('Ring')
  })
})
