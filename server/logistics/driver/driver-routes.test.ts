import { usersApi } from '#shared/identity/users/users-api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { driverApi } from '#shared/logistics/driver/api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { deliveryScene, plannedRoute, type Scene, shipmentOf } from '#test/deliveries.ts'
import { deliveryOf, phoneOf, onTheRoad, outcomes } from '#test/driver-phone.ts'
import { startServer } from '#test/server.ts'

let scene: Scene
beforeAll(async () => {
  scene = await deliveryScene(await startServer())
})

describe('[DRV-01] routes of a driver', () => {
  test('contain everything for a day offline; other drivers’ routes are not listed and get 404', async () => {
    const { driver, route, stops } = await onTheRoad(scene, 2, false)
    expect(route).toMatchObject({ status: 'PLANNED', stops: 2 })
    expect(stops[0]).toMatchObject({
      address: 'High Street 1',
      lines: [{ quantity: 5, doNotHandOver: null, barcodes: expect.any(Array) }],
      cashDue: null,
    })
    const days = { query: { from: route.date, to: route.date } }
    expect((await driver.do(driverApi.listDriverRoutes, days)).data.map(({ id }) => id)).toEqual([route.id])
    const other = await scene.server.as('driver')
    expect((await other.do(driverApi.listDriverRoutes, days)).data).toEqual([])
    expect((await other.call(driverApi.getDriverRoute, { params: { id: route.id } })).status).toBe(404)
    const foreign = phoneOf(other)
    const results = await foreign.send(
      foreign.make('route.start', route.id),
      foreign.make('stop.arrive', route.id, stops[0]!.id),
      deliveryOf(foreign.make, route.id, stops[0]!),
    )
    expect(outcomes(results)).toEqual(['refused NOT_FOUND', 'refused NOT_FOUND', 'refused NOT_FOUND'])
    const positions = [{ at: new Date().toISOString(), latitude: 51, longitude: 0 }]
    expect((await other.call(driverApi.sendPositions, { body: { routeId: route.id, positions } })).status).toBe(404)
  })

  test('a driver with an open route can’t be deleted or given another role (B22)', async () => {
    const { admin } = scene
    const { driver, route } = await onTheRoad(scene, 1, false)
    const params = { id: driver.userId }
    const shown = async () =>
      (await admin.do(usersApi.list, { query: { limit: 200 } })).data.find(({ id }) => id === params.id)
    const { version = 0, email = '', name = '' } = (await shown()) ?? {}
    const body = { email, name, role: 'staff' as const }
    for (const refused of [
      await admin.call(usersApi.remove, { params }, { version }),
      await admin.call(usersApi.update, { params, body }, { version }),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([409, 'IN_USE'])
      expect(refused.body.error).toContain(route.number)
    }
    await admin.do(routesApi.cancelRoute, { params: { id: route.id }, body: { reason: 'Off sick' } })
    expect((await admin.call(usersApi.remove, { params }, { version })).status).toBe(204)
  })

  test('customers (403) and users without a session (401) are refused', async () => {
    const customer = await scene.server.as('customer')
    const body = { deviceId: randomUUID(), events: [phoneOf(customer).make('route.start', randomUUID())] }
    for (const [client, status] of [
      [customer, 403],
      [scene.server.nobody, 401],
    ] as const) {
      expect((await client.call(driverApi.sendEvents, { body })).status).toBe(status)
      expect((await client.call(driverApi.listDriverRoutes, { query: {} })).status).toBe(status)
    }
    expect((await scene.driver.call(driverApi.sendEvents, { body: { ...body, events: [] } })).status).toBe(422)
  })

  test('packages are loaded by scanning their codes; a code of another route is refused', async () => {
    const { driver, route, packed, phone } = await onTheRoad(scene, 1, false)
    const { id, version, lines } = await shipmentOf(scene, packed[0]!.shipmentId)
    const box = { kind: 'carton' as const, weight: '2.5', contents: [{ lineId: lines[0]!.id, quantity: 5 }] }
    const put = (packages: object[], at: number) =>
      scene.admin.call(
        shipmentsApi.putPackages,
        { params: { id }, body: { packages: packages as never } },
        { version: at },
      )
    expect((await put([box, box], version)).status).toBe(422)
    expect((await put([box], version + 1)).status).toBe(412)
    const { body } = await put([box], version)
    expect(body).toMatchObject({
      packages: 1,
      weight: '2.5',
      shipmentPackages: [{ number: 1, code: `${body.number}-1` }],
    })
    const results = await phone.send(
      phone.make('route.load', route.id, undefined, { codes: ['SH-0-1'] }),
      phone.make('route.load', route.id, undefined, { codes: [`${body.number}-1`], isComplete: true }),
    )
    expect(outcomes(results)).toEqual(['refused INVALID', 'applied'])
    expect((await shipmentOf(scene, id)).shipmentPackages[0]?.loadedAt).not.toBeNull()

    // A failed shipment that is planned again has to be loaded again.
    await scene.admin.do(routesApi.startRoute, { params: { id: route.id }, body: {} })
    const failed = { failureReason: 'CLOSED' as const, note: null }
    await scene.admin.do(shipmentsApi.failShipment, { params: { id }, body: failed })
    await scene.admin.do(shipmentsApi.replanShipment, { params: { id }, body: {} })
    expect((await shipmentOf(scene, id)).shipmentPackages[0]?.loadedAt).toBeNull()
    const next = await plannedRoute(scene, [id], driver)
    const loaded = async () =>
      (await driver.do(driverApi.getDriverRoute, { params: { id: next.id } })).data.driverStops[0]?.shipmentPackages[0]
        ?.loadedAt
    expect(await loaded()).toBeNull()
    await phone.send(phone.make('route.load', next.id, undefined, { codes: [`${body.number}-1`] }))
    const at = await loaded()
    expect(at).not.toBeNull()
    await phone.send(phone.make('route.load', next.id, undefined, { codes: [`${body.number}-1`] }))
    expect(await loaded()).toBe(at)
  })
})
