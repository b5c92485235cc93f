import { freeStops, type RouteModel, withLocked } from './route-model.ts'
import { compareTimings, scheduleOrder, tolerance } from './schedule.ts'

/** Up to this many movable stops, an exact search is made (branch and bound). */
export const maxExactStops = 8

/** Initial orders: as given, by the end of the windows, and greedily to the stop that can be left first. */
export function constructOrders(model: RouteModel): number[][] {
  const free = freeStops(model)
  const end = (stop: number) => model.to[stop] ?? 0
  const byEnd = free.toSorted((a, b) => end(a) - end(b) || a - b)
  const insertions = [byEnd, free.toSorted((a, b) => windowOf(model, a) - windowOf(model, b) || a - b)]
  return [
    withLocked(model, free),
    withLocked(model, byEnd),
    nearestFirst(model),
    ...insertions.map((stops) => withLocked(model, cheapestInsertion(model, stops))),
  ]
}

const windowOf = (model: RouteModel, stop: number) => (model.to[stop] ?? 0) - (model.from[stop] ?? 0)

/** Nearest neighbour: goes from each stop to the one that can be left first. */
function nearestFirst(model: RouteModel): number[] {
  const { size, travel, from, service, lockedAt } = model
  const open = new Set(freeStops(model))
  const order: number[] = []
  let here = 0
  let at = (from[0] ?? 0) + (service[0] ?? 0)
  for (let place = 1; place < size - 1; place += 1) {
    let best = lockedAt[place] || 0
    let bestBegin = Infinity
    if (best === 0) {
      for (const stop of open) {
        const begin = Math.max(at + (travel[here * size + stop] ?? 0), from[stop] ?? 0)
        if (begin < bestBegin) [best, bestBegin] = [stop, begin]
      }
    }
    at = Math.max(at + (travel[here * size + best] ?? 0), from[best] ?? 0) + (service[best] ?? 0)
    open.delete(best)
    order.push(best)
    here = best
  }
  return order
}

/** Cheapest insertion, among the movable stops only. */
function cheapestInsertion(model: RouteModel, stops: readonly number[]): number[] {
  let order: number[] = []
  for (const stop of stops) {
    let best: number[] = [...order, stop]
    let bestPlan = scheduleOrder(model, best)
    for (let place = 0; place < order.length; place += 1) {
      const tried = order.toSpliced(place, 0, stop)
      const plan = scheduleOrder(model, tried)
      if (compareTimings(plan, bestPlan) < 0) [best, bestPlan] = [tried, plan]
    }
    order = best
  }
  return order
}

/** The optimal order of a few stops: depth-first search that prunes branches worse than the best so far. */
export function exactOrder(model: RouteModel, given: readonly number[]): number[] {
  const { size, travel, from, to, service, lockedAt } = model
  const open = freeStops(model)
  let best = scheduleOrder(model, given)
  const order: number[] = []

  const visit = (here: number, at: number, late: number, driven: number): void => {
    if (late > best.lateSeconds + tolerance) return
    if (late > best.lateSeconds - tolerance && driven > best.travelSeconds + tolerance) return
    const place = order.length + 1
    if (place === size - 1) {
      const plan = scheduleOrder(model, order)
      if (compareTimings(plan, best) < 0) best = plan
      return
    }
    const locked = lockedAt[place] || 0
    for (const [index, stop] of (locked ? [locked] : open).entries()) {
      if (stop === 0) continue
      const leg = travel[here * size + stop] ?? 0
      const leave = Math.max(at + leg, from[stop] ?? 0) + (service[stop] ?? 0)
      if (!locked) open[index] = 0
      order.push(stop)
      visit(stop, leave, late + Math.max(0, leave - (to[stop] ?? 0)), driven + leg)
      order.pop()
      if (!locked) open[index] = stop
    }
  }
  visit(0, (from[0] ?? 0) + (service[0] ?? 0), 0, 0)
  return best.order
}
