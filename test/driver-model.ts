import type { DriverEventType } from '#shared/logistics/driver/events.ts'

/**
 * A plain model of a route: the expected result of a driver's events, in whatever order and however often they arrive.
 */
export interface ModelRoute {
  status: 'PLANNED' | 'IN_PROGRESS' | 'COMPLETED'
  stops: ModelStop[]
}
interface ModelStop {
  id: string
  status: 'READY_FOR_SHIPPING' | 'ON_THE_WAY' | 'DELIVERED' | 'FAILED_DELIVERY'
  hasArrived?: boolean
}

export type ModelOutcome = 'applied' | 'recorded' | 'refused'

const isOpen = (stop: ModelStop) => stop.status === 'READY_FOR_SHIPPING' || stop.status === 'ON_THE_WAY'

function driveOn(route: ModelRoute): void {
  if (route.stops.some((stop) => stop.status === 'ON_THE_WAY')) return
  const next = route.stops.find(isOpen)
  if (next) next.status = 'ON_THE_WAY'
}

/** Applies one new event. */
export function applyToModel(route: ModelRoute, type: DriverEventType, stopId?: string): ModelOutcome {
  const stop = route.stops.find((one) => one.id === stopId)
  if (type === 'route.start') {
    if (route.status !== 'PLANNED') return 'recorded'
    if (route.stops.length === 0) return 'refused'
    route.status = 'IN_PROGRESS'
    driveOn(route)
    return 'applied'
  }
  if (type === 'route.end') {
    if (route.status === 'COMPLETED') return 'recorded'
    if (route.status === 'PLANNED' || route.stops.some(isOpen)) return 'refused'
    route.status = 'COMPLETED'
    return 'applied'
  }
  if (type === 'note.add') return 'applied'
  if (!stop) return 'refused'
  if (type === 'stop.arrive' && route.status === 'PLANNED') return 'refused'
  if (!isOpen(stop)) return 'recorded'
  if (route.status !== 'IN_PROGRESS') return 'refused'
  if (type === 'stop.arrive') {
    if (stop.hasArrived && stop.status === 'ON_THE_WAY') return 'recorded'
    stop.hasArrived = true
    for (const other of route.stops) if (other.status === 'ON_THE_WAY') other.status = 'READY_FOR_SHIPPING'
    stop.status = 'ON_THE_WAY'
    return 'applied'
  }
  if (type === 'stop.postpone') {
    const others = route.stops.filter((one) => one !== stop)
    const after = others.findLast(isOpen)
    if (!after) return 'refused'
    route.stops = others.toSpliced(others.indexOf(after) + 1, 0, stop)
    if (stop.status === 'ON_THE_WAY') stop.status = 'READY_FOR_SHIPPING'
    driveOn(route)
    return 'applied'
  }
  stop.status = type === 'stop.deliver' ? 'DELIVERED' : 'FAILED_DELIVERY'
  driveOn(route)
  return 'applied'
}

/** The dispatcher removes a stop; returns whether that is allowed. */
export function takeOffModel(route: ModelRoute, stopId: string): boolean {
  if (route.status !== 'PLANNED') return false
  route.stops = route.stops.filter((stop) => stop.id !== stopId)
  return true
}
