import type { RouteProblem } from './route-problem.ts'

/** A route problem as typed arrays, for speed. */
export interface RouteModel {
  /** The number of places: the start, the stops, the end. */
  size: number
  /** Seconds from i to j at i * size + j. */
  travel: Float64Array
  from: Float64Array
  to: Float64Array
  service: Float64Array
  /** Place in the sequence (the start is 0) → the stop locked there, or 0. */
  lockedAt: Int32Array
  /** Places in the sequence for movable stops. */
  slots: Int32Array
}

/** Throws for an inconsistent problem: that is a bug of the caller, not an error of a user. */
export function asRouteModel(problem: RouteProblem): RouteModel {
  const { travelSeconds, windows, serviceSeconds, locked = new Map<number, number>() } = problem
  const size = travelSeconds.length
  if (size < 2) throw new RangeError('A route needs a start and an end')
  if (windows.length !== size || serviceSeconds.length !== size || travelSeconds.some((row) => row.length !== size)) {
    throw new RangeError('Travel, windows and service do not have the same number of places')
  }
  const travel = Float64Array.from(travelSeconds.flat())
  const service = Float64Array.from(serviceSeconds)
  if ([...travel, ...service].some((seconds) => !(seconds >= 0 && seconds < 1e9))) {
    throw new RangeError('A time is negative or not a number')
  }
  const lockedAt = new Int32Array(size)
  for (const [stop, place] of locked) {
    const isStop = Number.isInteger(stop) && stop > 0 && stop < size - 1
    if (!isStop || !Number.isInteger(place) || place < 0 || place > size - 3 || lockedAt[place + 1] !== 0) {
      throw new RangeError(`Stop ${stop} can't be locked at place ${place}`)
    }
    lockedAt[place + 1] = stop
  }
  const slots = Array.from({ length: size - 2 }, (_, index) => index + 1).filter((place) => lockedAt[place] === 0)
  return {
    size,
    travel,
    from: Float64Array.from(windows, ({ from }) => from),
    to: Float64Array.from(windows, ({ to }) => to),
    service,
    lockedAt,
    slots: Int32Array.from(slots),
  }
}

/** Inserts the movable stops, in their order, around the locked ones. */
export function withLocked(model: RouteModel, free: readonly number[]): number[] {
  let next = 0
  return Array.from({ length: model.size - 2 }, (_, index) => model.lockedAt[index + 1] || (free[next++] ?? 0))
}

/** The indexes of the movable stops. */
export function freeStops(model: RouteModel): number[] {
  const locked = new Set(model.lockedAt)
  return Array.from({ length: model.size - 2 }, (_, index) => index + 1).filter((stop) => !locked.has(stop))
}
