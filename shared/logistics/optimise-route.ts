import { constructOrders, exactOrder, maxExactStops } from './optimiser/construct.ts'
import { asRouteModel } from './optimiser/route-model.ts'
import type { RoutePlan, RouteProblem } from './optimiser/route-problem.ts'
import { searchRoute } from './optimiser/search-route.ts'
import { compareTimings, scheduleOrder } from './optimiser/schedule.ts'

export type { RoutePlan, RouteProblem } from './optimiser/route-problem.ts'

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
