import { driverApi } from '#shared/logistics/driver/api.ts'
import type { DriverEventType } from '#shared/logistics/driver/events.ts'
import { deliveryFailures } from '#shared/logistics/shipments/shipment-status.ts'
import { deliveryOf, type SentEvent } from '#test/driver-phone.ts'
import type { DeliveringCompany, Rider } from './delivering-company.ts'
import { type Chance, isDone, oneOf } from './selling-company.ts'

/** Loads the driver's current routes on the phone. */
export async function readRoutes(company: DeliveringCompany, { a }: Chance) {
  const rider = company.riders[a % 2]
  if (rider) rider.seen = (await rider.client.do(driverApi.listDriverRoutes, { query: {} })).data
}

/** The driver makes an event for a stop or a route. The phone sends it at once, later, twice, or in another order. */
export async function drive(company: DeliveringCompany, chance: Chance, type: DriverEventType) {
  const { a, b, c } = chance
  const rider = company.riders[a % 2]
  if (!rider) return
  if (rider.seen.length === 0 || c % 4 > 0) await readRoutes(company, chance)
  const event = eventOf(rider, chance, type)
  if (!event) return
  rider.waiting.push(event)
  const isEnd = type === 'stop.deliver' || type === 'stop.fail'
  if (isEnd && (a + b) % 4 === 0)
    rider.waiting.push(rider.phone.make('stop.undo', event.routeId, event.stopId, { eventId: event.eventId }))
  if (b % 5 === 0) return
  const again = rider.sent.filter((_one, at) => (at + b) % 11 === 0).slice(-3)
  const events = [...again, ...rider.waiting.splice(0)]
  if (c % 4 === 0) events.reverse()
  const body = { deviceId: rider.phone.deviceId, events }
  const sent = await rider.client.call(driverApi.sendEvents, { body })
  if (!isDone(company, 'events', sent)) return
  for (const [at, { outcome, code }] of sent.body.results.entries())
    isDone(company, `${events[at]?.type} ${outcome} ${code ?? ''}`, sent)
  rider.sent.push(...events)
}

function eventOf({ phone, seen, sent }: Rider, { b, c }: Chance, type: DriverEventType): SentEvent | undefined {
  const driven = seen.filter(({ status }) => status === 'IN_PROGRESS')
  const route = oneOf(b % 7 > 0 && driven.length > 0 && type !== 'route.start' ? driven : seen, b)
  if (!route) return
  // A driver at a stop has mostly started the route before.
  if (route.status === 'PLANNED' && b % 7 > 0) return phone.make('route.start', route.id)
  if (type === 'route.start' || type === 'route.end') return phone.make(type, route.id)
  if (type === 'route.load') {
    const packages = route.driverStops.flatMap(({ shipmentPackages }) => shipmentPackages)
    return phone.make(type, route.id, undefined, { codes: packages.map(({ code }) => code), isComplete: c % 2 === 0 })
  }
  const isOpen = ({ status }: { status: string }) => status === 'ON_THE_WAY' || status === 'READY_FOR_SHIPPING'
  const open = route.driverStops.filter(isOpen)
  const stop = oneOf(c % 6 > 0 && open.length > 0 ? open : route.driverStops, c)
  if (!stop) return
  if (type === 'stop.deliver') {
    const pieces = stop.lines[0]?.quantity ?? 0
    const refused = c % 3 === 0 ? b % (pieces + 1) : 0
    return deliveryOf(phone.make, route.id, stop, { refused, damaged: b % 2 ? Math.min(1, pieces - refused) : 0 })
  }
  if (type === 'stop.undo') {
    const ends = sent.filter((one) => one.type === 'stop.deliver' || one.type === 'stop.fail')
    const end = c % 4 ? ends.at(-1) : oneOf(ends, c)
    return end && phone.make(type, end.routeId, end.stopId, { eventId: end.eventId })
  }
  const failed = { reason: deliveryFailures[b % deliveryFailures.length], note: 'Nobody' }
  const payloads: { [Type in DriverEventType]?: object } = {
    'stop.fail': failed,
    'stop.postpone': { reason: 'Later' },
    'note.add': { text: 'Ring twice' },
  }
  return phone.make(type, route.id, stop.id, payloads[type])
}
