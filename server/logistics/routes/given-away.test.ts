import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { driverApi } from '#shared/logistics/driver/api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { deliveryScene, type Scene } from '#test/deliveries.ts'
import { deliveryOf, onTheRoad, outcomes } from '#test/driver-phone.ts'
import { type FaultProxy, faultProxy } from '#test/fault-proxy.ts'
import { startServer } from '#test/server.ts'

/* A route is reassigned while its first driver starts it, once at each SQL statement of the start. */

let scene: Scene
let proxy: FaultProxy | undefined
beforeAll(async () => {
  scene = await deliveryScene(
    await startServer({ through: async (connection) => (proxy = await faultProxy(connection)).connection }),
  )
})

const give = (id: string, version: number, driverId: string) =>
  scene.admin.call(routesApi.updateRoute, { params: { id }, body: { driverId } }, { version })

/** True if a transaction waits for a lock of another one. */
async function isWaiting(): Promise<boolean> {
  const { rows } =
    await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      scene.server.database.db,
    )
  return rows.length > 0
}

/** Makes both calls: while the nth statement of the first is halted, the second runs as far as it can. */
async function interrupt<A, B>(nth: number, first: () => Promise<A>, second: () => Promise<B>) {
  let other: Promise<B> | undefined
  // Counts statements of the first call only.
  await proxy!.quiet()
  const { hasHalted } = proxy!.haltAt(nth, async () => {
    const end = { isReached: false }
    other = second().finally(() => {
      end.isReached = true
    })
    // If both need the same lock within the server, the second waits there: then the first one continues. Short waits
    // for a lock of something else are tolerated.
    for (let [attempts, waits] = [0, 0]; attempts < 100 && waits < 5 && !end.isReached; attempts += 1) {
      waits = (await isWaiting()) ? waits + 1 : 0
      await new Promise((next) => setTimeout(next, 5))
    }
  })
  const one = await first()
  if (!hasHalted()) proxy!.disarm()
  return { one, other: other ? await other : null }
}

describe('[RTE-01, DRV-02] (B22) a route reassigned to another driver', () => {
  test('race: while the first driver’s phone starts and delivers, only one of both succeeds and the other gets the reason', {
    timeout: 240_000,
  }, async () => {
    const heir = await scene.server.as('driver')
    let [applied, given] = [0, 0]
    // Once the route is in progress, the outcome can't change any more: a few statements are enough there.
    for (let nth = 1; ; nth += applied < 4 ? 1 : 9) {
      const { driver, route, stops, packed, phone } = await onTheRoad(scene, 1, false)
      const { id, version } = await scene.admin.do(routesApi.getRoute, { params: { id: route.id } })
      const day = [phone.make('route.start', id), deliveryOf(phone.make, id, stops[0]!)]
      const { one, other } = await interrupt(
        nth,
        () => phone.send(...day),
        () => give(id, version, heir.userId),
      )
      if (!other) break
      const shown = await scene.admin.do(routesApi.getRoute, { params: { id } })
      if (other.status === 200) {
        given += 1
        expect([nth, outcomes(one)]).toEqual([nth, Array(2).fill('refused NOT_FOUND')])
        expect(one[0]?.reason).toMatch(/gave it to another driver/)
        expect(shown).toMatchObject({ status: 'PLANNED', driver: { id: heir.userId } })
        expect((await heir.call(driverApi.getDriverRoute, { params: { id } })).status).toBe(200)
        expect((await driver.call(driverApi.getDriverRoute, { params: { id } })).status).toBe(404)
        // The timelines contain what the first phone reported, with the name of the receiver of the goods.
        const records = shown.timeline.flatMap(({ record }) => record ?? [])
        expect(records.map(({ type, outcome }) => `${outcome} ${type}`).toSorted()).toEqual([
          'refused route.start',
          'refused stop.deliver',
        ])
        const shipment = await scene.admin.do(shipmentsApi.getShipment, { params: { id: packed[0]!.shipmentId } })
        expect(shipment.timeline.flatMap(({ record }) => record ?? [])).toMatchObject([
          { type: 'stop.deliver', outcome: 'refused', text: 'Dr Weiss', refusal: one[1]?.reason },
        ])
      } else {
        applied += 1
        expect([409, 412]).toContain(other.status)
        expect([nth, outcomes(one)]).toEqual([nth, ['applied', 'applied']])
        expect(other.body.error).toMatch(/started|under way|planned|changed/i)
        expect(shown).toMatchObject({ status: 'IN_PROGRESS', delivered: 1, driver: { id: driver.userId } })
      }
      // Sending it again, as after a lost response, changes nothing.
      expect(outcomes(await phone.send(...day)).every((one_) => one_.startsWith('duplicate'))).toBe(true)
      // Removes the planned route from the second driver, who is assigned a route in every round.
      if (other.status === 200)
        await scene.admin.do(routesApi.deleteRoute, { params: { id } }, { version: shown.version })
    }
    expect(given).toBeGreaterThan(5)
    expect(applied).toBeGreaterThan(6)
    expect(await brokenInvariants(scene.server.database.db)).toEqual({})
  })
})
