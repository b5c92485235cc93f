import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { proofText } from '#shared/logistics/driver/proof.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import {
  deliveryScene,
  orderStatus,
  packedOrder,
  plannedRoute,
  routeOf,
  type Scene,
  shipmentOf,
} from '#test/deliveries.ts'
import { addOrder, addProduct, completeReturn } from '#test/builders.ts'
import { startServer } from '#test/server.ts'

let scene: Scene
beforeAll(async () => {
  scene = await deliveryScene(await startServer())
})
const openOf = async (id: string) =>
  (await shipmentOf(scene, id)).transitions.filter(({ open }) => open).map(({ action }) => action)

const nowhere = '00000000-0000-7000-8000-000000000000'

describe('[SHP-01] shipment actions', () => {
  test('shipped by carrier: carrier assigned, removed, assigned again, dispatched, delivered by staff', async () => {
    const { orderId, shipmentId } = await packedOrder(scene)
    const params = { id: shipmentId }
    const assign = () =>
      scene.admin.do(shipmentsApi.assignCarrier, { params, body: { carrier: 'Harbour Express', trackingNumber: 'T1' } })
    expect(await openOf(shipmentId)).toEqual(['putOnRoute', 'assignCarrier', 'pickUp'])
    expect(await assign()).toMatchObject({ method: 'carrier', carrier: 'Harbour Express', trackingNumber: 'T1' })
    await expect(plannedRoute(scene, [shipmentId])).rejects.toThrow(
      'is assigned to Harbour Express already.","code":"ON_ROUTE"',
    )
    await scene.admin.do(shipmentsApi.removeCarrier, { params, body: {} })
    expect(await shipmentOf(scene, shipmentId)).toMatchObject({ method: null, carrier: null, trackingNumber: null })
    await assign()
    expect(await openOf(shipmentId)).toEqual(['removeCarrier', 'dispatch'])
    await scene.admin.do(shipmentsApi.dispatchShipment, { params, body: {} })
    expect(await orderStatus(scene, orderId)).toBe('SHIPPED')
    const body = { receivedBy: 'Dr. Reyes', reason: 'Carrier tracking' }
    const done = await scene.admin.do(shipmentsApi.deliverShipment, { params, body })
    expect(done).toMatchObject({ status: 'DELIVERED', receivedBy: 'Dr. Reyes', note: 'Carrier tracking' })
    expect(done.lines).toMatchObject([{ delivered: 5, refused: 0, damaged: 0 }])
    const { timeline } = await shipmentOf(scene, shipmentId)
    expect(timeline.map(({ act, status, carrier }) => [act, status, carrier]).slice(0, 2)).toEqual([
      ['shipment.changed', 'DELIVERED', null],
      ['shipment.changed', 'ON_THE_WAY', null],
    ])
  })

  test('staff enter accepted quantities per line; refused or damaged pieces open a return, as for drivers', async () => {
    const { admin, server } = scene
    const { route, packed } = await routeOf(scene, 1, { isStarted: true, driver: await server.as('driver') })
    const carried = await packedOrder(scene, 10)
    const assigned = { params: { id: carried.shipmentId }, body: { carrier: 'Harbour Express', trackingNumber: null } }
    await admin.do(shipmentsApi.assignCarrier, assigned)
    await admin.do(shipmentsApi.dispatchShipment, { params: { id: carried.shipmentId }, body: {} })
    for (const { shipmentId, orderId } of [packed[0]!, carried]) {
      const params = { id: shipmentId }
      const { id: lineId, quantity } = (await shipmentOf(scene, shipmentId)).lines[0]!
      const deliver = (lines: { lineId: string; delivered: number; refused?: number; damaged?: number }[]) =>
        admin.call(shipmentsApi.deliverShipment, { params, body: { receivedBy: 'Ana', reason: 'Call', lines } })
      const wrong = [
        await deliver([{ lineId, delivered: quantity - 1 }]),
        await deliver([{ lineId, delivered: 0, refused: quantity }]),
        await deliver([]),
        await deliver([{ lineId: nowhere, delivered: quantity }]),
      ]
      expect(wrong.map((one) => [one.status, Object.keys(one.body.fields ?? {})])).toEqual(
        wrong.map(() => [422, ['lines']]),
      )
      const { body: done } = await deliver([{ lineId, delivered: quantity - 3, refused: 2, damaged: 1 }])
      expect(done).toMatchObject({ status: 'DELIVERED', lines: [{ delivered: quantity - 3, refused: 2, damaged: 1 }] })
      expect(done.returns).toHaveLength(1)
      const { data: back } = await admin.do(returnsApi.listReturns, { query: { order: orderId } })
      expect(back).toMatchObject([{ status: 'Requested', quantity: 3 }])
      expect((await deliver([{ lineId, delivered: quantity }])).status).toBe(409)
    }
    expect((await admin.do(routesApi.getRoute, { params: { id: route.id } })).delivered).toBe(1)
  })

  test('a recalled line blocks the delivery (409) unless all of its pieces are refused', async () => {
    const { admin, place, server } = scene
    const recalled = await addProduct(admin, place, { quantity: 10 })
    const { id: orderId } = await addOrder(admin, scene.accountId, [
      [scene.productId, 5],
      [recalled.id, 4],
    ])
    await admin.do(salesApi.confirm, { params: { id: orderId }, body: {} })
    const { shipments } = await admin.do(salesApi.ready, { params: { id: orderId }, body: {} })
    const params = { id: shipments[0]?.id ?? '' }
    await admin.do(shipmentsApi.assignCarrier, { params, body: { carrier: 'Harbour Express', trackingNumber: null } })
    await admin.do(shipmentsApi.dispatchShipment, { params, body: {} })
    const { lines } = await shipmentOf(scene, params.id)
    const bad = lines.find(({ product }) => product.id === recalled.id)!
    await sql`update lots set status = 'RECALLED' where id = ${bad.lot.id}`.execute(server.database.db)
    const handed = (accepted: number) =>
      lines.map(({ id, quantity }) => {
        const delivered = id === bad.id ? accepted : quantity
        return { lineId: id, delivered, refused: quantity - delivered }
      })
    const deliver = (accepted: number) =>
      admin.call(shipmentsApi.deliverShipment, {
        params,
        body: { receivedBy: 'Ana', reason: 'Call', lines: handed(accepted) },
      })
    expect([(await deliver(4)).status, (await deliver(1)).status]).toEqual([409, 409])
    const done = await deliver(0)
    expect([done.status, done.body.status]).toEqual([200, 'DELIVERED'])
    await sql`update lots set status = 'AVAILABLE' where id = ${bad.lot.id}`.execute(server.database.db)
  })

  test('each action that is not possible states the reason', async () => {
    const { route, packed } = await routeOf(scene, 1)
    const { transitions } = await shipmentOf(scene, packed[0]!.shipmentId)
    const reasons = Object.fromEntries(transitions.map(({ action, reason }) => [action, reason]))
    expect(reasons['takeOffRoute']).toBeNull()
    expect(reasons['dispatch']).toBe(`It is on route ${route.number}.`)
    expect(reasons['checkIn']).toContain('it must be')
    for (const { open, reason } of transitions) expect(open).toBe(reason === null)
  })

  test('customer pick-up with signature: the proof’s hash covers signature and lines', async () => {
    const { orderId, shipmentId } = await packedOrder(scene, 4)
    const params = { id: shipmentId }
    const signature = [
      [
        [10, 20],
        [300, 120],
      ],
    ]
    const refused = await scene.admin.call(shipmentsApi.pickUpShipment, {
      params,
      body: { receivedBy: 'Ada Nurse', signature: [[[5, 5]]], reason: null },
    })
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ['signature']])
    const body = { receivedBy: 'Ada Nurse', signature, reason: null }
    const done = await scene.admin.do(shipmentsApi.pickUpShipment, { params, body })
    expect(done).toMatchObject({ status: 'DELIVERED', method: 'pick_up', receivedBy: 'Ada Nurse' })
    expect(done.lines).toMatchObject([{ delivered: 4 }])
    expect(await orderStatus(scene, orderId)).toBe('DELIVERED')
    const [proof] = done.proofs
    expect(proof).toMatchObject({ receivedBy: 'Ada Nurse', strokes: signature, signature: null, stopId: null })
    const hash = createHash('sha256')
      .update(proofText(proof?.document as never), 'utf8')
      .digest('hex')
    expect(proof?.hash).toBe(hash)
  })

  test('a failed delivery is planned again, or its goods are checked in with a return', async () => {
    const { packed } = await routeOf(scene, 2, { isStarted: true, driver: await scene.server.as('driver') })
    const fail = (id: string) =>
      scene.admin.do(shipmentsApi.failShipment, {
        params: { id },
        body: { failureReason: 'REFUSED', note: 'Too late' },
      })
    const [first, second] = packed.map(({ shipmentId }) => shipmentId) as [string, string]
    expect(await fail(first)).toMatchObject({ status: 'FAILED_DELIVERY', failureReason: 'REFUSED' })
    await scene.admin.do(shipmentsApi.replanShipment, { params: { id: first }, body: {} })
    const again = { status: 'READY_FOR_SHIPPING', attempt: 2, method: null, route: null, stop: null }
    const nothingLeft = { dispatchedAt: null, failureReason: null, note: null }
    expect(await shipmentOf(scene, first)).toMatchObject({ ...again, ...nothingLeft })
    // The state of a shipment that was rescheduled before migration 0144, which clears these fields.
    const { db } = scene.server.database
    await sql`update shipments set dispatched_at = created_at, failure_reason = 'REFUSED', note = 'Too late'
      where id = ${first}`.execute(db)
    expect(await shipmentOf(scene, first)).toMatchObject({ failureReason: 'REFUSED', note: 'Too late' })
    await sql.raw(await readFile('server/db/migrations/0144_rescheduled_shipments.sql', 'utf8')).execute(db)
    expect(await shipmentOf(scene, first)).toMatchObject({ ...again, ...nothingLeft })
    await scene.admin.do(shipmentsApi.assignCarrier, {
      params: { id: first },
      body: { carrier: 'DHL', trackingNumber: '1' },
    })
    await scene.admin.do(shipmentsApi.dispatchShipment, { params: { id: first }, body: {} })
    await fail(first)
    expect(await shipmentOf(scene, first)).toMatchObject({ status: 'FAILED_DELIVERY', route: null, stop: null })
    await fail(second)
    const back = await scene.admin.do(shipmentsApi.checkInShipment, { params: { id: second }, body: { note: null } })
    expect(back.returns).toHaveLength(1)
    const twice = await scene.admin.call(shipmentsApi.checkInShipment, { params: { id: second }, body: { note: null } })
    expect([twice.status, twice.body.code]).toEqual([409, 'IN_USE'])
    const failed = async (order?: 'open') => {
      const query = { status: 'FAILED_DELIVERY', limit: 200, ...(order && { order }) } as const
      const { data } = await scene.admin.do(shipmentsApi.listShipments, { query })
      return data.some(({ id }) => id === second)
    }
    expect([await failed('open'), await failed()]).toEqual([true, true])
    const found = await scene.admin.do(returnsApi.getReturn, { params: { id: back.returns[0]?.id ?? '' } })
    const lines = [{ disposition: 'restock' as const, quantity: found.lines[0]?.quantity ?? 0 }]
    await completeReturn(scene.admin, found, lines, scene.place.warehouse.id)
    expect(await orderStatus(scene, back.order.id)).toBe('RETURNED')
    expect([await failed('open'), await failed()]).toEqual([false, true])
  })

  test('when staff deliver or fail a stop whose order is newer than the next ones, the next stop is out for delivery', async () => {
    const older = await packedOrder(scene)
    const old = await packedOrder(scene)
    const young = await packedOrder(scene)
    const driver = await scene.server.as('driver')
    const ids = [young.shipmentId, old.shipmentId, older.shipmentId]
    const route = await plannedRoute(scene, ids, driver)
    expect(route.routeStops.map(({ shipment }) => shipment.id)).toEqual(ids)
    await scene.admin.do(routesApi.startRoute, { params: { id: route.id }, body: {} })
    const params = { id: young.shipmentId }
    const body = { receivedBy: 'Ana', reason: 'Call' }
    expect(await scene.admin.do(shipmentsApi.deliverShipment, { params, body })).toMatchObject({ status: 'DELIVERED' })
    expect(await orderStatus(scene, old.orderId)).toBe('OUT_FOR_DELIVERY')
    const failure = { failureReason: 'CLOSED', note: null } as const
    await scene.admin.do(shipmentsApi.failShipment, { params: { id: old.shipmentId }, body: failure })
    expect(await orderStatus(scene, older.orderId)).toBe('OUT_FOR_DELIVERY')
  })

  test('a recalled lot is listed as blocking, and no action is possible', async () => {
    const { shipmentId } = await packedOrder(scene)
    const { lines } = await shipmentOf(scene, shipmentId)
    const { db } = scene.server.database
    const setStatus = (status: string) =>
      sql`update lots set status = ${status} where id = ${lines[0]!.lot.id}`.execute(db)
    await setStatus('RECALLED')
    try {
      const shown = await shipmentOf(scene, shipmentId)
      expect(shown.blocked).toEqual([expect.stringContaining('is recalled')])
      expect(shown.transitions.filter(({ open }) => open)).toEqual([])
      const refused = await scene.admin.call(shipmentsApi.assignCarrier, {
        params: { id: shipmentId },
        body: { carrier: 'X', trackingNumber: null },
      })
      expect(refused.status).toBe(409)
    } finally {
      await setStatus('AVAILABLE')
    }
  })
})

