import type { Misfit } from './misfits.ts'
import { optimiseRounds, type RoutePlan } from './optimise-route.ts'
import { seededRandom } from './optimiser/random.ts'

export interface DayStop {
  /** Index in `travelSeconds`. */
  place: number
  /** Seconds of the day. */
  window: { from: number; to: number }
  serviceSeconds: number
  grams: number
  packages: number
  isCold: boolean
}

/** A driver with a vehicle. */
export interface DayVehicle {
  /** Indexes in `travelSeconds`. */
  start: number
  end: number
  /** Working hours in seconds of the day: leaves at the first, is back by the second. */
  hours: { from: number; to: number }
  /** If it is busy for a part of the day, or the day has begun: available only within these hours. */
  free?: { from: number; to: number }
  /** Null is no limit. */
  maxGrams: number | null
  maxPackages: number | null
  hasColdBox: boolean
}

export interface DayProblem {
  travelSeconds: readonly (readonly number[])[]
  stops: readonly DayStop[]
  vehicles: readonly DayVehicle[]
  /** Default 2000. */
  budgetMs?: number
  seed?: number
}

interface DayRoute extends RoutePlan {
  /** Index of the vehicle; `order` has indexes of stops. Times are seconds of the day. */
  vehicle: number
}
export interface DayPlan {
  routes: DayRoute[]
  unplanned: { stop: number; reason: Misfit }[]
}

/**
 * Assigns a day's stops to several vehicles, within capacity, cold box, windows and hours; first as many stops as possible,
 * then the least travel. Cheapest insertion, then ruin and recreate, then each route by itself.
 */
export function planDay(problem: DayProblem): DayPlan {
  const { budgetMs = 2000 } = problem
  const deadline = Date.now() + budgetMs
  return planDayRounds(problem, () => Date.now() >= deadline)
}

/** The same, until `isOver` returns true; it is called before each round with the number of completed rounds. */
export function planDayRounds(problem: DayProblem, isOver: (rounds: number) => boolean): DayPlan {
  const { stops, vehicles } = problem
  const random = seededRandom(problem.seed ?? 1)
  const byTightness = [...stops.keys()].toSorted((a, b) => slack(stops[a]) - slack(stops[b]) || a - b)
  let current = insertAll(problem, { routes: vehicles.map(() => []), open: [] }, byTightness)
  let best = current
  const idleRounds = 200 + 20 * stops.length
  for (let round = 0, idle = 0; idle < idleRounds && stops.length > 1 && !isOver(round); round += 1) {
    const tried = recreate(problem, current, random)
    if (compare(problem, tried, current) <= 0 || random() < 0.01) current = tried
    if (compare(problem, tried, best) < 0) [best, idle] = [tried, 0]
    else idle += 1
    if (idle % 200 === 199) current = best
  }
  return {
    routes: best.routes.flatMap((order, vehicle) =>
      order.length > 0 ? [{ vehicle, ...improve(problem, order, vehicle, isOver) }] : [],
    ),
    unplanned: best.open.toSorted((a, b) => a - b).map((stop) => ({ stop, reason: whyUnplanned(problem, stop) })),
  }
}

interface Shared {
  routes: readonly (readonly number[])[]
  /** Unassigned stops. */
  open: readonly number[]
}

const slack = (stop: DayStop | undefined) => (stop ? stop.window.to - stop.window.from : 0)

/** Negative if `a` serves more stops, or as many with less travel. */
function compare(problem: DayProblem, a: Shared, b: Shared): number {
  return a.open.length - b.open.length || travelOf(problem, a) - travelOf(problem, b)
}

function travelOf({ travelSeconds, stops, vehicles }: DayProblem, { routes }: Shared): number {
  let sum = 0
  for (const [index, order] of routes.entries()) {
    const vehicle = vehicles[index]
    if (!vehicle || order.length === 0) continue
    let here = vehicle.start
    for (const stop of order) {
      const place = stops[stop]?.place ?? 0
      sum += travelSeconds[here]?.[place] ?? 0
      here = place
    }
    sum += travelSeconds[here]?.[vehicle.end] ?? 0
  }
  return sum
}

/**
 * Removes a stop and some of its neighbours and inserts them where they cost least. If the way past a stop is longer than
 * through it, a route can be late without it: such a route is dissolved.
 */
function recreate(problem: DayProblem, plan: Shared, random: () => number): Shared {
  const { stops, travelSeconds } = problem
  const seedStop = Math.floor(random() * stops.length)
  const many = 1 + Math.floor(random() * Math.min(12, Math.max(2, stops.length / 4)))
  const from = travelSeconds[stops[seedStop]?.place ?? 0] ?? []
  const nearest = [...stops.keys()]
    .map((stop) => ({ stop, far: (from[stops[stop]?.place ?? 0] ?? 0) * (0.5 + random()) }))
    .toSorted((a, b) => a.far - b.far)
    .slice(0, many)
  const taken = new Set([...nearest.map(({ stop }) => stop), ...plan.open])
  const routes = plan.routes.map((route, vehicle) => {
    const left = route.filter((stop) => !taken.has(stop))
    if (left.length === route.length || isInTime(problem, vehicle, left)) return left
    for (const stop of left) taken.add(stop)
    return []
  })
  const order = [...taken].map((stop) => ({ stop, key: random() })).toSorted((a, b) => a.key - b.key)
  return insertAll(
    problem,
    { routes, open: [] },
    order.map(({ stop }) => stop),
  )
}

