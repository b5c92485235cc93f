import { whyReturned } from '#shared/sales/orders/order-guards.ts'
import {
  orderActions,
  orderMachine,
  type OrderTransition,
  type OrderStatus,
  orderStatusNames,
  orderTransitions,
} from '#shared/sales/orders/order-transitions.ts'
import { wrongStatus } from '#shared/state-machine.ts'
import type { ShipmentMethod, ShipmentStatus } from './shipment-status.ts'

/** The actions on a shipment, and the order transition of each. */
export const shipmentActions = {
  putOnRoute: { label: 'Put on a route', transition: 'assign', right: 'routes.edit' },
  takeOffRoute: { label: 'Take off the route', transition: 'unassign', right: 'routes.edit' },
  assignCarrier: { label: 'Assign carrier', transition: 'assign', right: 'shipping.edit' },
  removeCarrier: { label: 'Remove carrier', transition: 'unassign', right: 'shipping.edit' },
  dispatch: { label: orderActions.handOver.label, transition: 'handOver', right: 'shipping.edit' },
  pickUp: { label: 'Picked up by customer', transition: 'assign', right: 'shipping.edit' },
  deliver: { label: orderActions.deliver.label, transition: 'deliver', right: 'shipping.edit' },
  fail: { label: orderActions.failDelivery.label, transition: 'failDelivery', right: 'shipping.edit' },
  replan: { label: orderActions.replan.label, transition: 'replan', right: 'shipping.edit' },
  checkIn: { label: 'Check goods in', transition: 'checkIn', right: 'shipping.edit' },
} as const satisfies Record<
  string,
  { label: string; transition: OrderTransition; right: 'routes.edit' | 'shipping.edit' }
>
export type ShipmentAction = keyof typeof shipmentActions

/** The facts, besides the order's status, that actions depend on. */
export interface ShipmentFacts {
  orderStatus: OrderStatus
  method: ShipmentMethod | null
  /** Its current route. */
  route: { number: string; isUnderWay: boolean } | null
  /** Its lots that must not leave, as text. */
  blocked: readonly string[]
  /** Numbers of the order's returns that were neither rejected nor cancelled. */
  returns: readonly string[]
}

const leaving: readonly ShipmentAction[] = ['putOnRoute', 'assignCarrier', 'dispatch', 'pickUp']

/** Why an action is not possible, in words for the user; null if it is. */
export function whyShipmentNotOpen(action: ShipmentAction, facts: ShipmentFacts): string | null {
  const { transition } = shipmentActions[action]
  if (!orderMachine.next(facts.orderStatus, transition)) {
    const from = orderTransitions[transition].from.map((status) => orderStatusNames[status])
    return wrongStatus('order', orderStatusNames[facts.orderStatus], from)
  }
  if (action === 'replan' || action === 'checkIn') return whyReturned(facts)?.reason ?? null
  const { route } = facts
  if (action === 'takeOffRoute') {
    if (!route) return 'It is on no route.'
    return route.isUnderWay ? `Route ${route.number} is under way.` : null
  }
  if (route && (action === 'removeCarrier' || action === 'dispatch')) return `It is on route ${route.number}.`
  if (action === 'removeCarrier' && facts.method === null) return 'It has no carrier.'
  return leaving.includes(action) ? (facts.blocked[0] ?? null) : null
}

/** Why its packages can't be changed, in words for the user; null if they can. */
export const whyNotPacked = ({ status }: { status: ShipmentStatus }): string | null =>
  status === 'READY_FOR_SHIPPING' ? null : 'The goods have left.'
