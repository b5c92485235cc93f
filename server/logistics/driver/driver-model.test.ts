import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { driverApi, type DriverStop } from '#shared/logistics/driver/api.ts'
import { seededRandom } from '#shared/logistics/optimiser/random.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import type { DriverEventType } from '#shared/logistics/driver/events.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { deliveryScene, orderStatus, routeOf } from '#test/deliveries.ts'
import { applyToModel, type ModelRoute, takeOffModel } from '#test/driver-model.ts'
import { deliveryOf, phoneOf, type SentEvent } from '#test/driver-phone.ts'
import { startServer } from '#test/server.ts'

/* `DRIVER_STREAMS=10000 npx vitest run server/logistics/driver/driver-model.test.ts` plays more; `DRIVER_SEED` plays one again. */

const streams = Number(process.env['DRIVER_STREAMS'] ?? 40)
const firstSeed = Number(process.env['DRIVER_SEED'] ?? 1)
const types = ['stop.arrive', 'stop.deliver', 'stop.deliver', 'stop.fail', 'stop.postpone', 'note.add'] as const
const payloads: Partial<Record<DriverEventType, object>> = {
  'stop.fail': { reason: 'CLOSED' },
  'stop.postpone': { reason: 'Gate closed' },
  'note.add': { text: 'Note' },
}

test(`[DRV-02] (B21) ${streams} streams of events, duplicated, reordered, cut, from two phones and with dispatch between, end as a plain model says`, {
  timeout: 60_000 + streams * 3000,
}, async () => {
  const scene = await deliveryScene(await startServer())
  const { admin } = scene
  for (let seed = firstSeed; seed < firstSeed + streams; seed += 1) {
    const random = seededRandom(seed)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
    const driver = await scene.server.as('driver')
    const count = 1 + Math.floor(random() * 3)
    const { route, packed } = await routeOf(scene, count, { driver })
    const { data } = await driver.do(driverApi.getDriverRoute, { params: { id: route.id } })
    const stops: DriverStop[] = data.driverStops
    const model: ModelRoute = {
      status: 'PLANNED',
      stops: stops.map(({ id }) => ({ id, status: 'READY_FOR_SHIPPING' })),
    }
    const phones = [phoneOf(driver), phoneOf(driver)]
    const queue: { phone: (typeof phones)[number]; event: SentEvent }[] = []
    const add = (type: DriverEventType, stop?: DriverStop) => {
      const phone = random() < 0.8 ? phones[0]! : phones[1]!
      const event =
        type === 'stop.deliver' && stop
          ? deliveryOf(phone.make, route.id, stop, { refused: random() < 0.3 ? 1 : 0 })
          : phone.make(type, route.id, stop?.id, payloads[type])
      queue.push({ phone, event })
    }
    add('route.start')
    for (let made = 0; made < 2 + random() * 8; made += 1) add(pick(types), pick(stops))
    if (random() < 0.7) add('route.end')
    // Sent twice, in another order, and cut off.
    for (const one of queue.slice()) if (random() < 0.25) queue.splice(Math.floor(random() * queue.length), 0, one)
    if (random() < 0.4) queue.sort(() => random() - 0.5)
    if (random() < 0.2) queue.splice(Math.ceil(queue.length / 2))

    const seen = new Set<string>()
    for (const { phone, event } of queue) {
      if (random() < 0.08) {
        const stopId = pick(stops).id
        const wasOn = model.stops.some((stop) => stop.id === stopId)
        const answer = await admin.call(routesApi.removeStop, { params: { id: route.id, stopId } })
        expect([seed, answer.status]).toEqual([seed, wasOn ? (takeOffModel(model, stopId) ? 200 : 409) : 404])
      }
      const [result] = await phone.send(event)
      const expected = seen.has(event.eventId) ? 'duplicate' : applyToModel(model, event.type, event.stopId)
      seen.add(event.eventId)
      expect([seed, event.type, result?.reason, result?.outcome]).toEqual([seed, event.type, result?.reason, expected])
    }

    const shown = await admin.do(routesApi.getRoute, { params: { id: route.id } })
    expect([seed, shown.status]).toEqual([seed, model.status])
    expect(shown.routeStops.map(({ id, status }) => ({ id, status }))).toEqual(model.stops)
    for (const [at, { orderId, shipmentId }] of packed.entries()) {
      const stop = model.stops.find((one) => one.id === stops[at]?.id)
      const status = await orderStatus(scene, orderId)
      const underWay = stop?.status === 'ON_THE_WAY' ? 'OUT_FOR_DELIVERY' : 'IN_TRANSIT'
      const open = model.status === 'PLANNED' ? (stop ? 'FOR_SHIPPING' : 'READY_FOR_SHIPPING') : underWay
      const isEnded = stop?.status === 'DELIVERED' || stop?.status === 'FAILED_DELIVERY'
      expect([seed, status]).toEqual([seed, isEnded ? stop.status : stop ? open : 'READY_FOR_SHIPPING'])
      const shipment = await admin.do(shipmentsApi.getShipment, { params: { id: shipmentId } })
      expect(shipment.proofs.length).toBe(stop?.status === 'DELIVERED' ? 1 : 0)
      const order = await admin.do(salesApi.getOrder, { params: { id: orderId } })
      const taken = order.timeline.filter((entry) => 'move' in entry && entry.move === 'deliver').length
      expect(taken).toBeLessThanOrEqual(1)
    }
  }
  // Nothing was booked twice: what left the stock is what the orders asked for.
  const { rows } = await sql<{ off: number }>`select count(*)::int as off from (
        select o.id from sales_orders o join stock_entry e on e.source_id = o.id and e.source_type = 'sales_order'
        group by o.id having -sum(e.d_on_hand) <> (select sum(quantity) from sales_order_lines l where l.order_id = o.id)) x`.execute(
    scene.server.database.db,
  )
  expect(rows[0]?.off).toBe(0)
})
