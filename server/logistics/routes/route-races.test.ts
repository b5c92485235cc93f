import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { vehiclesApi } from '#shared/logistics/routes/vehicles-api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addPlace } from '#test/builders.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { addVehicle, deliveryScene, packedOrder, plannedRoute, routeOf, type Scene } from '#test/deliveries.ts'
import { patient, startServer } from '#test/server.ts'

let scene: Scene
beforeAll(async () => {
  const made = await deliveryScene(await startServer())
  scene = { ...made, admin: patient(made.admin) }
})
const start = (id: string) => scene.admin.call(routesApi.startRoute, { params: { id }, body: {} })

/** The number of sessions that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(scene.server.database.db)
  return rows[0]?.n ?? 0
}

describe('[RTE-01] (B22) races', () => {
  test('a shipment added to two routes concurrently is on one of them', async () => {
    const { shipmentId } = await packedOrder(scene)
    const routes = [await plannedRoute(scene, []), await plannedRoute(scene, [])]
    const answers = await Promise.all(
      routes.map((route) =>
        scene.admin.call(routesApi.addStops, { params: { id: route.id }, body: { shipmentIds: [shipmentId] } }),
      ),
    )
    expect(answers.map((one) => one.status).toSorted()).toEqual([200, 409])
  })

  test('a shipment reversed and packed again while a route is created from it is not on that route (422)', async () => {
    const { admin, server, driver, place } = scene
    const { orderId, shipmentId } = await packedOrder(scene)
    const params = { id: orderId }
    const route = {
      date: '2027-03-02',
      driverId: driver.userId,
      startId: place.warehouse.id,
      shipmentIds: [shipmentId],
    }
    const acts = await server.database.db.transaction().execute(async (held) => {
      await sql`select 1 from sales_orders where id = ${orderId} for update`.execute(held)
      const reversed = admin.call(salesApi.reverse, { params, body: { reason: 'Wrong box' } })
      await expect.poll(waiting).toBe(1)
      const packed = admin.call(salesApi.ready, { params, body: {} })
      await expect.poll(waiting).toBe(2)
      const made = admin.call(routesApi.createRoute, { body: route })
      await expect.poll(waiting).toBe(3)
      return [reversed, packed, made] as const
    })
    expect((await Promise.all(acts)).map(({ status }) => status)).toEqual([200, 200, 422])
  })

  test('a route started twice and a second route of the same driver concurrently: one start succeeds', async () => {
    const driver = await scene.server.as('driver')
    const first = await routeOf(scene, 1, { driver })
    const second = await routeOf(scene, 1, { driver })
    const answers = await Promise.all([first, first, second].map(({ route }) => start(route.id)))
    expect(answers.map((one) => one.status).toSorted()).toEqual([200, 409, 409])
  })

  test('a route reordered while it is started has the old or the new order, never a mix', async () => {
    const driver = await scene.server.as('driver')
    const { route } = await routeOf(scene, 4, { driver })
    const before = route.routeStops.map((stop) => stop.id)
    const turned = before.toReversed()
    const [started, reordered] = await Promise.all([
      start(route.id),
      scene.admin.call(routesApi.reorderStops, { params: { id: route.id }, body: { stopIds: turned } }),
    ])
    expect(started.status).toBe(200)
    const after = (await scene.admin.do(routesApi.getRoute, { params: { id: route.id } })).routeStops
    expect(after.map((stop) => stop.id)).toEqual(reordered.status === 200 ? turned : before)
    expect(after.map((stop) => stop.status)).toEqual(['ON_THE_WAY', ...Array(3).fill('READY_FOR_SHIPPING')])
  })

  test('a driver can’t be deleted or suspended while a route is being created for them, nor get a route once deleted', async () => {
    const { admin } = scene
    const { db } = scene.server.database
    await plannedRoute(scene, [])
    for (const isDeleted of [true, false]) {
      const driver = await scene.server.as('driver')
      const params = { id: driver.userId }
      const { version } = await admin.do(usersApi.get, { params })
      let turned = { status: 0 }
      const made = await db.transaction().execute(async (held) => {
        // Commands that create a route wait here, after they have read its driver.
        await sql`select 1 from counters where name = 'RT' for update`.execute(held)
        const route = admin.call(routesApi.createRoute, {
          body: { date: '2027-03-01', driverId: driver.userId, startId: scene.place.warehouse.id },
        })
        await expect.poll(waiting).toBe(1)
        const turn = (
          isDeleted ? admin.call(usersApi.remove, { params }, { version }) : admin.call(usersApi.suspend, { params })
        ).then((answer) => (turned = answer))
        await expect.poll(async () => turned.status > 0 || (await waiting()) === 2).toBe(true)
        return { route, turn, early: turned.status }
      })
      expect(made.early).toBe(0)
      expect((await made.route).status).toBe(201)
      await made.turn
      expect(turned.status).toBe(isDeleted ? 409 : 200)
    }
    const gone = await scene.server.as('driver')
    const { version } = await admin.do(usersApi.get, { params: { id: gone.userId } })
    const [removed, late] = await Promise.all([
      admin.call(usersApi.remove, { params: { id: gone.userId } }, { version }),
      admin.call(routesApi.createRoute, {
        body: { date: '2027-03-01', driverId: gone.userId, startId: scene.place.warehouse.id },
      }),
    ])
    expect([
      [204, 422],
      [409, 201],
    ]).toContainEqual([removed.status, late.status])
  })

  test('a vehicle or start location can’t be deleted while a route is being created with it', async () => {
    const { admin } = scene
    const done: (readonly [string, number, number])[] = []
    for (let round = 0; round < 10; round += 1) {
      const [van, away] = [await addVehicle(scene), await addPlace(admin)]
      const body = { date: '2027-03-02', driverId: scene.driver.userId, startId: away.warehouse.id, vehicleId: van.id }
      const [kind, remove] = (
        [
          ['vehicle', () => admin.call(vehiclesApi.deleteVehicle, { params: { id: van.id } })],
          ['start', () => admin.call(inventoryApi.deleteLocation, { params: { id: away.warehouse.id } })],
        ] as const
      )[round % 2 === 0 ? 0 : 1]
      const [made, gone] = await Promise.all([admin.call(routesApi.createRoute, { body }), remove()])
      done.push([kind, made.status, gone.status])
    }
    for (const [kind, made, gone] of done) expect([kind, made, gone]).toEqual([kind, made, made === 201 ? 409 : 204])
    expect(await brokenInvariants(scene.server.database.db)).toEqual({})
  })
})
