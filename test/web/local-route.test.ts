import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { DriverRoute } from '#shared/logistics/driver/api.ts'
import type { DriverEventType } from '#shared/logistics/driver/events.ts'
import type { QueuedEvent } from '#web/logistics/driver/database.ts'
import { currentStop, withEvents } from '#web/logistics/driver/local-route.ts'

const stop = (id: string) => ({
  id,
  status: 'READY_FOR_SHIPPING',
  window: null,
  isLate: false,
  arrivedAt: null,
  finishedAt: null,
  postponements: 0,
  lines: [{ id: `line of ${id}`, quantity: 5, delivered: null, refused: 0, damaged: 0 }],
  shipmentPackages: [{ code: `${id}-1`, loadedAt: null }],
})
const route = {
  id: 'route',
  status: 'PLANNED',
  loadCheckedAt: null,
  driverStops: [stop('a'), stop('b'), stop('c')].map((one, at) => ({ ...one, sequence: at + 1 })),
} as unknown as DriverRoute

const now = Date.UTC(2026, 10, 22, 8)
let seq = 0
function event(type: DriverEventType, stopId?: string, payload: Record<string, unknown> = {}): QueuedEvent {
  seq += 1
  const at = new Date(Date.UTC(2026, 10, 22, 8, seq)).toISOString()
  const fixed = { userId: 'u', deviceId: 'd', routeId: 'route', label: type, state: 'waiting' } as const
  return { ...fixed, eventId: randomUUID(), seq, at, type, payload, ...(stopId && { stopId }) }
}
const statuses = ({ driverStops }: DriverRoute) => driverStops.map(({ id, status }) => `${id} ${status}`)
const deliver = (id: string, refused = 0) =>
  event('stop.deliver', id, {
    receivedBy: 'Ana',
    lines: [{ lineId: `line of ${id}`, delivered: 5 - refused, refused, damaged: 0 }],
  })

test('[DRV-01] events made offline are shown at once, with the result that the server will have', () => {
  const day = [
    event('route.load', undefined, { codes: ['a-1'], isComplete: true }),
    event('route.start'),
    event('stop.arrive', 'a'),
    deliver('a', 2),
    event('stop.fail', 'b', { reason: 'CLOSED', note: null }),
  ]
  const shown = withEvents(route, day, now)
  expect(statuses(shown)).toEqual(['a DELIVERED', 'b FAILED_DELIVERY', 'c ON_THE_WAY'])
  expect(shown).toMatchObject({ status: 'IN_PROGRESS', delivered: 1, failed: 1, loadCheckedAt: day[0]?.at })
  expect(shown.driverStops[0]).toMatchObject({ receivedBy: 'Ana', finishedAt: day[3]?.at, lines: [{ refused: 2 }] })
  expect(shown.driverStops[0]?.shipmentPackages[0]?.loadedAt).toBe(day[0]?.at)
  expect(currentStop(shown)?.id).toBe('c')
  expect(withEvents(shown, day, now)).toEqual(shown)
})

test('[DRV-01] the first outcome of a stop counts, an undo reopens it, and a postponed stop becomes the last', () => {
  const start = event('route.start')
  const first = deliver('a')
  const twice = withEvents(route, [start, first, event('stop.fail', 'a', { reason: 'CLOSED' })], now)
  expect(statuses(twice)[0]).toBe('a DELIVERED')
  const undone = withEvents(route, [start, first, event('stop.undo', 'a', { eventId: first.eventId })], now)
  expect(statuses(undone)).toEqual(['a ON_THE_WAY', 'b READY_FOR_SHIPPING', 'c READY_FOR_SHIPPING'])
  expect(undone.driverStops[0]).toMatchObject({ receivedBy: null, lines: [{ delivered: null }] })
  const postponed = withEvents(route, [start, event('stop.postpone', 'a', { reason: 'Ramp' })], now)
  expect(statuses(postponed)).toEqual(['b ON_THE_WAY', 'c READY_FOR_SHIPPING', 'a READY_FOR_SHIPPING'])
  expect(postponed.driverStops.map(({ sequence }) => sequence)).toEqual([1, 2, 3])
})

test('[DRV-01] events that the server refused, and events of another route, change nothing', () => {
  const refused = { ...event('route.start'), state: 'attention' as const }
  const other = { ...event('route.start'), routeId: 'other' }
  expect(withEvents(route, [refused, other], now).status).toBe('PLANNED')
})

test('[DRV-01] a stop is shown as late after its window, also offline, until it is reached or done', () => {
  const window = { from: '2026-11-22T08:00:00Z', to: '2026-11-22T09:00:00Z' }
  const [a, b, c] = route.driverStops.map((one) => ({ ...one, window }))
  const timed = { ...route, driverStops: [a!, b!, { ...c!, window: null, isLate: true }] }
  const late = (events: QueuedEvent[], at: string) => {
    const shown = withEvents(timed, events, Date.parse(at))
    expect(shown.late).toBe(shown.driverStops.filter(({ isLate }) => isLate).length)
    return shown.driverStops.filter(({ isLate }) => isLate).map(({ id }) => id)
  }
  expect(late([], '2026-11-22T09:00:00Z')).toEqual(['c'])
  expect(late([], '2026-11-22T09:00:01Z')).toEqual(['a', 'b', 'c'])
  // Events of this file are from 8:00 on.
  const reached = [event('route.start'), event('stop.arrive', 'a')]
  expect(late(reached, '2026-11-22T10:00:00Z')).toEqual(['b', 'c'])
  const slow = { ...event('stop.arrive', 'b'), at: '2026-11-22T11:30:00+02:00' }
  expect(late([...reached, slow], '2026-11-22T08:30:00Z')).toEqual(['b', 'c'])
  const byFastClock = { ...event('stop.arrive', 'b'), at: '2026-11-22T11:30:00Z', clockOffset: -3 * 3600_000 }
  expect(late([...reached, byFastClock], '2026-11-22T10:00:00Z')).toEqual(['c'])
  expect(withEvents(timed, [...reached, byFastClock], now).driverStops[1]?.arrivedAt).toBe('2026-11-22T08:30:00.000Z')
  expect(
    late([...reached, slow, deliver('b'), event('stop.fail', 'c', { reason: 'CLOSED' })], '2026-11-22T10:00:00Z'),
  ).toEqual([])
})
