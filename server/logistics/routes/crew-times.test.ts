import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { plansApi } from '#shared/logistics/routes/plans-api.ts'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import { usersApi } from '#shared/identity/users/users-api.ts'
import { addAccount } from '#test/builders.ts'
import { addVehicle, deliveryScene, packedOrder } from '#test/deliveries.ts'
import { startServer } from '#test/server.ts'
import { changeSettings } from '#test/settings.ts'

/** A warehouse with coordinates, in London. */
async function london() {
  const scene = await deliveryScene(await startServer())
  await changeSettings(scene.admin, { timeZone: 'Europe/London' })
  await sql`update locations set latitude = 51.5, longitude = 0 where id = ${scene.place.warehouse.id}`.execute(
    scene.server.database.db,
  )
  const create = async (date: string, startsAt: string, more: object = {}, stops = 1) => {
    const shipmentIds = []
    for (let at = 0; at < stops; at += 1) shipmentIds.push((await packedOrder(scene)).shipmentId)
    const start = { date, startsAt, startId: scene.place.warehouse.id, driverId: scene.driver.userId }
    const body = { ...start, ...(stops > 0 && { shipmentIds }), ...more }
    return scene.admin.do(routesApi.createRoute, { body })
  }
  return { ...scene, create }
}

const clockOf = (moment: string | null) =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/London' }).format(
    new Date(moment ?? ''),
  )

test.each([
  // 01:00 becomes 02:00: there are two hours from midnight to 03:00, too few for the distant stop.
  ['2030-03-31', '03:00', '06:15', 'after the other route'],
  // 02:00 becomes 01:00: there are three hours from midnight to 02:00.
  ['2030-10-27', '02:00', '05:15', 'at midnight'],
])(
  '[RTE-02] planning a day on which the clocks change uses the actual hours of that day: %s',
  async (date, out, to, leaves) => {
    const { create, ...scene } = await london()
    const { admin, driver, place } = scene
    const other = await create(date, out)
    // One hour each way.
    const far = await addAccount(admin, { latitude: 51.5, longitude: 0.389 })
    const { shipmentId } = await packedOrder(scene, 1, scene.productId, far.id)
    const body = {
      date,
      startId: place.warehouse.id,
      drivers: [{ driverId: driver.userId, from: '00:00', to }],
      shipmentIds: [shipmentId],
      budgetMs: 100,
    }
    const { data } = await admin.do(plansApi.planDay, { body })
    const [{ startsAt = '', plannedStops = [], cost } = {}] = data.proposals
    const back = clockOf(new Date(Math.ceil(Date.parse(other.endsAt ?? '') / 60_000) * 60_000).toISOString())
    expect(startsAt).toBe(leaves === 'at midnight' ? '00:00' : back)
    const routes = [{ driverId: driver.userId, vehicleId: null, startsAt, shipmentIds: [shipmentId] }]
    const { saved } = await admin.do(plansApi.planDay, { body: { ...body, save: true, routes } })
    const route = await admin.do(routesApi.getRoute, { params: { id: saved[0]?.id ?? '' } })
    const apart = (one: string | null | undefined, two: string | null | undefined) =>
      Math.abs(Date.parse(one ?? '') - Date.parse(two ?? ''))
    expect(apart(plannedStops[0]?.eta, route.routeStops[0]?.eta)).toBeLessThan(60_000)
    expect(apart(cost?.endsAt, route.endsAt)).toBeLessThan(60_000)
  },
)

test('[RTE-01] a route lists other routes that need its driver or vehicle at the same time', async () => {
  const { create, ...scene } = await london()
  const { admin, driver, server } = scene
  const other = await server.as('driver')
  const van = await addVehicle(scene)
  const { name } = await admin.do(usersApi.get, { params: { id: driver.userId } })
  const overlaps = async (id: string) => (await admin.do(routesApi.getRoute, { params: { id } })).overlaps
  const first = await create('2030-06-03', '08:00', { vehicleId: van.id })
  const until = clockOf(first.endsAt)
  expect(first.overlaps).toEqual([])

  const same = await create('2030-06-03', '08:01', { vehicleId: van.id })
  const both = `${name} and ${van.name}`
  expect(same.overlaps).toEqual([`${both} are on ${first.number} from 08:00 to ${until}.`])
  expect(await overlaps(first.id)).toEqual([`${both} are on ${same.number} from 08:01 to ${clockOf(same.endsAt)}.`])
  const vehicle = await create('2030-06-03', '07:59', { driverId: other.userId, vehicleId: van.id })
  expect(vehicle.overlaps).toEqual([
    `${van.name} is on ${first.number} from 08:00 to ${until}.`,
    `${van.name} is on ${same.number} from 08:01 to ${clockOf(same.endsAt)}.`,
  ])
  await admin.do(routesApi.cancelRoute, { params: { id: vehicle.id }, body: { reason: 'Not needed' } })

  const change = { params: { id: same.id }, body: { startsAt: '15:00' } }
  expect((await admin.do(routesApi.updateRoute, change, { version: same.version })).overlaps).toEqual([])
  expect(await overlaps(first.id)).toEqual([])

  // A route without stops takes no time; a route without a known end takes the rest of its day.
  expect((await create('2030-06-03', '08:00', {}, 0)).overlaps).toEqual([])
  const lost = await addAccount(admin)
  const { shipmentId } = await packedOrder(scene, 1, scene.productId, lost.id)
  const open = await create('2030-06-04', '06:00', { shipmentIds: [shipmentId] }, 0)
  expect((await create('2030-06-04', '15:00')).overlaps).toEqual([`${name} is on ${open.number} from 06:00 on.`])
})

test('[RTE-01, REP-04] a restored route with new stops and the overlapping route list each other', async () => {
  const { create, ...scene } = await london()
  const { admin, driver } = scene
  const { name } = await admin.do(usersApi.get, { params: { id: driver.userId } })
  const overlaps = async (id: string) => (await admin.do(routesApi.getRoute, { params: { id } })).overlaps
  const first = await create('2030-06-05', '08:00')
  await admin.do(routesApi.deleteRoute, { params: { id: first.id } })
  const second = await create('2030-06-05', '08:01')
  expect(second.overlaps).toEqual([])
  await admin.do(deletedApi.restore, { params: { kind: 'route', id: first.id }, body: {} })
  // It has no stops left, so it takes no time.
  expect([await overlaps(first.id), await overlaps(second.id)]).toEqual([[], []])
  const shipmentIds = first.routeStops.map(({ shipment }) => shipment.id)
  const again = await admin.do(routesApi.addStops, { params: { id: first.id }, body: { shipmentIds } })
  expect(again.overlaps).toEqual([`${name} is on ${second.number} from 08:01 to ${clockOf(second.endsAt)}.`])
  expect(await overlaps(second.id)).toEqual([`${name} is on ${first.number} from 08:00 to ${clockOf(again.endsAt)}.`])
})
