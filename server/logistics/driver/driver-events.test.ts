import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { crmApi } from '#shared/crm/partners/api.ts'
import { driverApi } from '#shared/logistics/driver/api.ts'
import { cashToCollect } from '#shared/logistics/driver/cash-to-collect.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { notificationsApi } from '#shared/notifications/api.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addAccount, addPlace, completeReturn } from '#test/builders.ts'
import { deliveryScene, orderStatus, packedOrder, plannedRoute, type Scene, shipmentOf } from '#test/deliveries.ts'
import { deliveryOf, phoneOf, onTheRoad, outcomes } from '#test/driver-phone.ts'
import { startServer } from '#test/server.ts'

let scene: Scene
beforeAll(async () => {
  scene = await deliveryScene(await startServer())
})

describe('[DRV-02] events sent by the phone (B21)', () => {
  test('a day of start, arrive, deliver, fail and end is applied once, however often it is sent', async () => {
    const { route, stops, packed, phone } = await onTheRoad(scene, 3, false)
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

  test('driven kilometres of a route end are saved if the office completed the route without any', async () => {
    const { route, stops, phone } = await onTheRoad(scene, 1)
    const { make, send } = phone
    await send(deliveryOf(make, route.id, stops[0]!))
    const params = { id: route.id }
    await scene.admin.do(routesApi.completeRoute, { params, body: {} })
    const end = (drivenKm: number | null) => make('route.end', route.id, undefined, { drivenKm })
    expect(outcomes(await send(end(null), end(12.5), end(99)))).toEqual([
      'recorded NO_EFFECT',
      'applied',
      'recorded NO_EFFECT',
    ])
    expect(await scene.admin.do(routesApi.getRoute, { params })).toMatchObject({ status: 'COMPLETED', drivenKm: 12.5 })
  })

  test('a refused event does not affect the others, and each result states its reason', async () => {
    const { route, stops, phone } = await onTheRoad(scene, 2)
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

  test('text that can’t be stored refuses only its own event (I9)', async () => {
    const { route, stops, phone } = await onTheRoad(scene, 1)
    const { make, send } = phone
    const [a] = stops
    const day = [
      make('note.add', route.id, a!.id, { text: 'half an emoji \ud83d' }),
      make('note.add', route.id, a!.id, { text: 'a\u0000b' }),
      make('note.add', route.id, a!.id, { text: 'Ramp', ['\u0000\udc00']: [{ deep: '\ud800' }] }),
      make('stop.arrive', route.id, a!.id),
    ]
    expect(outcomes(await send(...day))).toEqual(['refused INVALID', 'refused INVALID', 'refused INVALID', 'applied'])
    expect((await send(...day)).map(({ outcome }) => outcome)).toEqual(Array(4).fill('duplicate'))
  })

  test('the first final state wins, whichever phone sent it; the other event is recorded without effect', async () => {
    const { driver, route, stops, packed, phone } = await onTheRoad(scene, 1)
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

  test('a repeated arrival at the current stop has no effect', async () => {
    const { route, stops, phone } = await onTheRoad(scene, 2)
    const [a, b] = stops
    const arrive = (stop = a) => phone.make('stop.arrive', route.id, stop!.id)
    expect(outcomes(await phone.send(arrive(), arrive(), arrive(b), arrive()))).toEqual([
      'applied',
      'recorded NO_EFFECT',
      'applied',
      'applied',
    ])
  })

  test('the distance of each stop from the previous one does not change with the driver’s position', async () => {
    const { admin, place } = scene
    const own = await addPlace(admin)
    await sql`update locations set latitude = 51.5, longitude = 0 where id = ${own.warehouse.id}`.execute(
      scene.server.database.db,
    )
    const packed = []
    for (const longitude of [0.1, 0.2]) {
      const account = await addAccount(admin, { latitude: 51.5, longitude })
      packed.push(await packedOrder(scene, 1, scene.productId, account.id))
    }
    const driver = await scene.server.as('driver')
    const ids = packed.map((one) => one.shipmentId)
    const { id } = await plannedRoute({ ...scene, place: { ...place, warehouse: own.warehouse } }, ids, driver)
    await admin.do(routesApi.startRoute, { params: { id }, body: {} })
    const { data } = await driver.do(driverApi.getDriverRoute, { params: { id } })
    const ways = async () => {
      const { routeStops } = await admin.do(routesApi.getRoute, { params: { id } })
      return routeStops.map(({ distance, travelSeconds }) => [distance, travelSeconds])
    }
    const planned = await ways()
    expect(planned.map(([distance]) => Number(distance) > 5000)).toEqual([true, true])
    const { make, send } = phoneOf(driver)
    for (const stop of data.driverStops) {
      const here = { at: new Date().toISOString(), latitude: 51.5, longitude: stop.longitude! - 0.01, accuracy: 5 }
      await driver.do(driverApi.sendPositions, { body: { routeId: id, positions: [here] } })
      await send(make('stop.arrive', id, stop.id))
      expect(await ways()).toEqual(planned)
      await send(deliveryOf(make, id, stop))
    }
    expect(await ways()).toEqual(planned)
  })

  test('undoing a failed delivery removes its notification, unless it was read', async () => {
    const { admin } = scene
    const { route, stops, packed, phone } = await onTheRoad(scene, 2)
    const news = async (at: number) => {
      const { data } = await admin.do(notificationsApi.listNotifications, { query: { limit: 200 } })
      return data.filter(({ kind, entityId }) => kind === 'delivery-failed' && entityId === packed[at]?.shipmentId)
    }
    for (const at of [0, 1]) {
      const stop = stops[at]!
      const failed = phone.make('stop.fail', route.id, stop.id, { reason: 'CLOSED' })
      await phone.send(failed)
      const [told] = await news(at)
      if (at === 1) await admin.do(notificationsApi.markRead, { params: { id: told!.id }, body: { isRead: true } })
      const undo = phone.make('stop.undo', route.id, stop.id, { eventId: failed.eventId })
      expect(outcomes(await phone.send(undo))).toEqual(['applied'])
      expect(await news(at)).toHaveLength(at)
    }
  })

  test('a delivery can be undone within 10 s by the phone’s clock, which also reverses its return and cash payment', async () => {
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

  test('[DRV-02] the cash to collect for what is delivered settles the invoice once the refused goods are credited', async () => {
    const { admin } = scene
    const account = await admin.do(crmApi.createAccount, {
      body: { name: `Cash ${randomUUID()}`, paymentTermsDays: 0 },
    })
    const { shipmentId, orderId } = await packedOrder(scene, 5, scene.productId, account.id)
    const driver = await scene.server.as('driver')
    const { id } = await plannedRoute(scene, [shipmentId], driver)
    await admin.do(routesApi.startRoute, { params: { id }, body: {} })
    const { data } = await driver.do(driverApi.getDriverRoute, { params: { id } })
    const stop = data.driverStops[0]!
    const cash = cashToCollect(stop, { [stop.lines[0]!.id]: { refused: 1, damaged: 1 } })
    expect(cash).toBe('30.00')
    const { make, send } = phoneOf(driver)
    expect(outcomes(await send(deliveryOf(make, id, stop, { refused: 1, damaged: 1, cash })))).toEqual(['applied'])
    const [made] = (await admin.do(returnsApi.listReturns, { query: { order: orderId } })).data
    const found = await admin.do(returnsApi.getReturn, { params: { id: made!.id } })
    await completeReturn(admin, found, [{ disposition: 'scrap', quantity: 2 }])
    const [invoice] = (await admin.do(invoicingApi.listInvoices, { query: { account: account.id } })).data
    expect(invoice).toMatchObject({ total: '50.00', due: '0.00', paymentStatus: 'Paid in Full' })
  })

  test.each(['cancel', 'reject'] as const)(
    'a delivery can be undone even if the office has ended its return: %s',
    async (end) => {
      const { admin } = scene
      const { route, stops, packed, phone } = await onTheRoad(scene, 1)
      const [stop] = stops
      const first = deliveryOf(phone.make, route.id, stop!, { refused: 2 })
      const undo = phone.make('stop.undo', route.id, stop!.id, { eventId: first.eventId })
      expect(outcomes(await phone.send(first))).toEqual(['applied'])
      const { orderId } = packed[0]!
      const [made] = (await admin.do(returnsApi.listReturns, { query: { order: orderId } })).data
      const { id, version } = await admin.do(returnsApi.getReturn, { params: { id: made?.id ?? '' } })
      const call = { cancel: returnsApi.cancelReturn, reject: returnsApi.rejectReturn }[end]
      await admin.do(call, { params: { id }, body: { reason: 'Called: a mistake' } }, { version })
      expect(outcomes(await phone.send(undo))).toEqual(['applied'])
      expect(await orderStatus(scene, orderId)).toBe('OUT_FOR_DELIVERY')
      expect(outcomes(await phone.send(deliveryOf(phone.make, route.id, stop!)))).toEqual(['applied'])
    },
  )
})
