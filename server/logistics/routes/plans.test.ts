import { beforeAll, describe, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { plansApi } from '#shared/logistics/routes/plans-api.ts'
import { startServer } from '#test/server.ts'
import { addAccount } from '#test/builders.ts'
import {
  addVehicle,
  deliveryScene,
  orderStatus,
  packedOrder,
  planBody,
  plannedRoute,
  type Scene,
  shipmentOf,
} from '#test/deliveries.ts'
import { changeSettings } from '#test/settings.ts'

let scene: Scene
beforeAll(async () => {
  scene = await deliveryScene(await startServer())
})
const nobody = randomUUID()

describe('[RTE-02] saving a plan', () => {
  test('saves routes exactly as proposed; refused if a shipment is on a route by then (409)', async () => {
    const { admin, driver, place } = scene
    const one = await packedOrder(scene)
    const other = await packedOrder(scene)
    const wish = (shipmentIds: string[]) => ({
      ...planBody(scene),
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
    const { number } = await shipmentOf(scene, one.shipmentId)
    expect([again.status, again.body.error]).toEqual([409, `${number} is on ${route.number} already.`])
    const unknown = await admin.call(plansApi.planDay, { body: wish([nobody]) })
    expect([unknown.status, Object.keys(unknown.body.fields ?? {})]).toEqual([422, ['shipmentIds.0']])
  })

  test('refused if its driver or vehicle is on another route by then (409); of concurrent saves one succeeds', async () => {
    const { admin, driver, server } = scene
    const other = await server.as('driver')
    const van = await addVehicle(scene)
    const save = async (driverId: string, vehicleId: string | null, startsAt: string, date = '2028-04-10') => {
      const { shipmentId } = await packedOrder(scene)
      const routes = [{ driverId, vehicleId, startsAt, shipmentIds: [shipmentId] }]
      const { status, body } = await admin.call(plansApi.planDay, {
        body: { ...planBody(scene), date, save: true, routes },
      })
      return [status, body.error ?? null]
    }
    expect(await save(driver.userId, van.id, '08:00')).toEqual([200, null])
    const says = (who: RegExp) => [409, expect.stringMatching(who)]
    expect(await save(driver.userId, null, '08:00')).toEqual(
      says(/ is on RT-\d{4}-\d+ from 08:00 .*Propose the routes again/),
    )
    expect(await save(other.userId, van.id, '08:00')).toEqual(says(/^Van.* is on RT-/))
    expect(await save(driver.userId, van.id, '08:00')).toEqual(says(/ and Van.* are on RT-/))
    expect(await save(other.userId, null, '08:00')).toEqual([200, null])
    const atOnce = await Promise.all(
      Array.from({ length: 6 }, () => save(driver.userId, van.id, '08:00', '2028-04-11')),
    )
    expect(atOnce.filter(([status]) => status === 200)).toHaveLength(1)
    expect(atOnce.filter(([status]) => status === 409)).toHaveLength(5)
  })

  test('refused if two of its routes need the same driver or vehicle at the same time (409)', async () => {
    const own = await deliveryScene(await startServer())
    const { admin, driver, place, server } = own
    await sql`update locations set latitude = 51.5, longitude = 0 where id = ${place.warehouse.id}`.execute(
      server.database.db,
    )
    const other = await server.as('driver')
    const van = await addVehicle(own)
    type Crew = [driverId: string, vehicleId: string | null, startsAt: string]
    const save = async (...crews: Crew[]) => {
      const routes = []
      for (const [driverId, vehicleId, startsAt] of crews)
        routes.push({ driverId, vehicleId, startsAt, shipmentIds: [(await packedOrder(own)).shipmentId] })
      const { status, body } = await admin.call(plansApi.planDay, {
        body: { ...planBody(own), date: '2028-05-08', save: true, routes },
      })
      return [status, body.error ?? null]
    }
    const { name } = await admin.do(usersApi.get, { params: { id: driver.userId } })
    expect(await save([driver.userId, null, '08:00'], [driver.userId, null, '08:01'])).toEqual([
      409,
      `${name} has two of these routes at 08:00. Propose the routes again.`,
    ])
    expect(await save([driver.userId, van.id, '08:00'], [other.userId, van.id, '08:01'])).toEqual([
      409,
      `${van.name} has two of these routes at 08:00. Propose the routes again.`,
    ])
    expect(await save([driver.userId, van.id, '08:00'], [driver.userId, van.id, '08:01'])).toEqual([
      409,
      `${name} and ${van.name} have two of these routes at 08:00. Propose the routes again.`,
    ])
    expect(await save([driver.userId, van.id, '08:00'], [driver.userId, van.id, '16:00'])).toEqual([200, null])
  })

  test('considers a route that runs past midnight', async () => {
    const own = await deliveryScene(await startServer({ clock: () => new Date('2030-01-06T12:00:00Z') }))
    const { admin, driver, place, server } = own
    await sql`update locations set latitude = 51.5, longitude = 0 where id = ${place.warehouse.id}`.execute(
      server.database.db,
    )
    const shipment = async () => [(await packedOrder(own)).shipmentId]
    const route = async (date: string, startsAt: string) => {
      const start = { startId: place.warehouse.id, driverId: driver.userId }
      return admin.do(routesApi.createRoute, { body: { ...start, date, startsAt, shipmentIds: await shipment() } })
    }
    const { endsAt } = await route('2030-01-07', '23:50')
    expect(endsAt?.slice(0, 10)).toBe('2030-01-08')
    const back = new Date(Math.ceil(Date.parse(endsAt ?? '') / 60_000) * 60_000).toISOString().slice(11, 16)
    const body = {
      date: '2030-01-08',
      startId: place.warehouse.id,
      drivers: [{ driverId: driver.userId, from: '00:00', to: '05:00' }],
      budgetMs: 100,
    }
    const { data } = await admin.do(plansApi.planDay, { body: { ...body, shipmentIds: await shipment() } })
    expect(data.proposals[0]?.startsAt).toBe(back)
    const save = async (date: string, startsAt: string) => {
      const routes = [{ driverId: driver.userId, startsAt, shipmentIds: await shipment() }]
      return (await admin.call(plansApi.planDay, { body: { ...body, date, save: true, routes } })).status
    }
    expect(await save('2030-01-08', '00:00')).toBe(409)
    expect(await save('2030-01-08', back)).toBe(200)
    // The first route of the next day also blocks the evening before it.
    await route('2030-01-10', '00:01')
    expect(await save('2030-01-09', '23:50')).toBe(409)
  })

  test('waiting shipments are those on no route', async () => {
    const { admin } = scene
    const { shipmentId } = await packedOrder(scene)
    const waiting = async () =>
      (await admin.do(plansApi.listWaiting, { query: { date: '2099-01-01' } })).data.map((one) => one.id)
    expect(await waiting()).toContain(shipmentId)
    await plannedRoute(scene, [shipmentId])
    expect(await waiting()).not.toContain(shipmentId)
  })
})

describe('[RTE-02] planning a day', () => {
  test('proposes routes, lists shipments that can’t be planned with the reason, and saves all in one request', async () => {
    const own = await deliveryScene(await startServer())
    const { admin, driver, place } = own
    await sql`update locations set latitude = 51.5, longitude = 0 where id = ${place.warehouse.id}`.execute(
      own.server.database.db,
    )
    const near = await packedOrder(own)
    const nowhere = await addAccount(admin)
    const lost = await packedOrder(own, 1, own.productId, nowhere.id)
    const early = await addAccount(admin, {
      latitude: 51.5,
      longitude: -0.1,
      deliveryWindows: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '05:00', to: '06:00' }],
    })
    const unreachable = await packedOrder(own, 1, own.productId, early.id)
    const body = {
      date: '2030-01-07',
      startId: place.warehouse.id,
      drivers: [{ driverId: driver.userId, from: '08:00', to: '17:00' }],
      budgetMs: 200,
    }
    const { data, saved } = await admin.do(plansApi.planDay, { body })
    expect(saved).toEqual([])
    expect(data.proposals).toMatchObject([
      { driver: { id: driver.userId }, plannedStops: [{ shipmentId: near.shipmentId }] },
    ])
    expect(new Map(data.unplanned.map((one) => [one.shipmentId, one.reason]))).toEqual(
      new Map([
        [lost.shipmentId, 'NO_PLACE'],
        [unreachable.shipmentId, 'OUTSIDE_WINDOW'],
      ]),
    )
    const again = await admin.do(plansApi.planDay, { body: { ...body, save: true } })
    expect(again.saved).toMatchObject([{ status: 'PLANNED', stops: 1, date: '2030-01-07', startsAt: '08:00' }])
    expect(await orderStatus(own, near.orderId)).toBe('FOR_SHIPPING')
    expect((await admin.do(plansApi.planDay, { body })).data.proposals).toEqual([])
    const wrong = { ...body, drivers: [{ driverId: admin.userId }] }
    expect((await admin.call(plansApi.planDay, { body: wrong })).body.fields).toEqual({
      'drivers.0.driverId': 'is not a driver',
    })
  })

  test('drivers and vehicles leave only after their other routes and not before the current time', async () => {
    let now = new Date('2030-01-06T12:00:00Z')
    const own = await deliveryScene(await startServer({ clock: () => now }))
    const { admin, driver, place, server } = own
    await sql`update locations set latitude = 51.5, longitude = 0 where id = ${place.warehouse.id}`.execute(
      server.database.db,
    )
    const other = await server.as('driver')
    const van = await addVehicle(own)
    const [first, second] = [await packedOrder(own), await packedOrder(own)]
    const wish = (driverId: string, vehicleId: string | null, more: object = {}) => ({
      date: '2030-01-07',
      startId: place.warehouse.id,
      drivers: [{ driverId, vehicleId, from: '08:00', to: '17:00' }],
      shipmentIds: [second.shipmentId],
      budgetMs: 100,
      ...more,
    })
    const planned = async (...given: Parameters<typeof wish>) => {
      const { data } = await admin.do(plansApi.planDay, { body: wish(...given) })
      return data.proposals[0]?.startsAt ?? data.unplanned.map(({ reason }) => reason)
    }
    const early = { save: true, shipmentIds: [first.shipmentId] }
    const { saved } = await admin.do(plansApi.planDay, { body: wish(driver.userId, van.id, early) })
    const back = Math.ceil(Date.parse(saved[0]?.endsAt ?? '') / 60_000) * 60_000
    const backAt = new Date(back).toISOString().slice(11, 16)
    expect(backAt > '08:00').toBe(true)
    expect(await planned(driver.userId, null)).toBe(backAt)
    expect(await planned(other.userId, van.id)).toBe(backAt)
    expect(await planned(other.userId, null)).toBe('08:00')
    // A driver who is out only in the afternoon is free in the morning.
    const late = await packedOrder(own)
    const { endsAt } = await admin.do(routesApi.createRoute, {
      body: {
        date: '2030-01-08',
        driverId: other.userId,
        startId: place.warehouse.id,
        startsAt: '14:00',
        shipmentIds: [late.shipmentId],
      },
    })
    expect(await planned(other.userId, null, { date: '2030-01-08' })).toBe('08:00')
    const short = [{ driverId: other.userId, from: '13:50', to: '17:00' }]
    const { data: full } = await admin.do(plansApi.planDay, {
      body: { ...wish(other.userId, null, { date: '2030-01-08' }), drivers: short },
    })
    const lateEnd = new Date(Math.ceil(Date.parse(endsAt ?? '') / 60_000) * 60_000).toISOString().slice(11, 16)
    expect([lateEnd > '14:00', full.proposals[0]?.startsAt]).toEqual([true, lateEnd])
    now = new Date('2030-01-07T13:20:30Z')
    expect(await planned(other.userId, null)).toBe('13:21')
    now = new Date('2030-01-07T22:36:00Z')
    expect(await planned(other.userId, null)).toEqual(['NO_TIME_LEFT'])
    const twice = [
      { driverId: driver.userId, vehicleId: van.id, from: '08:00', to: '13:00' },
      { driverId: other.userId, vehicleId: van.id, from: '12:00', to: '17:00' },
    ]
    expect(
      (await admin.call(plansApi.planDay, { body: { ...wish(driver.userId, null), drivers: twice } })).body.fields,
    ).toEqual({
      'drivers.1.vehicleId': `is with ${saved[0]?.driver.name} at that time`,
    })
  })

  test.each([
    ['2030-03-31', '06:00'],
    ['2030-10-27', '07:00'],
    ['2030-06-03', '06:00'],
  ])('the proposed times equal those of the saved route, also when the clocks change: %s', async (date, utc) => {
    const own = await deliveryScene(await startServer())
    const { admin, driver, place } = own
    await changeSettings(admin, { timeZone: 'Europe/Berlin' })
    await sql`update locations set latitude = 51.5, longitude = 0 where id = ${place.warehouse.id}`.execute(
      own.server.database.db,
    )
    await packedOrder(own)
    const drivers = [{ driverId: driver.userId, from: '08:00', to: '17:00' }]
    const body = { date, startId: place.warehouse.id, drivers, budgetMs: 200 }
    const { data } = await admin.do(plansApi.planDay, { body })
    const { saved } = await admin.do(plansApi.planDay, { body: { ...body, save: true } })
    const route = await admin.do(routesApi.getRoute, { params: { id: saved[0]?.id ?? '' } })
    const shown = data.proposals[0]?.plannedStops[0]?.eta ?? ''
    expect(shown >= `${date}T${utc}`).toBe(true)
    expect(Date.parse(shown) - Date.parse(route.routeStops[0]?.eta ?? '')).toBeLessThan(60_000)
    expect(Date.parse(shown) - Date.parse(route.routeStops[0]?.eta ?? '')).toBeGreaterThan(-60_000)
  })
})
