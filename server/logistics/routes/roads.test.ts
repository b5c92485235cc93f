import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { estimateLeg } from '#shared/logistics/distance.ts'
import { plansApi } from '#shared/logistics/routes/plans-api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { addAccount } from '#test/builders.ts'
import { deliveryScene, packedOrder, plannedRoute, type Scene } from '#test/deliveries.ts'
import { roadServer } from '#test/road-server.ts'
import { startServer } from '#test/server.ts'
import { roadTable } from './road-table.ts'

const start = { latitude: 51.5, longitude: 0 }
const places = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ latitude: 51.5 + at / 100, longitude: at / 50 }))

describe.each(['osrm', 'valhalla'] as const)('[RTE-02] road service %s', (kind) => {
  test('returns metres and seconds between all places, with several requests if there are too many places for one', async () => {
    const roads = await roadServer()
    const table = roadTable({ url: `${roads.url}/`, kind })!
    const spots = places(120)
    const legs = await table(spots, spots)
    expect([legs.length, legs[119]?.length]).toEqual([120, 120])
    expect(legs[3]?.[5]).toEqual({ metres: 12_000, seconds: 1200 })
    expect(legs[119]?.[0]).toEqual({ metres: 714_000, seconds: 71_400 })
    expect(roads.asked.length).toBe(9)
    // A service with a lower limit gets requests with fewer places.
    roads.asked.length = 0
    roads.state.most = 20
    expect((await table(spots.slice(0, 30), spots.slice(0, 30)))[29]?.[0]).toEqual({ metres: 174_000, seconds: 17_400 })
    expect(Math.max(...roads.asked.slice(1).map((one) => one.places))).toBeGreaterThan(20)
    expect(roads.asked.filter((one) => one.places <= 20).length).toBeGreaterThan(8)
  })

  test.each([
    ['an error', 500, '{"code":"InternalError"}', /answered 500/],
    ['no JSON', 200, '<html>', /not as JSON/],
    ['another form', 200, '{"code":"Ok","durations":[["far"]],"sources_to_targets":[[{}]]}', /another form/],
    [
      'fewer places',
      200,
      '{"code":"Ok","durations":[[0]],"distances":[[0]],"sources_to_targets":[[{"distance":0,"time":0}]]}',
      /other places/,
    ],
    [
      'backwards',
      200,
      '{"code":"Ok","durations":[[0,-1],[1,0]],"distances":[[0,1],[1,0]],"sources_to_targets":[[{"distance":-1,"time":0}]]}',
      /another form/,
    ],
  ] as const)('a response with %s is an error', async (_name, status, body, words) => {
    const roads = await roadServer()
    roads.state.answer = { status, body }
    const spots = places(2)
    await expect(roadTable({ url: roads.url, kind })!(spots, spots)).rejects.toThrow(words)
  })

  test('a timeout or an unreachable service is an error; places without a road between them return null', async () => {
    const roads = await roadServer()
    const spots = places(2)
    const table = roadTable({ url: roads.url, kind, timeoutMs: 150 })!
    roads.state.isSilent = true
    await expect(table(spots, spots)).rejects.toThrow(/did not answer \(TimeoutError\)/)
    await expect(roadTable({ url: 'http://127.0.0.1:9', kind })!(spots, spots)).rejects.toThrow(/did not answer/)
    roads.state.isSilent = false
    const none = { distance: null, time: null }
    const cells = [
      [0, null],
      [null, 0],
    ]
    const body = JSON.stringify({
      code: 'Ok',
      durations: cells,
      distances: cells,
      sources_to_targets: cells.map((row) => row.map((one) => (one === null ? none : { distance: 0, time: 0 }))),
    })
    roads.state.answer = { status: 200, body }
    expect((await table(spots, spots))[0]).toEqual([{ metres: 0, seconds: 0 }, null])
  })
})

describe('[RTE-02] road distances in routes and plans', () => {
  let scene: Scene
  let roads: Awaited<ReturnType<typeof roadServer>>
  const shipments: string[] = []
  beforeEach(async () => {
    roads = await roadServer()
    scene = await deliveryScene(await startServer({ roads: { url: roads.url, timeoutMs: 300 } }))
    const { database } = scene.server
    await sql`update locations set latitude = ${start.latitude}, longitude = ${start.longitude}
      where id = ${scene.place.warehouse.id}`.execute(database.db)
    shipments.length = 0
    for (const longitude of [0.3, 0.1, 0.2]) {
      const account = await addAccount(scene.admin, { latitude: 51.5, longitude })
      shipments.push((await packedOrder(scene, 5, scene.productId, account.id)).shipmentId)
    }
  })
  const estimated = (to: number) => estimateLeg(start, { latitude: 51.5, longitude: to }).metres

  test('a manual route gets road distances after the commit; optimising and planning a day use them without new requests', async () => {
    const { admin, server } = scene
    const route = await plannedRoute(scene, shipments)
    expect(route.routeStops[0]?.distance).toBe(estimated(0.3))
    expect(route.roads).toBeNull()
    await server.app.runJobs()
    const params = { id: route.id }
    const measured = await admin.do(routesApi.getRoute, { params })
    expect(measured.routeStops.map(({ distance }) => distance)).toEqual([60_000, 40_000, 20_000])
    expect(measured).toMatchObject({ distance: 160_000, travelSeconds: 16_000 })
    expect(measured.roads?.metres[0]).toEqual([0, 60_000, 20_000, 40_000])
    expect(roads.asked).toHaveLength(1)
    const { data } = await admin.do(routesApi.optimiseRoute, { params, query: {}, body: { budgetMs: 100 } })
    expect([data.before.distance, data.after.distance]).toEqual([160_000, 120_000])
    const reversed = data.after.stopIds.toReversed()
    const costs = await admin.do(routesApi.costStops, { params, body: { stopIds: reversed } })
    expect(costs.data.after).toMatchObject({ distance: 120_000, travelSeconds: 12_000 })
    // Everything was known by then.
    expect(roads.asked).toHaveLength(1)
    await admin.do(routesApi.deleteRoute, { params })
    const body = {
      date: '2028-05-01',
      startId: scene.place.warehouse.id,
      drivers: [{ driverId: scene.driver.userId, from: '08:00', to: '20:00' }],
      shipmentIds: [...shipments],
      budgetMs: 100,
    }
    const { data: plan } = await admin.do(plansApi.planDay, { body })
    expect(plan.proposals[0]?.cost).toMatchObject({ distance: 120_000, travelSeconds: 12_000 })
  })

  test('while the service fails, distances are estimated, it is not asked again immediately, and the log states the error', async () => {
    const { admin, server } = scene
    roads.state.answer = { status: 503, body: '{}' }
    const route = await plannedRoute(scene, shipments)
    await server.app.runJobs()
    const params = { id: route.id }
    const shown = await admin.do(routesApi.getRoute, { params })
    expect(shown.routeStops[0]?.distance).toBe(estimated(0.3))
    const { data } = await admin.do(routesApi.optimiseRoute, { params, query: {}, body: { budgetMs: 100 } })
    expect(data.after.distance).toBeLessThan(data.before.distance)
    expect(roads.asked).toHaveLength(1)
    expect(server.logs.join('')).toContain('The road service answered 503')
  })
})
