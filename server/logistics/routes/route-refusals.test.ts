import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { roleDefaults } from '#shared/access/roles.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { plansApi } from '#shared/logistics/routes/plans-api.ts'
import { vehiclesApi } from '#shared/logistics/routes/vehicles-api.ts'
import { addVehicle, aVehicle, deliveryScene, planBody, plannedRoute, routeOf, type Scene } from '#test/deliveries.ts'
import { startServer } from '#test/server.ts'
import { deliveryStatusApi } from '#shared/logistics/routes/delivery-status-api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'

let scene: Scene
beforeAll(async () => {
  scene = await deliveryScene(await startServer())
})
const nobody = randomUUID()

describe('[RTE-01] permissions and refusals of routes', () => {
  test('requests without a session get 401, staff without edit permission can only read (403)', async () => {
    const { server, place, driver } = scene
    const route = await plannedRoute(scene, [])
    const params = { id: route.id }
    const create = { body: { date: '2028-01-01', driverId: driver.userId, startId: place.warehouse.id } }
    const outside = [
      await server.nobody.call(routesApi.listRoutes, {}),
      await server.nobody.call(routesApi.mapRoutes, {}),
      await server.nobody.call(routesApi.getRoute, { params }),
      await server.nobody.call(routesApi.createRoute, create),
      await server.nobody.call(plansApi.planDay, { body: planBody(scene) }),
      await server.nobody.call(plansApi.listWaiting, { query: { date: '2028-01-01' } }),
      await server.nobody.call(vehiclesApi.listVehicles, {}),
      await server.nobody.call(vehiclesApi.listDrivers, {}),
    ]
    expect(outside.map((one) => one.status)).toEqual(Array(8).fill(401))
    const viewer = await server.as('staff', {
      ...roleDefaults.staff,
      routes: { view: true, edit: false, delete: false },
    })
    const reads = [
      await viewer.call(routesApi.listRoutes, {}),
      await viewer.call(routesApi.mapRoutes, {}),
      await viewer.call(routesApi.getRoute, { params }),
      await viewer.call(plansApi.listWaiting, { query: { date: '2028-01-01' } }),
      await viewer.call(vehiclesApi.listVehicles, {}),
      await viewer.call(vehiclesApi.listDrivers, {}),
    ]
    expect(reads.map((one) => one.status)).toEqual(Array(6).fill(200))
    const vehicle = await addVehicle(scene)
    const writes = [
      await viewer.call(routesApi.createRoute, create),
      await viewer.call(routesApi.updateRoute, { params, body: { notes: 'Ring' } }, { version: route.version }),
      await viewer.call(routesApi.deleteRoute, { params }),
      await viewer.call(routesApi.addStops, { params, body: { shipmentIds: [nobody] } }),
      await viewer.call(routesApi.reorderStops, { params, body: { stopIds: [] } }),
      await viewer.call(routesApi.changeStop, { params: { ...params, stopId: nobody }, body: { serviceMinutes: 5 } }),
      await viewer.call(routesApi.optimiseRoute, { params, query: { apply: 'false' }, body: {} }),
      await viewer.call(routesApi.startRoute, { params, body: {} }),
      await viewer.call(routesApi.cancelRoute, { params, body: { reason: 'Snow' } }),
      await viewer.call(routesApi.completeRoute, { params, body: {} }),
      await viewer.call(plansApi.planDay, { body: planBody(scene) }),
      await viewer.call(vehiclesApi.createVehicle, { body: aVehicle }),
      await viewer.call(vehiclesApi.updateVehicle, { params: { id: vehicle.id }, body: aVehicle }, { version: 1 }),
      await viewer.call(vehiclesApi.deleteVehicle, { params: { id: vehicle.id } }),
      await viewer.call(
        vehiclesApi.updateDriver,
        { params: { id: driver.userId }, body: { hours: [] } },
        { version: 1 },
      ),
    ]
    expect(writes.map((one) => one.status)).toEqual(Array(15).fill(403))
  })

  test('unknown ids get 404, impossible actions 409, invalid input 422 and an old version 412', async () => {
    const { admin } = scene
    const gone = { id: nobody }
    const missing = [
      await admin.call(routesApi.getRoute, { params: gone }),
      await admin.call(routesApi.updateRoute, { params: gone, body: { notes: 'Ring' } }, { version: 1 }),
      await admin.call(routesApi.deleteRoute, { params: gone }),
      await admin.call(routesApi.addStops, { params: gone, body: { shipmentIds: [nobody] } }),
      await admin.call(routesApi.removeStop, { params: { ...gone, stopId: nobody } }),
      await admin.call(routesApi.changeStop, { params: { ...gone, stopId: nobody }, body: { serviceMinutes: 5 } }),
      await admin.call(routesApi.reorderStops, { params: gone, body: { stopIds: [] } }),
      await admin.call(routesApi.costStops, { params: gone, body: { stopIds: [] } }),
      await admin.call(routesApi.optimiseRoute, { params: gone, query: {}, body: {} }),
      await admin.call(routesApi.startRoute, { params: gone, body: {} }),
      await admin.call(routesApi.cancelRoute, { params: gone, body: { reason: 'Snow' } }),
      await admin.call(routesApi.completeRoute, { params: gone, body: {} }),
      await admin.call(routesApi.postponeStop, {
        params: { ...gone, stopId: nobody },
        body: { reason: 'Gate closed' },
      }),
      await admin.call(vehiclesApi.getVehicle, { params: gone }),
      await admin.call(vehiclesApi.updateVehicle, { params: gone, body: aVehicle }, { version: 1 }),
      await admin.call(vehiclesApi.deleteVehicle, { params: gone }),
      await admin.call(vehiclesApi.updateDriver, { params: { id: admin.userId }, body: { hours: [] } }, { version: 1 }),
    ]
    expect(missing.map((one) => one.status).map((status, at) => (status === 404 ? 404 : `${at}: ${status}`))).toEqual(
      Array(17).fill(404),
    )
    const { route } = await routeOf(scene, 1)
    const params = { id: route.id }
    const [stop] = route.routeStops
    const conflicts = [
      await admin.call(routesApi.completeRoute, { params, body: {} }),
      await admin.call(routesApi.postponeStop, {
        params: { ...params, stopId: stop!.id },
        body: { reason: 'Gate closed' },
      }),
      await admin.call(routesApi.addStops, { params, body: { shipmentIds: [stop!.shipment.id] } }),
    ]
    expect(conflicts.map((one) => one.status)).toEqual([409, 409, 409])
    const wrong = [
      await admin.call(routesApi.cancelRoute, { params, body: { reason: ' ' } }),
      await admin.call(routesApi.addStops, { params, body: { shipmentIds: [] } }),
      await admin.call(routesApi.completeRoute, { params, body: { drivenKm: -1 } }),
      await admin.call(routesApi.createRoute, { body: { date: '31 Feb' } as never }),
      await admin.call(plansApi.planDay, { body: { ...planBody(scene), drivers: [] } }),
      await admin.call(plansApi.planDay, { body: { ...planBody(scene), startId: nobody } }),
      await admin.call(plansApi.listWaiting, { query: { date: 'tomorrow' } }),
      await admin.call(vehiclesApi.createVehicle, { body: { ...aVehicle, name: '', maxKg: 0 } }),
      await admin.call(
        vehiclesApi.updateDriver,
        { params: { id: scene.driver.userId }, body: { hours: [{ days: [1], from: '17:00', to: '08:00' }] } },
        { version: 1 },
      ),
    ]
    expect(wrong.map((one) => one.status)).toEqual(Array(9).fill(422))
    const stale = await admin.call(routesApi.updateRoute, { params, body: { notes: 'Ring' } }, { version: 99 })
    expect(stale.status).toBe(412)
  })
})

