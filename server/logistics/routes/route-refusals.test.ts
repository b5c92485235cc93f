import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { roleDefaults } from '#shared/access/roles.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { drivingTimesApi } from '#shared/logistics/routes/driving-times-api.ts'
import { plansApi } from '#shared/logistics/routes/plans-api.ts'
import { vehiclesApi } from '#shared/logistics/routes/vehicles-api.ts'
import { deliveryScene, packedOrder, plannedRoute, routeOf, type Scene } from '#test/deliveries.ts'
import { pdfText } from '#test/pdf-text.ts'
import { startServer } from '#test/server.ts'

let scene: Scene
beforeAll(async () => {
  scene = await deliveryScene(await startServer())
})
const nobody = randomUUID()
const aVehicle = { name: 'Van', hasColdBox: false }
let vans = 0
const addVehicle = (more: object = {}) =>
  scene.admin.do(vehiclesApi.createVehicle, { body: { ...aVehicle, name: `Van ${(vans += 1)}`, ...more } })
const planBody = () => ({
  date: '2028-02-01',
  startId: scene.place.warehouse.id,
  drivers: [{ driverId: scene.driver.userId, from: '08:00', to: '17:00' }],
  budgetMs: 100,
})

describe('[RTE-01] who may do what with routes', () => {
  test('nobody without a session, and staff only what their rights say', async () => {
    const { server, place, driver } = scene
    const route = await plannedRoute(scene, [])
    const params = { id: route.id }
    const create = { body: { date: '2028-01-01', driverId: driver.userId, startId: place.warehouse.id } }
    const outside = [
      await server.nobody.call(routesApi.listRoutes, {}),
      await server.nobody.call(routesApi.mapRoutes, {}),
      await server.nobody.call(routesApi.getRoute, { params }),
      await server.nobody.call(routesApi.createRoute, create),
      await server.nobody.call(plansApi.planDay, { body: planBody() }),
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
    const vehicle = await addVehicle()
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
      await viewer.call(plansApi.planDay, { body: planBody() }),
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

  test('what is not there is 404, what is not allowed now is 409, what is not valid is 422', async () => {
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
      await admin.call(plansApi.planDay, { body: { ...planBody(), drivers: [] } }),
      await admin.call(plansApi.planDay, { body: { ...planBody(), startId: nobody } }),
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

describe('[RTE-01] vehicles and drivers', () => {
  test('a vehicle has a name of its own, says when it is too small, and stays while a route uses it', async () => {
    const { admin, driver, place } = scene
    const vehicle = await addVehicle({ plate: 'AB 12', maxPackages: 1, maxKg: 1 })
    const twin = { ...aVehicle, name: vehicle.name.toUpperCase() }
    expect((await admin.call(vehiclesApi.createVehicle, { body: twin })).status).toBe(409)
    const params = { id: vehicle.id }
    const stale = await admin.call(vehiclesApi.updateVehicle, { params, body: aVehicle }, { version: 9 })
    expect(stale.status).toBe(412)
    const { shipmentId } = await packedOrder(scene)
    const route = await admin.do(routesApi.createRoute, {
      body: {
        date: '2028-03-01',
        driverId: driver.userId,
        vehicleId: vehicle.id,
        startId: place.warehouse.id,
        shipmentIds: [shipmentId],
      },
    })
    expect(route.vehicle).toEqual({ id: vehicle.id, name: vehicle.name, plate: 'AB 12' })
    const kept = await admin.call(vehiclesApi.deleteVehicle, { params })
    expect([kept.status, kept.body.error]).toEqual([409, '1 route is planned with it.'])
    await admin.do(routesApi.cancelRoute, { params: { id: route.id }, body: { reason: 'Snow' } })
    await admin.do(vehiclesApi.deleteVehicle, { params })
    expect((await admin.call(vehiclesApi.getVehicle, { params })).status).toBe(404)
  })

  test("a driver's hours are used when a day is planned; another version is 412", async () => {
    const { admin, server } = scene
    const driver = await server.as('driver')
    const params = { id: driver.userId }
    const hours = [{ days: [1], from: '06:00', to: '09:00' }]
    const saved = await admin.do(vehiclesApi.updateDriver, { params, body: { hours } }, { version: 1 })
    expect(saved.hours).toEqual(hours)
    expect((await admin.call(vehiclesApi.updateDriver, { params, body: { hours } }, { version: 1 })).status).toBe(412)
    const drivers = [{ driverId: driver.userId }]
    // 1 February 2028 is a Tuesday.
    const tuesday = await admin.call(plansApi.planDay, { body: { ...planBody(), drivers } })
    expect(tuesday.body.fields).toMatchObject({})
    expect(tuesday.status).toBe(422)
  })
})

describe('[RTE-02] a plan', () => {
  test('is saved just as it was shown, and not at all where a shipment is on a route by then', async () => {
    const { admin, driver, place } = scene
    const one = await packedOrder(scene)
    const other = await packedOrder(scene)
    const wish = (shipmentIds: string[]) => ({
      ...planBody(),
      date: '2028-04-03',
      save: true,
      routes: [{ driverId: driver.userId, startsAt: '07:15', shipmentIds }],
    })
    const { saved } = await admin.do(plansApi.planDay, { body: wish([other.shipmentId, one.shipmentId]) })
    const [{ id } = { id: '' }] = saved
    const route = await admin.do(routesApi.getRoute, { params: { id } })
    expect(route).toMatchObject({ startsAt: '07:15', start: { id: place.warehouse.id }, stops: 2 })
    expect(route.routeStops.map((stop) => stop.shipment.id)).toEqual([other.shipmentId, one.shipmentId])
    const again = await admin.call(plansApi.planDay, { body: wish([one.shipmentId]) })
    expect(again.status).toBe(409)
    const unknown = await admin.call(plansApi.planDay, { body: wish([nobody]) })
    expect([unknown.status, Object.keys(unknown.body.fields ?? {})]).toEqual([422, ['shipmentIds.0']])
  })

  test('waiting shipments are those on no route, up to the day', async () => {
    const { admin } = scene
    const { shipmentId } = await packedOrder(scene)
    const waiting = async () =>
      (await admin.do(plansApi.listWaiting, { query: { date: '2099-01-01' } })).data.map((one) => one.id)
    expect(await waiting()).toContain(shipmentId)
    await plannedRoute(scene, [shipmentId])
    expect(await waiting()).not.toContain(shipmentId)
  })
})

describe('[RTE-01] the service time of a stop', () => {
  test('moves the ETA of the later ones while the route is planned', async () => {
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

describe('[RTE-01] the documents of a route', () => {
  test('route sheet, load list and all delivery notes name each stop; without stops there is nothing to print', async () => {
    const { server, admin } = scene
    const { route } = await routeOf(scene, 2)
    for (const kind of ['route-sheet', 'load-list', 'delivery-notes']) {
      const path = `/api/routes/${route.id}/documents/${kind}`
      const answer = await fetch(`${server.url}${path}`, {
        headers: { cookie: admin.cookie, 'x-requested-with': 'XMLHttpRequest' },
      })
      expect([kind, answer.status, answer.headers.get('content-type')]).toEqual([kind, 200, 'application/pdf'])
      const text = pdfText(new Uint8Array(await answer.arrayBuffer()))
      for (const { shipment } of route.routeStops) expect(text).toContain(shipment.number)
    }
    const empty = await plannedRoute(scene, [])
    const refused = await admin.send('GET', `/api/routes/${empty.id}/documents/route-sheet`)
    expect([refused.status, refused.body.error]).toEqual([409, 'The route has no stops yet.'])
    const codes = [
      await admin.send('GET', `/api/routes/${nobody}/documents/route-sheet`),
      await admin.send('GET', `/api/routes/${route.id}/documents/menu`),
      await server.nobody.send('GET', `/api/routes/${route.id}/documents/route-sheet`),
      await scene.driver.send('GET', `/api/routes/${route.id}/documents/route-sheet`),
    ]
    expect(codes.map((one) => one.status)).toEqual([404, 404, 401, 403])
  })
})

describe('[RTE-01] driving times', () => {
  test('say how many drives stand behind each speed, and that too few of them count for nothing', async () => {
    const { admin, server } = scene
    const { route } = await routeOf(scene, 1)
    const [stop] = route.routeStops
    const { rows } = await sql<{ id: string }>`insert into driving_observations
        (stop_id, hour, region, straight_metres, seconds, observed_at)
      values (${stop!.id}, 9, '51.5,-0.5', 10000, 1170, now()) returning stop_id as id`.execute(server.database.db)
    expect(rows).toHaveLength(1)
    const { data, minObservations, defaultKmh } = await admin.do(drivingTimesApi.listDrivingTimes, {})
    expect(minObservations).toBe(20)
    expect(data).toEqual([
      expect.objectContaining({
        latitude: 51.75,
        longitude: -0.25,
        hour: 9,
        observations: 1,
        measuredKmh: 40,
        usedKmh: defaultKmh,
        isLearnt: false,
      }),
    ])
    expect((await server.nobody.call(drivingTimesApi.listDrivingTimes, {})).status).toBe(401)
    expect((await scene.driver.call(drivingTimesApi.listDrivingTimes, {})).status).toBe(403)
  })
})
