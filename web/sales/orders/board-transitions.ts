import { can, type Subject } from '#shared/access/can.ts'
import type { OrderRow } from '#shared/sales/orders/order.ts'
import { movesOfGoods, whyNotOpen } from '#shared/sales/orders/order-guards.ts'
import {
  type OrderAction,
  orderActions,
  orderMachine,
  type OrderTransition,
  orderTransitions,
  type OrderStatus,
  orderStatusNames,
} from '#shared/sales/orders/order-transitions.ts'
import type { BoardTransition } from '#web/ui/table/board-card.tsx'

/** The statuses in their order, final ones last. */
export const boardStatuses = [
  'PENDING',
  'AWAITING_STOCK',
  'CONFIRMED',
  'PROCESSING',
  'READY_FOR_SHIPPING',
  'FOR_SHIPPING',
  'SHIPPED',
  'IN_TRANSIT',
  'OUT_FOR_DELIVERY',
  'DELIVERED',
  'FAILED_DELIVERY',
  'RETURNED',
  'CANCELLED',
] as const satisfies readonly OrderStatus[]

/** The action that leads from one status to another; undefined if there is none. */
export const actionBetween = (from: OrderStatus, to: OrderStatus): OrderAction | undefined =>
  (Object.keys(orderActions) as OrderAction[]).find((action) => orderMachine.next(from, action) === to)

/** All other statuses, reachable ones first, the others with the reason why they are not. */
export function boardTransitions(order: OrderRow, user: Subject): BoardTransition[] {
  if (!can(user, 'salesOrders.edit') && !can(user, 'shipping.edit')) return []
  return boardStatuses
    .filter((status) => status !== order.status)
    .map((to) => ({ to, label: orderStatusNames[to], reason: reasonOf(order, to, user) }))
    .toSorted((a, b) => Number(a.reason !== null) - Number(b.reason !== null))
}

/** Checks what the list knows; stock, payments and returns are checked when the order is moved. */
function reasonOf(order: OrderRow, to: OrderStatus, user: Subject): string | null {
  const { status, badges } = order
  const action = actionBetween(status, to)
  const move =
    action ?? (Object.keys(orderTransitions) as OrderTransition[]).find((one) => orderMachine.next(status, one) === to)
  if (!move) return `This status can’t be reached from ${orderStatusNames[status]}.`
  if (action && !can(user, orderActions[action].right)) return 'You don’t have permission. Ask an administrator.'
  if (badges.includes('onHold') && (move === 'startPicking' || move === 'ready'))
    return 'The order is on hold. Release the hold first.'
  if (badges.includes('stopped') && movesOfGoods.includes(move))
    return 'The shipment is stopped: it contains a lot that must not be used. Open the order for details.'
  // The list doesn't know the shortage; assumes one, so that the backorder action is available.
  const shortages = move === 'backOrder' ? ['unknown'] : []
  return whyNotOpen(move, {
    status,
    accountActive: true,
    paid: false,
    shortages,
    hold: null,
    stopped: [],
    returns: [],
    deleted: [],
  })
}
