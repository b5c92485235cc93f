import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { crmApi } from '#shared/crm/partners/api.ts'
import { driverApi } from '#shared/logistics/driver/api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import {
  deliveryScene,
  orderStatus,
  packedOrder,
  plannedRoute,
  routeOf,
  type Scene,
  shipmentOf,
} from '#test/deliveries.ts'
import { addOrder, addProduct } from '#test/builders.ts'
import { deliveryOf, phoneOf } from '#test/driver-phone.ts'
import { listen, until } from '#test/socket.ts'
import { type Client, startServer } from '#test/server.ts'

let scene: Scene
beforeAll(async () => {
  scene = await deliveryScene(await startServer())
})

/** A route of a driver of its own, its stops as the phone has them, and the phone. */
async function onTheRoad(count: number, isStarted = true) {
  const driver = await scene.server.as('driver')
  const { route, packed } = await routeOf(scene, count, { driver, isStarted })
  const { data } = await driver.do(driverApi.getDriverRoute, { params: { id: route.id } })
  return { driver, route: data, stops: data.driverStops, packed, phone: phoneOf(driver) }
}
const outcomes = (results: readonly { outcome: string; code?: string | undefined }[]) =>
  results.map(({ outcome, code }) => (code ? `${outcome} ${code}` : outcome))

describe('[DRV-01] the routes of a driver', () => {
  test('hold all that a day offline needs, and only their own', async () => {
    const { driver, route, stops } = await onTheRoad(2, false)
    expect(route).toMatchObject({ status: 'PLANNED', stops: 2 })
    expect(stops[0]).toMatchObject({
      address: 'High Street 1',
      lines: [{ quantity: 5, doNotHandOver: null, barcodes: expect.any(Array) }],
      cashDue: null,
    })
    const days = { query: { from: route.date, to: route.date } }
    expect((await driver.do(driverApi.listDriverRoutes, days)).data.map(({ id }) => id)).toEqual([route.id])
    const other = await scene.server.as('driver')
    expect((await other.do(driverApi.listDriverRoutes, days)).data).toEqual([])
    expect((await other.call(driverApi.getDriverRoute, { params: { id: route.id } })).status).toBe(404)
    const foreign = phoneOf(other)
    const results = await foreign.send(
      foreign.make('route.start', route.id),
      foreign.make('stop.arrive', route.id, stops[0]!.id),
      deliveryOf(foreign.make, route.id, stops[0]!),
    )
    expect(outcomes(results)).toEqual(['refused NOT_FOUND', 'refused NOT_FOUND', 'refused NOT_FOUND'])
    const positions = [{ at: new Date().toISOString(), latitude: 51, longitude: 0 }]
    expect((await other.call(driverApi.sendPositions, { body: { routeId: route.id, positions } })).status).toBe(404)
  })

  test('customers and strangers are turned away', async () => {
    const customer = await scene.server.as('customer')
    const body = { deviceId: randomUUID(), events: [phoneOf(customer).make('route.start', randomUUID())] }
    for (const [client, status] of [
      [customer, 403],
      [scene.server.nobody, 401],
    ] as const) {
      expect((await client.call(driverApi.sendEvents, { body })).status).toBe(status)
      expect((await client.call(driverApi.listDriverRoutes, { query: {} })).status).toBe(status)
    }
    expect((await scene.driver.call(driverApi.sendEvents, { body: { ...body, events: [] } })).status).toBe(422)
  })
})

