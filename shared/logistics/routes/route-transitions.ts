import { routeStatuses, type RouteStatus, routeStatusNames } from '#shared/logistics/shipments/route-status.ts'
import { stateMachine, wrongStatus } from '#shared/state-machine.ts'

/** The state machine of routes. */
export const routeTransitions = {
  start: { from: ['PLANNED'], to: 'IN_PROGRESS' },
  complete: { from: ['IN_PROGRESS'], to: 'COMPLETED' },
  cancel: { from: ['PLANNED'], to: 'CANCELLED' },
} as const satisfies Record<string, { from: readonly RouteStatus[]; to: RouteStatus }>
export type RouteTransition = keyof typeof routeTransitions

export const routeMachine = stateMachine<RouteStatus, RouteTransition>(routeStatuses, 'PLANNED', routeTransitions)

/** The facts, besides the status, that transitions depend on. */
export interface RouteFacts {
  status: RouteStatus
  /** Its stops, and the open ones among them. */
  stops: number
  openStops: number
  /** The number of the route that the driver is on; null if there is none. */
  otherRoute: string | null
  /** Why its goods may not leave; empty if they may. */
  blocked: readonly string[]
}

/** Why a transition is not possible, in words for the user; null if it is. */
export function whyRouteNotOpen(transition: RouteTransition, facts: RouteFacts): string | null {
  if (!routeMachine.next(facts.status, transition)) {
    const from = routeTransitions[transition].from.map((status) => routeStatusNames[status])
    return wrongStatus('route', routeStatusNames[facts.status], from)
  }
  if (transition === 'start') {
    if (facts.stops === 0) return 'The route has no stops.'
    if (facts.otherRoute !== null) return `The driver is on route ${facts.otherRoute}.`
    return facts.blocked[0] ?? null
  }
  if (transition === 'complete' && facts.openStops > 0) {
    return facts.openStops === 1 ? 'One stop is open.' : `${facts.openStops} stops are open.`
  }
  return null
}

/** Why nothing can be recorded for the route, in words for the driver; null if it can. */
export const whyNotUnderWay = ({ number, status }: { number: string; status: RouteStatus }): string | null =>
  status === 'IN_PROGRESS' ? null : `Route ${number} is not under way.`

/** Why a route can't be deleted, in words for the user; null if it can. */
export const whyRouteNotDeletable = (status: RouteStatus): string | null =>
  status === 'IN_PROGRESS' || status === 'COMPLETED' ? 'A route that has started can’t be deleted.' : null

/** Why the stops can't be reordered; null if they can. */
export const whyNotReorderable = (status: RouteStatus): string | null =>
  status === 'PLANNED'
    ? null
    : `The route is ${routeStatusNames[status]}; stops can be reordered only while it is Planned.`
