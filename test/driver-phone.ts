import { createHash, randomUUID } from 'node:crypto'
import { driverApi, type DriverStop } from '#shared/logistics/driver/api.ts'
import type { DriverEventType } from '#shared/logistics/driver/events.ts'
import { proofText } from '#shared/logistics/driver/proof.ts'
import type { Call } from '#shared/http/route.ts'
import { routeOf, type Scene } from './deliveries.ts'
import type { Client } from './server.ts'

export type SentEvent = Call<(typeof driverApi.sendEvents)['spec']>['body']['events'][number]

/** Simulates a driver's phone: `make` creates numbered events, `send` sends them. */
export function phoneOf(driver: Client, clock = () => new Date()) {
  const deviceId = randomUUID()
  let seq = 0
  const make = (type: DriverEventType, routeId: string, stopId?: string, payload: object = {}): SentEvent => {
    seq += 1
    const at = clock().toISOString()
    return { eventId: randomUUID(), seq, at, type, routeId, ...(stopId && { stopId }), payload: { ...payload } }
  }
  const send = async (...events: SentEvent[]) =>
    (await driver.do(driverApi.sendEvents, { body: { deviceId, events } })).results
  return { deviceId, make, send }
}

/** The event that the phone sends for a delivery; `refused` and `damaged` are pieces of its first line. */
export function deliveryOf(
  make: ReturnType<typeof phoneOf>['make'],
  routeId: string,
  stop: Pick<DriverStop, 'id' | 'shipment' | 'lines'>,
  { refused = 0, damaged = 0, ...more }: { refused?: number; damaged?: number; [key: string]: unknown } = {},
): SentEvent {
  const lines = stop.lines.map(({ id, quantity }, at) => {
    const back = at === 0 ? { refused, damaged } : { refused: 0, damaged: 0 }
    return { lineId: id, delivered: quantity - back.refused - back.damaged, ...back }
  })
  const event = make('stop.deliver', routeId, stop.id)
  const place = { latitude: 51.5, longitude: -0.1 }
  const proof = {
    shipment: stop.shipment.id,
    stop: stop.id,
    lines: lines.map(({ lineId, ...counts }) => {
      const line = stop.lines.find((one) => one.id === lineId)
      return { line: lineId, lot: line?.lot.id ?? '', quantity: line?.quantity ?? 0, ...counts }
    }),
    receiver: 'Dr Weiss',
    deviceTime: event.at,
    place,
  }
  const hash = createHash('sha256').update(proofText(proof)).digest('hex')
  return { ...event, payload: { receivedBy: 'Dr Weiss', typedName: 'Dr Weiss', lines, hash, place, ...more } }
}

/** Creates a route of a new driver; returns it with its stops as the phone sees them, and the phone. */
export async function onTheRoad(scene: Scene, count: number, isStarted = true) {
  const driver = await scene.server.as('driver')
  const { route, packed } = await routeOf(scene, count, { driver, isStarted })
  const { data } = await driver.do(driverApi.getDriverRoute, { params: { id: route.id } })
  return { driver, route: data, stops: data.driverStops, packed, phone: phoneOf(driver) }
}

export const outcomes = (results: readonly { outcome: string; code?: string | undefined }[]) =>
  results.map(({ outcome, code }) => (code ? `${outcome} ${code}` : outcome))
