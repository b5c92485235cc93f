import type { DriverRoute, DriverStop } from '#shared/logistics/driver/api.ts'
import type { DriverEventType, DriverPayload } from '#shared/logistics/driver/events.ts'
import type { QueuedEvent } from './database.ts'

type Route = DriverRoute
type Act = (route: Route, event: QueuedEvent) => Route

export const isOpenStop = ({ status }: Pick<DriverStop, 'status'>) =>
  status === 'READY_FOR_SHIPPING' || status === 'ON_THE_WAY'

/** The stop that the driver is heading for or at; undefined before the start and after the last stop. */
export const currentStop = ({ status, driverStops }: Pick<Route, 'status' | 'driverStops'>) =>
  status === 'IN_PROGRESS'
    ? (driverStops.find((stop) => stop.status === 'ON_THE_WAY') ?? driverStops.find(isOpenStop))
    : undefined

const payloadOf = <T extends DriverEventType>(event: QueuedEvent) => event.payload as unknown as DriverPayload<T>

function changeStop(route: Route, id: string | undefined, change: (stop: DriverStop) => DriverStop): Route {
  return { ...route, driverStops: route.driverStops.map((stop) => (stop.id === id ? change(stop) : stop)) }
}

/** Makes a stop the only one that the driver is heading for. */
const approach = (route: Route, id: string | undefined): Route => ({
  ...route,
  driverStops: route.driverStops.map((stop) => {
    if (!isOpenStop(stop)) return stop
    return { ...stop, status: stop.id === id ? ('ON_THE_WAY' as const) : ('READY_FOR_SHIPPING' as const) }
  }),
})

function driveOn(route: Route): Route {
  if (route.driverStops.some((stop) => stop.status === 'ON_THE_WAY')) return route
  return approach(route, route.driverStops.find(isOpenStop)?.id)
}

/** Finishes an open stop; only the first result counts. */
function finish(route: Route, event: QueuedEvent, end: Partial<DriverStop>): Route {
  const stop = route.driverStops.find((one) => one.id === event.stopId)
  if (!stop || !isOpenStop(stop)) return route
  return driveOn(changeStop(route, stop.id, (one) => ({ ...one, ...end, finishedAt: event.at, eta: null })))
}

/** Optimistic updates: what each event changes, as the server will, shown to the driver at once. */
const acts: Record<DriverEventType, Act> = {
  'route.start': (route, { at }) =>
    route.status === 'PLANNED' ? driveOn({ ...route, status: 'IN_PROGRESS', startedAt: at }) : route,
  'route.load': (route, event) => {
    const { codes, isComplete } = payloadOf<'route.load'>(event)
    const loaded = new Set(codes)
    return {
      ...route,
      loadCheckedAt: isComplete ? event.at : route.loadCheckedAt,
      driverStops: route.driverStops.map((stop) => ({
        ...stop,
        shipmentPackages: stop.shipmentPackages.map((one) =>
          loaded.has(one.code) ? { ...one, loadedAt: one.loadedAt ?? event.at } : one,
        ),
      })),
    }
  },
  'stop.arrive': (route, { stopId, at }) => {
    const stop = route.driverStops.find((one) => one.id === stopId)
    if (!stop || !isOpenStop(stop)) return route
    return changeStop(approach(route, stopId), stopId, (one) => ({ ...one, arrivedAt: one.arrivedAt ?? at }))
  },
  'stop.deliver': (route, event) => {
    const { receivedBy, lines } = payloadOf<'stop.deliver'>(event)
    const given = new Map(lines.map((line) => [line.lineId, line]))
    const stop = route.driverStops.find((one) => one.id === event.stopId)
    return finish(route, event, {
      status: 'DELIVERED',
      receivedBy,
      lines: (stop?.lines ?? []).map((line) => ({ ...line, ...pick(given.get(line.id)) })),
    })
  },
  'stop.fail': (route, event) => {
    const { reason, note } = payloadOf<'stop.fail'>(event)
    return finish(route, event, { status: 'FAILED_DELIVERY', failureReason: reason, note })
  },
  'stop.postpone': (route, { stopId }) => {
    const stop = route.driverStops.find((one) => one.id === stopId)
    const others = route.driverStops.filter((one) => one.id !== stopId)
    const last = others.findLastIndex(isOpenStop)
    if (!stop || !isOpenStop(stop) || last < 0) return route
    const waiting = { ...stop, status: 'READY_FOR_SHIPPING' as const, postponements: stop.postponements + 1 }
    const inOrder = others.toSpliced(last + 1, 0, waiting)
    return driveOn({ ...route, driverStops: inOrder.map((one, at) => ({ ...one, sequence: at + 1 })) })
  },
  'stop.undo': (route, { stopId }) => {
    const stop = route.driverStops.find((one) => one.id === stopId)
    if (!stop || isOpenStop(stop)) return route
    const open = changeStop(route, stopId, (one) => ({
      ...one,
      status: 'READY_FOR_SHIPPING',
      finishedAt: null,
      receivedBy: null,
      failureReason: null,
      note: null,
      lines: one.lines.map((line) => ({ ...line, delivered: null, refused: 0, damaged: 0 })),
    }))
    return approach(open, stopId)
  },
  'route.end': (route, { at }) =>
    route.status === 'IN_PROGRESS' ? { ...route, status: 'COMPLETED', endedAt: at } : route,
  'note.add': (route) => route,
}

const pick = (line: { delivered: number; refused: number; damaged: number } | undefined) =>
  line && { delivered: line.delivered, refused: line.refused, damaged: line.damaged }

/** Like the server's `stopIsLate`, but also checks the clock: a time window that has ended before the driver arrives. */
function isLateStop(stop: DriverStop, now: number): boolean {
  if (!isOpenStop(stop)) return false
  const until = stop.window ? Date.parse(stop.window.to) : Number.POSITIVE_INFINITY
  return stop.arrivedAt === null ? stop.isLate || now > until : Date.parse(stop.arrivedAt) > until
}

/** Converts an event's time to the server's clock. */
function byServerClock(event: QueuedEvent): QueuedEvent {
  const { at, clockOffset = 0 } = event
  return clockOffset === 0 ? event : { ...event, at: new Date(Date.parse(at) + clockOffset).toISOString() }
}

/**
 * A route as the driver sees it at `now` (milliseconds by the server's clock): the server's last version plus the
 * driver's events since.
 */
export function withEvents(route: Route, events: readonly QueuedEvent[], now: number): Route {
  const own = events.filter(({ routeId, state }) => routeId === route.id && (state === 'waiting' || state === 'sent'))
  const tapped = own.reduce((before, event) => acts[event.type](before, byServerClock(event)), route)
  const driverStops = tapped.driverStops.map((stop) => ({ ...stop, isLate: isLateStop(stop, now) }))
  return {
    ...tapped,
    driverStops,
    late: driverStops.filter((stop) => stop.isLate).length,
    delivered: driverStops.filter((stop) => stop.status === 'DELIVERED').length,
    failed: driverStops.filter((stop) => stop.status === 'FAILED_DELIVERY').length,
  }
}