describe('[DRV-02] what the phone sends (B21)', () => {
  test('a day: start, arrive, deliver, fail, end; once each however often it is sent', async () => {
    const { route, stops, packed, phone } = await onTheRoad(3, false)
    const { make, send } = phone
    const [a, b, c] = stops
    const day = [
      make('route.start', route.id),
      make('stop.arrive', route.id, a!.id),
      deliveryOf(make, route.id, a!),
      make('stop.fail', route.id, b!.id, { reason: 'CUSTOMER_ABSENT' }),
      make('stop.arrive', route.id, c!.id),
      make('note.add', route.id, c!.id, { text: 'Ramp is closed' }),
      deliveryOf(make, route.id, c!),
      make('route.end', route.id, undefined, { drivenKm: 42.5 }),
    ]
    expect(outcomes(await send(...day.toReversed()))).toEqual(Array(8).fill('applied'))
    expect(outcomes(await send(...day))).toEqual(Array(8).fill('duplicate'))
    expect(await Promise.all(packed.map((one) => orderStatus(scene, one.orderId)))).toEqual([
      'DELIVERED',
      'FAILED_DELIVERY',
      'DELIVERED',
    ])
    const done = await scene.admin.do(routesApi.getRoute, { params: { id: route.id } })
    expect(done).toMatchObject({ status: 'COMPLETED', delivered: 2, failed: 1, drivenKm: 42.5 })
    const shipment = await shipmentOf(scene, packed[0]!.shipmentId)
    expect(shipment).toMatchObject({ receivedBy: 'Dr Weiss', proofs: [{ typedName: 'Dr Weiss' }] })
    expect(shipment.lines).toMatchObject([{ delivered: 5, refused: 0, damaged: 0 }])
  })

  test('one event never fails its neighbours, and each says why', async () => {
    const { route, stops, phone } = await onTheRoad(2)
    const { make, send } = phone
    const [a, b] = stops
    const forged = deliveryOf(make, route.id, a!, { hash: 'a'.repeat(64) })
    const moved = { ...deliveryOf(make, route.id, a!), stopId: b!.id }
    const short = deliveryOf(make, route.id, a!, { lines: [] })
    const results = await send(
      make('stop.fail', route.id, a!.id, { reason: 'OTHER' }),
      make('stop.arrive', route.id, randomUUID()),
      forged,
      moved,
      short,
      make('route.end', route.id),
      make('stop.undo', route.id, a!.id, { eventId: forged.eventId }),
      deliveryOf(make, route.id, a!),
    )
    expect(outcomes(results)).toEqual([
      'refused INVALID',
      'refused NOT_FOUND',
      'refused INVALID',
      'refused INVALID',
      'refused INVALID',
      'refused INVALID_TRANSITION',
      'recorded NO_EFFECT',
      'applied',
    ])
    expect(results.at(-1)?.stop).toEqual({ id: a!.id, status: 'DELIVERED', sequence: 1 })
    expect(outcomes(await send({ ...make('note.add', route.id, a!.id, { text: 'x' }), seq: 1 }))).toEqual([
      'refused ALREADY_EXISTS',
    ])
  })

  test('the first final state wins, whichever phone sent it; the other is recorded', async () => {
    const { driver, route, stops, packed, phone } = await onTheRoad(1)
    const second = phoneOf(driver)
    const [stop] = stops
    const results = await Promise.all([
      phone.send(deliveryOf(phone.make, route.id, stop!)),
      second.send(second.make('stop.fail', route.id, stop!.id, { reason: 'CLOSED' })),
    ])
    expect(results.flatMap(outcomes).toSorted()).toEqual(['applied', 'recorded NO_EFFECT'])
    expect(['DELIVERED', 'FAILED_DELIVERY']).toContain(await orderStatus(scene, packed[0]!.orderId))
    expect(outcomes(await phone.send(phone.make('stop.arrive', route.id, stop!.id)))).toEqual(['recorded NO_EFFECT'])
  })

  test('a mis-tap is undone within 10 s by the phone’s clock, with the return and the cash that it booked', async () => {
    const { admin } = scene
    const account = await admin.do(crmApi.createAccount, {
      body: { name: `Cash ${randomUUID()}`, paymentTermsDays: 0 },
    })
    const { shipmentId, orderId } = await packedOrder(scene, 5, scene.productId, account.id)
    const driver = await scene.server.as('driver')
    const { id } = await plannedRoute(scene, [shipmentId], driver)
    await admin.do(routesApi.startRoute, { params: { id }, body: {} })
    const { data } = await driver.do(driverApi.getDriverRoute, { params: { id } })
    const [stop] = data.driverStops
    expect(stop?.cashDue).toBe('50.00')
    let now = Date.now() - 60_000
    const { make, send } = phoneOf(driver, () => new Date(now))
    expect(outcomes(await send(deliveryOf(make, id, stop!, { cash: '60.00' })))).toEqual(['refused OVERPAID'])
    const first = deliveryOf(make, id, stop!, { refused: 2, cash: '50.00' })
    now += 9000
    const undo = make('stop.undo', id, stop!.id, { eventId: first.eventId })
    expect(outcomes(await send(first))).toEqual(['applied'])
    const order = () => admin.do(salesApi.getOrder, { params: { id: orderId } })
    expect(await order()).toMatchObject({ status: 'DELIVERED', paymentStatus: 'Paid in Full' })
    const returns = async () => (await admin.do(returnsApi.listReturns, { query: { order: orderId } })).data
    expect(await returns()).toMatchObject([{ status: 'Requested', quantity: 2 }])
    expect(outcomes(await send(undo))).toEqual(['applied'])
    expect(await order()).toMatchObject({ status: 'OUT_FOR_DELIVERY', paymentStatus: 'Unpaid', deliveredDate: null })
    expect(await returns()).toMatchObject([{ status: 'Cancelled' }])
    expect(await shipmentOf(scene, shipmentId)).toMatchObject({ status: 'ON_THE_WAY', proofs: [], receivedBy: null })
    const again = deliveryOf(make, id, stop!)
    now += 11_000
    expect(outcomes(await send(again, make('stop.undo', id, stop!.id, { eventId: again.eventId })))).toEqual([
      'applied',
      'refused TOO_LATE',
    ])
    expect((await admin.do(invoicingApi.listInvoices, { query: { account: account.id } })).data).toHaveLength(1)
  })

  test('what dispatch took off meanwhile and what was recalled meanwhile needs attention', async () => {
    const { driver, route, stops, phone, packed } = await onTheRoad(2, false)
    const { make, send } = phone
    const [a, b] = stops
    await scene.admin.do(routesApi.removeStop, { params: { id: route.id, stopId: a!.id } })
    await sql`update lots set status = 'ON_HOLD' where id = ${b!.lines[0]!.lot.id}`.execute(scene.server.database.db)
    const shown = await driver.do(driverApi.getDriverRoute, { params: { id: route.id } })
    expect(shown.data.driverStops[0]?.lines[0]?.doNotHandOver).toContain('is on hold')
    const results = await send(
      make('route.start', route.id),
      deliveryOf(make, route.id, a!),
      deliveryOf(make, route.id, b!),
    )
    expect(results.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'refused'])
    expect(results[0]?.reason).toContain('must not leave')
    await sql`update lots set status = 'AVAILABLE' where id = ${b!.lines[0]!.lot.id}`.execute(scene.server.database.db)
    expect(outcomes(await send(make('route.start', route.id)))).toEqual(['applied'])
    await sql`update lots set status = 'ON_HOLD' where id = ${b!.lines[0]!.lot.id}`.execute(scene.server.database.db)
    const held = deliveryOf(make, route.id, b!)
    const fail = make('stop.fail', route.id, b!.id, { reason: 'OTHER', note: 'Recalled' })
    const [refused, failed] = await send(held, fail)
    expect(refused?.reason).toContain('Do not deliver it')
    expect(failed?.outcome).toBe('applied')
    expect(await orderStatus(scene, packed[1]!.orderId)).toBe('FAILED_DELIVERY')
    await sql`update lots set status = 'AVAILABLE' where id = ${b!.lines[0]!.lot.id}`.execute(scene.server.database.db)
  })

  test('of a parcel with a recalled lot, the rest is handed over and the lot comes back', async () => {
    const { admin } = scene
    const other = await addProduct(admin, scene.place, { quantity: 100 })
    const { id: orderId } = await addOrder(admin, scene.accountId, [
      [scene.productId, 5],
      [other.id, 3],
    ])
    await admin.do(salesApi.confirm, { params: { id: orderId }, body: {} })
    const { shipments } = await admin.do(salesApi.ready, { params: { id: orderId }, body: {} })
    const driver = await scene.server.as('driver')
    const { id } = await plannedRoute(scene, [shipments[0]?.id ?? ''], driver)
    await admin.do(routesApi.startRoute, { params: { id }, body: {} })
    const { data } = await driver.do(driverApi.getDriverRoute, { params: { id } })
    const [stop] = data.driverStops
    // The hand-over helper counts from the first line.
    const lines = stop!.lines.toSorted((a, b) => a.quantity - b.quantity)
    await sql`update lots set status = 'RECALLED' where id = ${lines[0]!.lot.id}`.execute(scene.server.database.db)
    const { make, send } = phoneOf(driver)
    const part = deliveryOf(make, id, { ...stop!, lines }, { refused: 2 })
    expect(outcomes(await send(part))).toEqual(['refused GOODS_STOPPED'])
    const rest = deliveryOf(make, id, { ...stop!, lines }, { refused: 3 })
    expect(outcomes(await send(rest))).toEqual(['applied'])
    expect(await orderStatus(scene, orderId)).toBe('DELIVERED')
    const returns = await admin.do(returnsApi.listReturns, { query: { order: orderId } })
    expect(returns.data).toMatchObject([{ status: 'Requested', quantity: 3 }])
    await sql`update lots set status = 'AVAILABLE' where id = ${lines[0]!.lot.id}`.execute(scene.server.database.db)
  })

  test('packages are loaded by their codes; one of another route is refused', async () => {
    const { route, packed, phone } = await onTheRoad(1, false)
    const { id, version, lines } = await shipmentOf(scene, packed[0]!.shipmentId)
    const box = { kind: 'carton' as const, weight: '2.5', contents: [{ lineId: lines[0]!.id, quantity: 5 }] }
    const put = (packages: object[], at: number) =>
      scene.admin.call(
        shipmentsApi.putPackages,
        { params: { id }, body: { packages: packages as never } },
        { version: at },
      )
    expect((await put([box, box], version)).status).toBe(422)
    expect((await put([box], version + 1)).status).toBe(412)
    const { body } = await put([box], version)
    expect(body).toMatchObject({
      packages: 1,
      weight: '2.5',
      shipmentPackages: [{ number: 1, code: `${body.number}-1` }],
    })
    const results = await phone.send(
      phone.make('route.load', route.id, undefined, { codes: ['SH-0-1'] }),
      phone.make('route.load', route.id, undefined, { codes: [`${body.number}-1`], isComplete: true }),
    )
    expect(outcomes(results)).toEqual(['refused INVALID', 'applied'])
    expect((await shipmentOf(scene, id)).shipmentPackages[0]?.loadedAt).not.toBeNull()
  })
})

