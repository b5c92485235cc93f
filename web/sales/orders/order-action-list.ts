import { can, type Subject } from '#shared/access/can.ts'
import { isSettledInPart } from '#shared/invoicing/invoice-guards.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { whyNotDeletable, whyNotEditable } from '#shared/sales/orders/order-guards.ts'
import { type OrderAction, orderActions, orderMachine } from '#shared/sales/orders/order-transitions.ts'

/** An action on the page: its label and kind, and why it is not available now. */
export type AvailableOrderAction = {
  action: OrderAction
  label: string
  kind: (typeof orderActions)[OrderAction]['kind']
  /** Null if it is available. */
  reason: string | null
}

/** The available actions of an order for a user: one primary action, and the others in the order of the table. */
export function availableActions(order: Order, user: Subject) {
  const all = (Object.keys(orderActions) as OrderAction[]).map((action): AvailableOrderAction => {
    const { label, right, kind } = orderActions[action]
    const transition = order.transitions.find((one) => one.move === action)
    const closed = transition?.reason ?? null
    return {
      action,
      label,
      kind,
      reason: can(user, right) ? closed : 'You don’t have permission. Ask an administrator.',
    }
  })
  const mayMove = (action: OrderAction) => can(user, orderActions[action].right)
  const next = all.find(({ kind, reason }) => kind === 'forward' && reason === null)
  return {
    all,
    next,
    /** Actions that the status allows, except for the primary one; they may be unavailable for other reasons. */
    others: all.filter(
      ({ action }) => action !== next?.action && mayMove(action) && orderMachine.next(order.status, action) !== null,
    ),
    mayEdit: !whyNotEditable(order) && can(user, 'salesOrders.edit'),
    mayDelete: can(user, 'salesOrders.delete'),
    whyNotDeleted:
      whyNotDeletable({ ...order, paid: order.invoice !== null && isSettledInPart(order.invoice) })?.reason ?? null,
  }
}
