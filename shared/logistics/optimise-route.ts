import { constructOrders, exactOrder, maxExactStops } from './optimiser/construct.ts'
import { asRouteModel } from './optimiser/route-model.ts'
import type { RoutePlan, RouteProblem } from './optimiser/route-problem.ts'
import { searchRoute } from './optimiser/search-route.ts'
import { compareTimings, scheduleOrder } from './optimiser/schedule.ts'

export type { RoutePlan, RouteProblem } from './optimiser/route-problem.ts'

/**
 * Optimises the order of a route's stops: first the least lateness, then the shortest travel time, then the earliest end. Never
 * worse than the given order. Throws for an inconsistent problem.
 */
export function optimiseRoute(problem: RouteProblem): RoutePlan {
  const { budgetMs = 1000 } = problem
  const deadline = Date.now() + budgetMs
  return optimiseRounds(problem, () => Date.now() >= deadline)
}

/** The same, until `isOver` returns true; it is called before each round with the number of completed rounds. */
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
