import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { driverApi } from '#shared/logistics/driver/api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { clientOf } from '#test/client.ts'
import { deliveryScene, type Scene } from '#test/deliveries.ts'
import { deliveryOf, onTheRoad } from '#test/driver-phone.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { startProcessOn } from '#test/server/another-process.ts'
import { startServer } from '#test/server.ts'

/*
 * Two servers share one database; the one that a phone talks to is killed while it processes the events (reliability
 * 4.14).
 */

let scene: Scene
beforeAll(async () => {
  scene = await deliveryScene(await startServer())
})

const stopsOfDay = 12

const storedEvents = async (routeId: string) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from driver_events
    where route_id = ${routeId}`.execute(scene.server.database.db)
  return rows[0]?.n ?? 0
}

/** Sends a day of events to a second server and kills it; starts over if that server had already responded. */
async function cutDay() {
  const other = await startProcessOn(scene.server, 'smtp://127.0.0.1:1')
  const { driver, route, stops, phone } = await onTheRoad(scene, stopsOfDay, false)
  const { make, deviceId } = phone
  const events = [
    make('route.start', route.id),
    ...stops.flatMap((stop) => [make('stop.arrive', route.id, stop.id), deliveryOf(make, route.id, stop)]),
  ]
  const send = (client: typeof driver) => client.call(driverApi.sendEvents, { body: { deviceId, events } })
  const cut = send(clientOf(other.url, driver.userId, driver.cookie)).then(
    ({ status }) => status,
    () => 'cut off',
  )
  await expect.poll(() => storedEvents(route.id), { interval: 2, timeout: 60_000 }).toBeGreaterThan(1)
  process.kill(other.pid, 'SIGKILL')
  if ((await cut) !== 'cut off') return cutDay()
  return { route, events, sendAgain: () => send(driver) }
}

test('[DRV-02] (4.14) the server that processes a phone’s events is killed: the other one stores every event once', {
  timeout: 180_000,
}, async () => {
  const { route, events, sendAgain } = await cutDay()
  const before = await storedEvents(route.id)
  const answer = await sendAgain()
  expect(answer.status).toBe(200)
  const outcomes = answer.body.results.map(({ outcome }) => outcome)
  expect(outcomes.filter((outcome) => outcome === 'duplicate').length).toBeGreaterThanOrEqual(before)
  expect(outcomes.filter((outcome) => outcome !== 'duplicate' && outcome !== 'applied')).toEqual([])
  expect(await storedEvents(route.id)).toBe(events.length)
  const shown = await scene.admin.do(routesApi.getRoute, { params: { id: route.id } })
  expect(shown).toMatchObject({ status: 'IN_PROGRESS', delivered: stopsOfDay })
  expect(await brokenInvariants(scene.server.database.db)).toEqual({})
})
