import { constructOrders, exactOrder, maxExactStops } from './optimiser/construct.ts'
import { asRouteModel } from './optimiser/route-model.ts'
import { searchRoute } from './optimiser/search-route.ts'
import { compareTimings, scheduleOrder } from './optimiser/schedule.ts'

export interface RouteProblem {
  /** Seconds from i to j; 0 is the start, the last index the end (equal to the start for a round trip). */
  travelSeconds: readonly (readonly number[])[]
  /** By index; seconds after the start of the shift. Waiting for `from` is allowed, leaving after `to` is late. */
  windows: readonly { from: number; to: number }[]
  serviceSeconds: readonly number[]
  /** Positions that may not move: index of the stop → place in the order (0 is the first stop). */
  locked?: ReadonlyMap<number, number>
  /** Stop thinking after this many milliseconds (default 1000); the same seed gives the same answer for the same number of rounds. */
  budgetMs?: number
  seed?: number
}

export interface RoutePlan {
  /** Indexes of the stops, without the start and the end. */
  order: number[]
  travelSeconds: number
  lateSeconds: number
  /** Seconds after the start of the shift, as are the arrivals, which are in the order of `order`. */
  endsAt: number
  arrivals: number[]
}

/**
 * Orders the stops of a route: first no lateness, then the least travel, then the earliest end. Never worse than the stops in
 * the order of their indexes. Throws for a problem that contradicts itself.
 */
export function optimiseRoute(problem: RouteProblem): RoutePlan {
  const { budgetMs = 1000 } = problem
  const deadline = Date.now() + budgetMs
  return optimiseRounds(problem, () => Date.now() >= deadline)
}

/** The same, until `isOver` says so; it is asked before each round, with the number of rounds that are done. */
export function optimiseRounds(problem: RouteProblem, isOver: (rounds: number) => boolean): RoutePlan {
  const model = asRouteModel(problem)
  const [first, ...others] = constructOrders(model)
  if (!first || model.slots.length < 2) return scheduleOrder(model, first ?? [])
  if (model.slots.length <= maxExactStops) return scheduleOrder(model, exactOrder(model, first))
  const start = [first, ...others]
    .map((order) => scheduleOrder(model, order))
    .toSorted(compareTimings)
    .slice(0, 3)
    .map(({ order }) => order)
  const found = scheduleOrder(model, searchRoute(model, start, problem.seed ?? 1, isOver))
  const given = scheduleOrder(model, first)
  return compareTimings(found, given) <= 0 ? found : given
}
