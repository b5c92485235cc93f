import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { driverApi } from '#shared/logistics/driver/api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { trackingApi } from '#shared/logistics/tracking/api.ts'
import { deliveryScene, routeOf } from '#test/deliveries.ts'
import { startServer } from '#test/server.ts'

test('[SHP-02] whoever has the link follows one delivery, until 7 days after it', async () => {
  const scene = await deliveryScene(await startServer())
  const { admin, driver, server } = scene
  const { route, packed } = await routeOf(scene, 2, { isStarted: true })
  const link = async (id: string) => {
    const { url } = await admin.do(trackingApi.createTrackingLink, { params: { id } })
    expect(url).toMatch(/\/track#[A-Za-z0-9_-]{43}$/)
    return url.split('#')[1] ?? ''
  }
  const track = (token: string) => server.nobody.call(trackingApi.track, { body: { token } })
  const [first, second] = [await link(packed[0]!.shipmentId), await link(packed[1]!.shipmentId)]
  const positions = [{ at: new Date().toISOString(), latitude: 51.4, longitude: -0.1 }]
  await driver.do(driverApi.sendPositions, { body: { routeId: route.id, positions } })
  expect((await track(first)).body.data).toMatchObject({
    status: 'ON_THE_WAY',
    stopsBefore: 0,
    position: { latitude: 51.4 },
  })
  // Where the driver is, is nobody's business before they are the next.
  expect((await track(second)).body.data).toMatchObject({ stopsBefore: 1, position: null })

  const said = { body: { token: first, instruction: 'Leave it at the porter' } }
  expect((await server.nobody.do(trackingApi.instruct, said)).data.instruction).toBe('Leave it at the porter')
  const { data } = await driver.do(driverApi.getDriverRoute, { params: { id: route.id } })
  expect(data.driverStops[0]?.instruction).toBe('Leave it at the porter')

  const body = { receivedBy: 'Ana', reason: 'Call' }
  await admin.do(shipmentsApi.deliverShipment, { params: { id: packed[0]!.shipmentId }, body })
  expect((await track(first)).body.data).toMatchObject({ status: 'DELIVERED', receivedBy: 'Ana', mayInstruct: false })
  expect((await server.nobody.call(trackingApi.instruct, said)).status).toBe(409)
  await sql`update shipments set delivered_at = moment() - interval '8 days' where id = ${packed[0]!.shipmentId}`.execute(
    server.database.db,
  )
  expect((await track(first)).status).toBe(400)
  expect((await track('A'.repeat(43))).status).toBe(400)
  expect((await track('short')).status).toBe(422)
  expect((await driver.call(trackingApi.createTrackingLink, { params: { id: packed[0]!.shipmentId } })).status).toBe(
    403,
  )
  expect((await admin.call(trackingApi.createTrackingLink, { params: { id: route.id } })).status).toBe(404)
})
