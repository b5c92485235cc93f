import { reportFigure } from '#test/figures.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { driverApi, type DriverStop } from '#shared/logistics/driver/api.ts'
import { seededRandom } from '#shared/logistics/optimiser/random.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import type { DriverEventType } from '#shared/logistics/driver/events.ts'
import { deliveryScene, routeOf, type Scene } from '#test/deliveries.ts'
import { applyToModel, type ModelRoute, takeOffModel } from '#test/driver-model.ts'
import { deliveryOf, phoneOf, type SentEvent } from '#test/driver-phone.ts'
import { startServer } from '#test/server.ts'

/*
 * `DRIVER_STREAMS=10000 npx vitest run server/logistics/driver/driver-model.test.ts` plays more streams, from the seed
 * `DRIVER_SEED` on; `DRIVER_STREAMS=1` replays that seed alone.
 */

const streams = Number(process.env['DRIVER_STREAMS'] ?? 80)
const firstSeed = Number(process.env['DRIVER_SEED'] ?? 1)
/** Streams that run concurrently: while one waits for the database, another continues. */
const lanes = 4
const types = ['stop.arrive', 'stop.deliver', 'stop.deliver', 'stop.fail', 'stop.postpone', 'note.add'] as const
const payloads: Partial<Record<DriverEventType, object>> = {
  'stop.fail': { reason: 'CLOSED' },
  'stop.postpone': { reason: 'Gate closed' },
  'note.add': { text: 'Note' },
}

test(`[DRV-02] (B21) ${streams} random event streams, duplicated, reordered, cut, from two phones and with stops removed, match a model`, {
  timeout: 60_000 + streams * 3000,
}, async () => {
  const scene = await deliveryScene(await startServer())
  const seeds = Array.from({ length: streams }, (_none, at) => firstSeed + at).values()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const seed of seeds) await playStream(scene, seed)
    }),
  )
  // Nothing was booked twice: the quantities that left the stock are those of the orders.
  const { rows } = await sql<{ off: number }>`select count(*)::int as off from (
        select o.id from sales_orders o join stock_entry e on e.source_id = o.id and e.source_type = 'sales_order'
        group by o.id having -sum(e.d_on_hand) <> (select sum(quantity) from sales_order_lines l where l.order_id = o.id)) x`.execute(
    scene.server.database.db,
  )
  expect(rows[0]?.off).toBe(0)
  reportFigure('streams of driver events', streams)
})

type Sent = { phone: ReturnType<typeof phoneOf>; event: SentEvent }

/** Plays a random day of one driver; the result of each event and the state at the end must match the model. */
async function playStream(scene: Scene, seed: number): Promise<void> {
  const { admin } = scene
  const random = seededRandom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const driver = await scene.server.as('driver')
  const { route, packed } = await routeOf(scene, 1 + Math.floor(random() * 3), { driver })
  const { data } = await driver.do(driverApi.getDriverRoute, { params: { id: route.id } })
  const stops: DriverStop[] = data.driverStops
  const model: ModelRoute = {
    status: 'PLANNED',
    stops: stops.map(({ id }) => ({ id, status: 'READY_FOR_SHIPPING' })),
  }
  const seen = new Set<string>()
  for (const batch of batchesOf(randomDay(), random)) {
    if (batch === 'dispatch') {
      const stopId = pick(stops).id
      const wasOn = model.stops.some((stop) => stop.id === stopId)
      const answer = await admin.call(routesApi.removeStop, { params: { id: route.id, stopId } })
      expect([seed, answer.status]).toEqual([seed, wasOn ? (takeOffModel(model, stopId) ? 200 : 409) : 404])
      continue
    }
    const { phone } = batch[0]!
    const results = await phone.send(...batch.map(({ event }) => event))
    // The server processes the events of a request by their numbers, and returns the results in the order of the
    // request.
    const inOrder = batch
      .map(({ event }, at) => ({ event, result: results[at] }))
      .toSorted((a, b) => a.event.seq - b.event.seq)
    for (const { event, result } of inOrder) {
      const expected = seen.has(event.eventId) ? 'duplicate' : applyToModel(model, event.type, event.stopId)
      seen.add(event.eventId)
      expect([seed, event.type, result?.reason, result?.outcome]).toEqual([seed, event.type, result?.reason, expected])
    }
  }
  await expectEnd(scene, seed, { route, packed, stops, model })

  function randomDay(): Sent[] {
    const phones = [phoneOf(driver), phoneOf(driver)]
    const queue: Sent[] = []
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
    // Sends some events twice, in another order, and cuts the queue off.
    for (const one of queue.slice()) if (random() < 0.25) queue.splice(Math.floor(random() * queue.length), 0, one)
    if (random() < 0.4) queue.sort(() => random() - 0.5)
    if (random() < 0.2) queue.splice(Math.ceil(queue.length / 2))
    return queue
  }
}

/** The requests of a phone: the next events, some of them together, and sometimes a removal by dispatch in between. */
function batchesOf(queue: readonly Sent[], random: () => number): (Sent[] | 'dispatch')[] {
  const batches: (Sent[] | 'dispatch')[] = []
  for (const one of queue) {
    if (random() < 0.08) batches.push('dispatch')
    const last = batches.at(-1)
    if (last && last !== 'dispatch' && last[0]?.phone === one.phone && random() < 0.7) last.push(one)
    else batches.push([one])
  }
  return batches
}

interface Played {
  route: { id: string }
  packed: readonly { orderId: string; shipmentId: string }[]
  stops: readonly DriverStop[]
  model: ModelRoute
}

async function expectEnd(scene: Scene, seed: number, { route, packed, stops, model }: Played): Promise<void> {
  const shown = await scene.admin.do(routesApi.getRoute, { params: { id: route.id } })
  expect([seed, shown.status]).toEqual([seed, model.status])
  expect(shown.routeStops.map(({ id, status }) => ({ id, status }))).toEqual(
    model.stops.map(({ id, status }) => ({ id, status })),
  )
  const { rows } = await sql<{ id: string; status: string; proofs: number; deliveries: number }>`select o.id, o.status,
      (select count(*)::int from delivery_proofs f join shipments s on s.id = f.shipment_id where s.order_id = o.id
        and f.undone_at is null) as proofs,
      (select count(*)::int from sales_order_moves m where m.order_id = o.id and m.move = 'deliver') as deliveries
    from sales_orders o where o.id = any(${packed.map((one) => one.orderId)}::uuid[])`.execute(scene.server.database.db)
  for (const [at, { orderId }] of packed.entries()) {
    const stop = model.stops.find((one) => one.id === stops[at]?.id)
    const underWay = stop?.status === 'ON_THE_WAY' ? 'OUT_FOR_DELIVERY' : 'IN_TRANSIT'
    const open = model.status === 'PLANNED' ? (stop ? 'FOR_SHIPPING' : 'READY_FOR_SHIPPING') : underWay
    const isEnded = stop?.status === 'DELIVERED' || stop?.status === 'FAILED_DELIVERY'
    const times = stop?.status === 'DELIVERED' ? 1 : 0
    const order = { id: orderId, status: isEnded ? stop.status : stop ? open : 'READY_FOR_SHIPPING' }
    expect([seed, rows.find(({ id }) => id === orderId)]).toEqual([
      seed,
      { ...order, proofs: times, deliveries: times },
    ])
  }
}
