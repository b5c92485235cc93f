import type { RoutePlan } from './route-problem.ts'
import type { RouteModel } from './route-model.ts'

/** Times that differ by less are equal: sums of fractions depend on their order. */
export const tolerance = 1e-6

/** Simulates the stops in this order: arrivals, lateness, travel time. */
export function scheduleOrder(model: RouteModel, order: readonly number[]): RoutePlan {
  const { size, travel, from, to, service } = model
  let at = (from[0] ?? 0) + (service[0] ?? 0)
  let here = 0
  const plan: RoutePlan = { order: [...order], travelSeconds: 0, lateSeconds: 0, endsAt: at, arrivals: [] }
  for (const next of [...order, size - 1]) {
    const leg = travel[here * size + next] ?? 0
    at += leg
    plan.travelSeconds += leg
    if (next !== size - 1) plan.arrivals.push(at)
    at = Math.max(at, from[next] ?? 0) + (service[next] ?? 0)
    plan.lateSeconds += Math.max(0, at - (to[next] ?? 0))
    here = next
  }
  plan.endsAt = at
  return plan
}

type Timing = Pick<RoutePlan, 'lateSeconds' | 'travelSeconds' | 'endsAt'>

/** Negative if `a` is the better plan: less late, then less travel, then an earlier end. */
export function compareTimings(a: Timing, b: Timing): number {
  return (
    differ(a.lateSeconds, b.lateSeconds) || differ(a.travelSeconds, b.travelSeconds) || differ(a.endsAt, b.endsAt) || 0
  )
}

const differ = (a: number, b: number) => (Math.abs(a - b) > tolerance ? a - b : 0)