function insertAll(problem: DayProblem, plan: Shared, inserted: readonly number[]): Shared {
  const routes = plan.routes.map((route) => [...route])
  const open = [...plan.open]
  for (const stop of inserted) {
    let best: { vehicle: number; place: number; cost: number } | null = null
    for (const [vehicle, route] of routes.entries()) {
      if (!hasRoom(problem, vehicle, [...route, stop])) continue
      for (let place = 0; place <= route.length; place += 1) {
        const cost = extraTravel(problem, vehicle, route, place, stop)
        if (best && cost >= best.cost) continue
        if (isInTime(problem, vehicle, route.toSpliced(place, 0, stop))) best = { vehicle, place, cost }
      }
    }
    if (best) routes[best.vehicle]?.splice(best.place, 0, stop)
    else open.push(stop)
  }
  return { routes, open }
}

function extraTravel(
  { travelSeconds, stops, vehicles }: DayProblem,
  vehicle: number,
  route: readonly number[],
  place: number,
  stop: number,
): number {
  const placeOf = (at: number, otherwise: number) => stops[route[at] ?? -1]?.place ?? otherwise
  const before = place > 0 ? placeOf(place - 1, 0) : (vehicles[vehicle]?.start ?? 0)
  const after = place < route.length ? placeOf(place, 0) : (vehicles[vehicle]?.end ?? 0)
  const here = stops[stop]?.place ?? 0
  const leg = (from: number, to: number) => travelSeconds[from]?.[to] ?? 0
  return leg(before, here) + leg(here, after) - (route.length > 0 ? leg(before, after) : 0)
}

function hasRoom({ stops, vehicles }: DayProblem, index: number, order: readonly number[]): boolean {
  const vehicle = vehicles[index]
  if (!vehicle) return false
  const sum = (of: (stop: DayStop) => number) => order.reduce((total, one) => total + of(stops[one] as DayStop), 0)
  if (vehicle.maxGrams !== null && sum(({ grams }) => grams) > vehicle.maxGrams) return false
  if (vehicle.maxPackages !== null && sum(({ packages }) => packages) > vehicle.maxPackages) return false
  return vehicle.hasColdBox || order.every((one) => !stops[one]?.isCold)
}

type Times = Pick<DayVehicle, 'hours' | 'free'>
/** Seconds of the day. */
export const leavesAt = ({ hours, free }: Times): number => Math.max(hours.from, free?.from ?? 0)
const backBy = ({ hours, free }: Times): number => Math.min(hours.to, free?.to ?? Infinity)

function isInTime({ travelSeconds, stops, vehicles }: DayProblem, index: number, order: readonly number[]): boolean {
  const vehicle = vehicles[index] as DayVehicle
  let at = leavesAt(vehicle)
  let here = vehicle.start
  for (const one of order) {
    const stop = stops[one] as DayStop
    at = Math.max(at + (travelSeconds[here]?.[stop.place] ?? 0), stop.window.from) + stop.serviceSeconds
    if (at > stop.window.to) return false
    here = stop.place
  }
  return at + (travelSeconds[here]?.[vehicle.end] ?? 0) <= backBy(vehicle)
}

/** Improves one vehicle's order with a short search; times become seconds of the day. */
function improve(
  problem: DayProblem,
  order: readonly number[],
  index: number,
  isOver: (rounds: number) => boolean,
): RoutePlan {
  const { stops, travelSeconds } = problem
  const vehicle = problem.vehicles[index] as DayVehicle
  const served = order.map((one) => stops[one] as DayStop)
  const places = [vehicle.start, ...served.map(({ place }) => place), vehicle.end]
  const plan = optimiseRounds(
    {
      travelSeconds: places.map((from) => places.map((to) => travelSeconds[from]?.[to] ?? 0)),
      windows: [
        { from: leavesAt(vehicle), to: backBy(vehicle) },
        ...served.map(({ window }) => window),
        { from: 0, to: backBy(vehicle) },
      ],
      serviceSeconds: [0, ...served.map(({ serviceSeconds }) => serviceSeconds), 0],
      seed: problem.seed ?? 1,
    },
    (rounds) => rounds >= 20 || (rounds > 0 && isOver(rounds)),
  )
  return { ...plan, order: plan.order.map((place) => order[place - 1] ?? 0) }
}

const allDay = { from: 0, to: Infinity }

function whyUnplanned(problem: DayProblem, index: number): Misfit {
  const { vehicles } = problem
  const stop = problem.stops[index] as DayStop
  if (vehicles.every(({ maxGrams }) => maxGrams !== null && stop.grams > maxGrams)) return 'TOO_HEAVY'
  if (vehicles.every(({ maxPackages }) => maxPackages !== null && stop.packages > maxPackages))
    return 'TOO_MANY_PACKAGES'
  if (stop.isCold && vehicles.every(({ hasColdBox }) => !hasColdBox)) return 'NO_COLD_BOX'
  const able = [...vehicles.keys()].filter((vehicle) => hasRoom(problem, vehicle, [index]))
  if (able.some((vehicle) => isInTime(problem, vehicle, [index]))) return 'NO_ROOM'
  const rested = { ...problem, vehicles: vehicles.map((vehicle) => ({ ...vehicle, free: allDay })) }
  if (able.some((vehicle) => isInTime(rested, vehicle, [index]))) return 'NO_TIME_LEFT'
  const anyTime = { ...stop, window: allDay }
  const unhurried = { ...rested, stops: problem.stops.with(index, anyTime) }
  return able.some((vehicle) => isInTime(unhurried, vehicle, [index])) ? 'OUTSIDE_WINDOW' : 'BEYOND_HOURS'
}
