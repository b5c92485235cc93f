import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { driverApi } from '#shared/logistics/driver/api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { deliveryScene, type Scene } from '#test/deliveries.ts'
import { deliveryOf, onTheRoad } from '#test/driver-phone.ts'
import { movableClock } from '#test/movable-clock.ts'
import { type Client, startServer } from '#test/server.ts'

const time = movableClock()
let scene: Scene
beforeAll(async () => {
  scene = await deliveryScene(await startServer({ clock: time.clock }))
})
const here = (at = new Date()) => ({ at: at.toISOString(), latitude: 51.4, longitude: -0.1, accuracy: 12 })
const send = (client: Client, routeId: string, positions = [here()]) =>
  client.call(driverApi.sendPositions, { body: { routeId, positions } })

describe('[DRV-02] positions', () => {
  test('are accepted only while the route is in progress and update the position and ETA', async () => {
    const { driver, route, stops, phone } = await onTheRoad(scene, 1, false)
    expect((await send(driver, route.id)).status).toBe(409)
    await scene.admin.do(routesApi.startRoute, { params: { id: route.id }, body: {} })
    expect((await send(driver, route.id)).status).toBe(204)
    const shown = await scene.admin.do(routesApi.getRoute, { params: { id: route.id } })
    expect(shown.position).toMatchObject({ latitude: 51.4, longitude: -0.1 })
    expect(shown.routeStops[0]?.eta).not.toBeNull()
    const updates = scene.server.announced.filter((one) => one.name === 'tracking_updated')
    expect(updates.findLast((one) => one.payload.routeId === route.id)?.payload).toMatchObject({
      currentLocation: { latitude: 51.4 },
      status: 'IN_PROGRESS',
      eta: expect.any(String),
    })
    await phone.send(deliveryOf(phone.make, route.id, stops[0]!), phone.make('route.end', route.id))
    expect((await send(driver, route.id)).status).toBe(409)
  })

  test('are accepted for one’s own route only; a time in the future is set to the server’s time', async () => {
    const { driver, route } = await onTheRoad(scene, 1)
    expect((await send(await scene.server.as('driver'), route.id)).status).toBe(404)
    expect((await send(await scene.server.as('customer'), route.id)).status).toBe(403)
    expect((await send(scene.server.nobody, route.id)).status).toBe(401)
    expect((await send(driver, route.id, [])).status).toBe(422)
    expect((await send(driver, route.id, [{ ...here(), latitude: 91 }])).status).toBe(422)
    expect((await send(driver, route.id, [here(new Date(Date.now() + 3 * 3600_000))])).status).toBe(204)
    const shown = await scene.admin.do(routesApi.getRoute, { params: { id: route.id } })
    expect(Date.parse(shown.position?.at ?? '')).toBeLessThanOrEqual(Date.now() + 1000)
  })

  test('are deleted after 30 days', async () => {
    const { driver, route } = await onTheRoad(scene, 1)
    const positionCount = async () => {
      const { rows } = await sql`select 1 from driver_positions where route_id = ${route.id}`.execute(
        scene.server.database.db,
      )
      return rows.length
    }
    await send(driver, route.id)
    await time.after(29, () => scene.server.app.runJobs('delete-expired-records'))
    expect(await positionCount()).toBe(1)
    await time.after(31, () => scene.server.app.runJobs('delete-expired-records'))
    expect(await positionCount()).toBe(0)
  })
})
