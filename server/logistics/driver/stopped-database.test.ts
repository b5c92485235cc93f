import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import type { EmbeddedPostgres } from '#server/postgres/embedded.ts'
import { driverApi } from '#shared/logistics/driver/api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import type { Answer } from '#test/client.ts'
import { deliveryScene, type Scene } from '#test/deliveries.ts'
import { deliveryOf, onTheRoad, type SentEvent } from '#test/driver-phone.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { embeddedWorld, postmasterOf, processesOf, queryDatabase } from '#test/server/embedded-world.ts'
import { startServer } from '#test/server.ts'

/* The test's own PostgreSQL is stopped or paused while a phone sends the events of its day (reliability 4.14). */

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const world = embeddedWorld()
const dataDir = world.folder()
let database: EmbeddedPostgres
let scene: Scene
beforeAll(async () => {
  database = await world.start(dataDir)
  await migrate(database.connection)
  scene = await deliveryScene(await startServer({ over: database.connection, answerMs: 1500 }))
})
afterAll(() => world.end())

const stopsOfDay = 8

/** A driver with a full day of events on the phone; `send` sends them as one batch. */
async function fullDay() {
  const { driver, route, stops, phone } = await onTheRoad(scene, stopsOfDay, false)
  const { make, deviceId } = phone
  const events: SentEvent[] = [
    make('route.start', route.id),
    ...stops.flatMap((stop) => [make('stop.arrive', route.id, stop.id), deliveryOf(make, route.id, stop)]),
  ]
  const send = () => driver.call(driverApi.sendEvents, { body: { deviceId, events } })
  return { driver, route, events, send }
}
type Day = Awaited<ReturnType<typeof fullDay>>

const storedEvents = async ({ route }: Day): Promise<number> => {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from driver_events where route_id = ${route.id}`.execute(scene.server.database.db)
  return rows[0]?.n ?? 0
}

/** Expects 503 with a message and Retry-After. */
function expectAway(answer: Answer<unknown>) {
  expect(answer.status, JSON.stringify(answer.body)).toBe(503)
  expect(['DATABASE_DOWN', 'SERVER_BUSY']).toContain(answer.body.code)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
}

/** Like the phone: sends the same events again until all have a result. Returns the number of 503 responses. */
async function sendUntilTaken(day: Day): Promise<number> {
  for (let refusals = 0; ; refusals += 1) {
    const answer = await day.send()
    if (answer.status === 200) {
      expect(
        answer.body.results.map(({ outcome }) => outcome).filter((one) => one !== 'duplicate' && one !== 'applied'),
      ).toEqual([])
      return refusals
    }
    expectAway(answer)
  }
}

async function expectOnce(day: Day) {
  // The last response may have come from a process that outlived its PostgreSQL for a moment.
  const isThere = () =>
    queryDatabase(database, 'select 1').then(
      () => true,
      () => false,
    )
  await expect.poll(isThere, { timeout: 60_000 }).toBe(true)
  expect(await storedEvents(day)).toBe(day.events.length)
  const shown = await scene.admin.do(routesApi.getRoute, { params: { id: day.route.id } })
  expect(shown).toMatchObject({ status: 'IN_PROGRESS', delivered: stopsOfDay })
  const { rows } = await sql<{ proofs: number; deliveries: number }>`select
      (select count(*)::int from delivery_proofs f join route_stops p on p.id = f.stop_id where p.route_id = ${day.route.id}
        and f.undone_at is null) as proofs,
      (select count(*)::int from sales_order_moves m join route_stops p on p.order_id = m.order_id
        where p.route_id = ${day.route.id} and m.move = 'deliver') as deliveries`.execute(scene.server.database.db)
  expect(rows).toEqual([{ proofs: stopsOfDay, deliveries: stopsOfDay }])
  expect(await brokenInvariants(scene.server.database.db)).toEqual({})
}

describe('[DRV-02] (4.14) while a phone sends the events of its day', () => {
  test.each(['SIGINT', 'SIGQUIT', 'SIGKILL'] as const)(
    'PostgreSQL ends by %s: requests get 503; after its restart a retry stores every event exactly once',
    async (signal) => {
      const day = await fullDay()
      const first = day.send()
      await expect.poll(() => storedEvents(day), { interval: 5 }).toBeGreaterThan(1)
      process.kill(postmasterOf(dataDir), signal)
      const answer = await first
      if (answer.status !== 200) expectAway(answer)
      await sendUntilTaken(day)
      await expectOnce(day)
    },
  )

  test.skipIf(process.platform !== 'linux')(
    'PostgreSQL is paused: running and new requests get 503; after it resumes, a retry stores every event exactly once',
    async () => {
      const day = await fullDay()
      const first = day.send()
      await expect.poll(() => storedEvents(day), { interval: 5 }).toBeGreaterThan(1)
      const still = processesOf(postmasterOf(dataDir))
      for (const pid of still) process.kill(pid, 'SIGSTOP')
      try {
        expectAway(await first)
        expectAway(await day.send())
        expect((await scene.server.nobody.send('GET', '/health/ready')).status).toBe(503)
        expect((await scene.server.nobody.send('GET', '/health/live')).status).toBe(200)
      } finally {
        for (const pid of still) process.kill(pid, 'SIGCONT')
      }
      await sendUntilTaken(day)
      await expectOnce(day)
    },
  )
})
