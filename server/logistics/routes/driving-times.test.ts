import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { drivingTimesApi } from '#shared/logistics/routes/driving-times-api.ts'
import { startServer } from '#test/server.ts'
import { deliveryScene, routeOf, type Scene } from '#test/deliveries.ts'

let scene: Scene
beforeAll(async () => {
  scene = await deliveryScene(await startServer())
})

describe('[RTE-01] driving times', () => {
  test('list the number of observations per speed; the default speed is used while there are too few', async () => {
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