describe('(R4) live updates', () => {
  test('tell a driver of their own routes and shipments, and of no others', async () => {
    const { driver, route } = await onTheRoad(1, false)
    const other = await scene.server.as('driver')
    const [mine, theirs] = [await listen(scene.server.url, driver.cookie), await listen(scene.server.url, other.cookie)]
    await scene.admin.do(routesApi.startRoute, { params: { id: route.id }, body: {} })
    await until(() => mine.heard.length >= 3)
    expect(new Set(mine.heard.map((one) => one.name))).toEqual(
      new Set(['route_updated', 'tracking_updated', 'shipping_updated']),
    )
    expect(theirs.heard).toEqual([])
  })
})

describe('photos and positions', () => {
  const part = (driver: Client, hash: string, bytes: Uint8Array, offset: number, size: number) =>
    driver.send('PUT', `/api/driver/files/${hash}?offset=${offset}&size=${size}`, new Uint8Array(bytes), {
      'content-type': 'application/octet-stream',
    })

  test('a photo comes in parts, is checked by its hash, made anew and stripped of its place', async () => {
    const { driver, route, stops, phone } = await onTheRoad(1)
    const noise = randomBytes(700 * 500 * 3)
    const photo = await sharp(noise, { raw: { width: 700, height: 500, channels: 3 } })
      .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
      .jpeg({ quality: 95 })
      .toBuffer()
    const hash = createHash('sha256').update(photo).digest('hex')
    const size = photo.length
    const bytes = 256 * 1024
    expect(size).toBeGreaterThan(bytes)
    expect((await part(driver, hash, photo.subarray(0, 10), 0, size)).status).toBe(404)
    await phone.send(deliveryOf(phone.make, route.id, stops[0]!, { photos: [hash] }))
    expect((await part(driver, hash, photo.subarray(0, bytes), 0, size)).body).toMatchObject({ received: bytes })
    expect((await part(driver, hash, photo.subarray(0, bytes), 0, size)).body).toMatchObject({ received: bytes })
    expect((await part(driver, hash, photo.subarray(bytes * 2), bytes * 2, size)).status).toBe(422)
    let last
    for (let at = bytes; at < size; at += bytes)
      last = await part(driver, hash, photo.subarray(at, at + bytes), at, size)
    expect(last?.body).toEqual({ received: size, isComplete: true })
    const state = await driver.do(driverApi.getFileState, { params: { sha256: hash } })
    expect(state).toEqual({ received: size, isComplete: true })
    const answer = await fetch(`${scene.server.url}/api/proof-files/${hash}`, {
      headers: { cookie: scene.admin.cookie },
    })
    const stored = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([stored.format, stored.width, stored.exif]).toEqual(['webp', 700, undefined])
    const other = await scene.server.as('driver')
    expect((await other.call(driverApi.getFileState, { params: { sha256: hash } })).status).toBe(404)
  })

  test('what is not what its hash says is refused and starts over', async () => {
    const { driver, route, stops, phone } = await onTheRoad(1)
    const hash = 'b'.repeat(64)
    await phone.send(deliveryOf(phone.make, route.id, stops[0]!, { photos: [hash] }))
    expect((await part(driver, hash, randomBytes(10), 0, 10)).status).toBe(422)
    expect(await driver.do(driverApi.getFileState, { params: { sha256: hash } })).toEqual({
      received: 0,
      isComplete: false,
    })
  })

  test('positions are kept of a route that is under way, and tell when the next stop is reached', async () => {
    const { driver, route } = await onTheRoad(2, false)
    const send = () =>
      driver.call(driverApi.sendPositions, {
        body: { routeId: route.id, positions: [{ at: new Date().toISOString(), latitude: 51.4, longitude: -0.1 }] },
      })
    expect((await send()).status).toBe(409)
    await scene.admin.do(routesApi.startRoute, { params: { id: route.id }, body: {} })
    expect((await send()).status).toBe(204)
    const shown = await scene.admin.do(routesApi.getRoute, { params: { id: route.id } })
    expect(shown.position).toMatchObject({ latitude: 51.4, longitude: -0.1 })
    expect(shown.routeStops[0]?.eta).not.toBeNull()
    expect(scene.server.told.some((one) => one.name === 'tracking_updated' && one.payload.routeId === route.id)).toBe(
      true,
    )
  })
})