describe('[SHP-01] permissions and refusals of shipment actions', () => {
  const acts = [
    ['carrier-assignment', { carrier: 'X' }],
    ['carrier-removal', {}],
    ['dispatch', {}],
    ['pick-up', { receivedBy: 'A', reason: 'B' }],
    ['delivery', { receivedBy: 'A', reason: 'B' }],
    ['delivery-failure', { failureReason: 'CLOSED' }],
    ['replanning', {}],
    ['check-in', {}],
  ] as const
  const keyed = () => ({ 'idempotency-key': randomUUID() })

  test.each(acts)('%s: 401, 403, 404, 409 and 422', async (path, body) => {
    const { admin, server, driver } = scene
    const { shipmentId } = await packedOrder(scene)
    const at = (id: string) => `/api/shipments/${id}/${path}`
    expect((await server.nobody.send('POST', at(shipmentId), body, keyed())).status).toBe(401)
    expect((await driver.send('POST', at(shipmentId), body, keyed())).status).toBe(403)
    const viewer = await server.as('staff', { shipping: { view: true, edit: false, delete: false } })
    expect((await viewer.send('POST', at(shipmentId), body, keyed())).status).toBe(403)
    expect((await admin.send('POST', at(nowhere), body, keyed())).status).toBe(404)
    expect((await admin.send('POST', at(shipmentId), { ...body, wrong: 1 }, keyed())).status).toBe(422)
    const isOpen = path === 'carrier-assignment' || path === 'pick-up'
    if (isOpen) await plannedRoute(scene, [shipmentId])
    const refused = await admin.send('POST', at(shipmentId), body, keyed())
    expect([refused.status, refused.body.code]).toEqual([409, isOpen ? 'ON_ROUTE' : 'INVALID_TRANSITION'])
  })

  test('[RTE-01] carrier actions are refused (409) for a shipment on one of our routes: its driver records that', async () => {
    const { orderId, shipmentId } = await packedOrder(scene)
    const route = await plannedRoute(scene, [shipmentId])
    const refused = await scene.admin.call(shipmentsApi.dispatchShipment, { params: { id: shipmentId }, body: {} })
    const { number } = await scene.admin.do(salesApi.getOrder, { params: { id: orderId } })
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'ON_ROUTE', error: `Order ${number} is on route ${route.number}: its driver records that.` },
    ])
    expect(await orderStatus(scene, orderId)).toBe('FOR_SHIPPING')
  })

  test('unknown shipment (404), missing permission (403), unknown status filter (422)', async () => {
    expect((await scene.admin.send('GET', `/api/shipments/${nowhere}`)).status).toBe(404)
    const seller = await scene.server.as('sales_rep')
    expect((await seller.send('GET', '/api/shipments')).status).toBe(403)
    expect((await scene.admin.send('GET', '/api/shipments?status=LOST')).status).toBe(422)
  })
})