describe('[RTE-01] service time of a stop', () => {
  test('shifts the ETA of later stops and can be changed only while the route is planned', async () => {
    const { admin, server } = scene
    const { database } = server
    await sql`update locations set latitude = 51.4, longitude = -0.1 where id = ${scene.place.warehouse.id}`.execute(
      database.db,
    )
    const { route } = await routeOf(scene, 2, { driver: await server.as('driver') })
    const [first, second] = route.routeStops
    const params = { id: route.id, stopId: first!.id }
    expect(first?.serviceMinutes).toBe(10)
    const saved = await admin.call(
      routesApi.changeStop,
      { params, body: { serviceMinutes: 35 } },
      { version: route.version },
    )
    expect(saved.body.routeStops[0]?.serviceMinutes).toBe(35)
    const later = Date.parse(saved.body.routeStops[1]?.eta ?? '') - Date.parse(second?.eta ?? '')
    expect(later).toBe(25 * 60_000)
    const change = (serviceMinutes: number, version?: number) =>
      admin.call(routesApi.changeStop, { params, body: { serviceMinutes } }, version ? { version } : {})
    expect((await change(20, route.version)).status).toBe(412)
    expect([(await change(-1)).status, (await change(481)).status, (await change(1.5)).status]).toEqual([422, 422, 422])
    const foreign = { id: route.id, stopId: nobody }
    expect((await admin.call(routesApi.changeStop, { params: foreign, body: { serviceMinutes: 5 } })).status).toBe(404)
    await admin.do(routesApi.startRoute, { params: { id: route.id }, body: {} })
    expect((await change(20)).status).toBe(409)
  })
})

describe('(Z2) drivers', () => {
  test('have no access to the office’s requests (403)', async () => {
    const { driver } = scene
    const { route, packed } = await routeOf(scene, 1)
    const [{ shipmentId, orderId } = { shipmentId: '', orderId: '' }] = packed
    const params = { id: route.id }
    const refused = [
      await driver.call(routesApi.listRoutes, { query: {} }),
      await driver.call(routesApi.getRoute, { params }),
      await driver.call(routesApi.startRoute, { params, body: {} }),
      await driver.call(shipmentsApi.getShipment, { params: { id: shipmentId } }),
      await driver.call(shipmentsApi.failShipment, { params: { id: shipmentId }, body: { failureReason: 'OTHER' } }),
      await driver.call(salesApi.unassign, { params: { id: orderId }, body: {} }),
      await driver.call(deliveryStatusApi.getDeliveryStatus, { query: {} }),
    ]
    expect(refused.map((one) => one.status)).toEqual(Array(7).fill(403))
  })
})
