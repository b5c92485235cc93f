import { can, type Subject } from '#shared/access/can.ts'
import { isSettledInPart } from '#shared/invoicing/invoice-guards.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import { whyNotDeletable, whyNotEditable } from '#shared/sales/orders/order-guards.ts'
import { type OrderAction, orderActions, orderMachine } from '#shared/sales/orders/order-transitions.ts'

/** A transition on the page: its label, its weight, and why it isn't available now. */
export type AvailableOrderAction = {
  action: OrderAction
  label: string
  kind: (typeof orderActions)[OrderAction]['kind']
  /** Null where it can be made. */
  reason: string | null
}

/** What a user may do with an order now: one next step, and the rest in the order of the table. */
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
    /** Those that lead on from here, but for the next step; some may be closed for another reason than the status. */
    others: all.filter(
      ({ action }) => action !== next?.action && mayMove(action) && orderMachine.next(order.status, action) !== null,
    ),
    mayEdit: !whyNotEditable(order) && can(user, 'salesOrders.edit'),
    mayDelete: can(user, 'salesOrders.delete'),
    whyNotDeleted:
      whyNotDeletable({ ...order, paid: order.invoice !== null && isSettledInPart(order.invoice) })?.reason ?? null,
  }
}
