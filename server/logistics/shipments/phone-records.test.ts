import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { roleDefaults } from '#shared/access/roles.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { deliveryScene, type Scene, shipmentOf } from '#test/deliveries.ts'
import { deliveryOf, onTheRoad, outcomes, phoneOf } from '#test/driver-phone.ts'
import { type Client, startServer } from '#test/server.ts'

let scene: Scene
beforeAll(async () => {
  scene = await deliveryScene(await startServer())
})

/** A photo on the phone; `upload` sends it. */
async function photo(driver: Client, shade: number) {
  const content = await sharp({ create: { width: 40, height: 30, channels: 3, background: { r: shade, g: 9, b: 9 } } })
    .jpeg()
    .toBuffer()
  const hash = createHash('sha256').update(content).digest('hex')
  const upload = async () => {
    const answer = await driver.send(
      'PUT',
      `/api/driver/files/${hash}?offset=0&size=${content.length}`,
      new Uint8Array(content),
      { 'content-type': 'application/octet-stream' },
    )
    expect(answer.body).toMatchObject({ isComplete: true })
  }
  return { hash, upload }
}

describe('[DRV-02, SHP-01] records of phone events', () => {
  test('the timelines of shipment and route show late events, refused events and photos of a failed delivery', async () => {
    const { admin } = scene
    const { driver, route, stops, packed, phone } = await onTheRoad(scene, 2)
    const { make, send } = phone
    const [a, b] = stops
    const gate = await photo(driver, 10)
    const fail = make('stop.fail', route.id, a!.id, { reason: 'CLOSED', note: 'Gate was locked', photos: [gate.hash] })
    expect(outcomes(await send(fail))).toEqual(['applied'])
    const first = async () =>
      (await shipmentOf(scene, packed[0]!.shipmentId)).timeline.flatMap(({ record }) => record ?? [])
    // The photo is uploaded after its event.
    expect(await first()).toMatchObject([{ type: 'stop.fail', outcome: 'applied', files: [] }])
    await gate.upload()
    expect(await first()).toMatchObject([{ text: 'CLOSED: Gate was locked', refusal: null, files: [gate.hash] }])

    // Another phone reports the delivery later, and this one sends a delivery with a wrong hash.
    const late = deliveryOf(phoneOf(driver).make, route.id, a!)
    expect(outcomes(await send({ ...late, seq: 50 }))).toEqual(['recorded NO_EFFECT'])
    const forged = deliveryOf(make, route.id, b!, { hash: 'a'.repeat(64) })
    expect(outcomes(await send({ ...forged, seq: 51 }))).toEqual(['refused INVALID'])
    expect(await first()).toMatchObject([
      { type: 'stop.deliver', outcome: 'recorded', text: 'Dr Weiss', happenedAt: expect.stringContaining('T') },
      { type: 'stop.fail' },
    ])
    const { timeline } = await admin.do(routesApi.getRoute, { params: { id: route.id } })
    const refused = timeline.find(({ record }) => record?.outcome === 'refused')
    expect(refused).toMatchObject({
      act: 'phone',
      stop: b!.account.name,
      record: { refusal: expect.stringContaining('signed') },
    })
    expect(timeline[0]?.act).toBe('phone')
    expect(timeline.at(-1)?.act).toBe('created')
  })

  test('an invalid payload is shown as far as it can be read', async () => {
    const { route, packed, stops, phone } = await onTheRoad(scene, 1)
    const odd = { receivedBy: { not: 'a name' }, photos: 'none', signature: 7 }
    expect(outcomes(await phone.send({ ...phone.make('stop.deliver', route.id, stops[0]!.id), payload: odd }))).toEqual(
      ['refused INVALID'],
    )
    const { timeline } = await shipmentOf(scene, packed[0]!.shipmentId)
    expect(timeline.flatMap(({ record }) => record ?? [])).toMatchObject([{ outcome: 'refused', files: [] }])
  })

  test('goods damaged at delivery open a return with the photo, visible to users who may view returns', async () => {
    const { admin, server } = scene
    const { driver, route, stops, packed, phone } = await onTheRoad(scene, 1)
    const box = await photo(driver, 99)
    const event = deliveryOf(phone.make, route.id, stops[0]!, { damaged: 2, photos: [box.hash] })
    expect(outcomes(await phone.send(event))).toEqual(['applied'])
    const { data } = await admin.do(returnsApi.listReturns, { query: { order: packed[0]!.orderId } })
    const found = () => admin.do(returnsApi.getReturn, { params: { id: data[0]!.id } })
    expect((await found()).deliveryPhotos).toEqual([])
    await box.upload()
    expect((await found()).deliveryPhotos).toEqual([box.hash])
    const clerk = await server.as('staff', { ...roleDefaults.staff, invoices: { view: true } })
    expect((await clerk.send('GET', `/api/proof-files/${box.hash}`)).status).toBe(200)
    const stranger = await server.as('staff')
    expect((await stranger.send('GET', `/api/proof-files/${box.hash}`)).status).toBe(403)
  })
})
