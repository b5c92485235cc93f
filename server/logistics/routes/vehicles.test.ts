import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { plansApi } from '#shared/logistics/routes/plans-api.ts'
import { vehiclesApi } from '#shared/logistics/routes/vehicles-api.ts'
import { startServer } from '#test/server.ts'
import { addVehicle, aVehicle, deliveryScene, packedOrder, planBody, type Scene } from '#test/deliveries.ts'

let scene: Scene
beforeAll(async () => {
  scene = await deliveryScene(await startServer())
})

describe('[RTE-01] vehicles and drivers', () => {
  test('a vehicle’s name is unique, and it can’t be deleted while a planned route uses it (409)', async () => {
    const { admin, driver, place } = scene
    const vehicle = await addVehicle(scene, { plate: 'AB 12', maxPackages: 1, maxKg: 1 })
    const duplicate = { ...aVehicle, name: vehicle.name.toUpperCase() }
    expect((await admin.call(vehiclesApi.createVehicle, { body: duplicate })).status).toBe(409)
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
    const refused = await admin.call(vehiclesApi.deleteVehicle, { params })
    expect([refused.status, refused.body.error]).toEqual([409, '1 route is planned with it.'])
    await admin.do(routesApi.cancelRoute, { params: { id: route.id }, body: { reason: 'Snow' } })
    await admin.do(vehiclesApi.deleteVehicle, { params })
    expect((await admin.call(vehiclesApi.getVehicle, { params })).status).toBe(404)
  })

  test('a driver’s working hours are used for planning a day; an old version is refused (412)', async () => {
    const { admin, place, server } = scene
    const { db } = server.database
    await sql`update locations set latitude = 51.5, longitude = 0 where id = ${place.warehouse.id}`.execute(db)
    const driver = await server.as('driver')
    const params = { id: driver.userId }
    const hours = [{ days: [1], from: '06:00', to: '09:00' }]
    const saved = await admin.do(vehiclesApi.updateDriver, { params, body: { hours } }, { version: 1 })
    expect(saved.hours).toEqual(hours)
    expect((await admin.call(vehiclesApi.updateDriver, { params, body: { hours } }, { version: 1 })).status).toBe(412)
    const drivers = [{ driverId: driver.userId }]
    // 1 February 2028 is a Tuesday.
    const tuesday = await admin.call(plansApi.planDay, { body: { ...planBody(scene), drivers } })
    const fields = { 'drivers.0.from': 'needs working hours on that day' }
    expect([tuesday.status, tuesday.body.fields]).toEqual([422, fields])
    const monday = await admin.call(plansApi.planDay, { body: { ...planBody(scene), drivers, date: '2028-01-31' } })
    expect(monday.status).toBe(200)
  })
})
