import { can, type Subject } from '#shared/access/can.ts'
import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import {
  type PurchaseAction,
  purchaseActionNames,
  purchaseActions,
  whyPurchaseNotDeletable,
  whyPurchaseNotEditable,
} from '#shared/purchasing/orders/purchase-transitions.ts'

/** An action on the page: its label and kind, and why it is not available now. */
export type AvailablePurchaseAction = {
  action: PurchaseAction
  label: string
  kind: (typeof purchaseActions)[PurchaseAction]['kind']
  /** Null if it is available. */
  reason: string | null
}

/** The available actions of a purchase order for a user: one primary action, and the others in the order of the table. */
export function availablePurchaseActions(order: PurchaseOrder, user: Subject) {
  const mine = purchaseActionNames.filter((action) => can(user, purchaseActions[action].right))
  const acts = mine.flatMap((action): AvailablePurchaseAction[] => {
    const { label, kind, from } = purchaseActions[action]
    const transition = order.transitions.find((one) => one.action === action)
    if (!from.some((status) => status === order.status)) return []
    return [{ action, label, kind, reason: transition?.reason ?? null }]
  })
  const next = acts.find(({ kind, reason }) => kind === 'forward' && reason === null)
  return {
    next,
    others: acts.filter((act) => act !== next),
    mayEdit: !whyPurchaseNotEditable(order) && can(user, 'purchaseOrders.edit'),
    mayDelete: can(user, 'purchaseOrders.delete'),
    whyNotDeleted: whyPurchaseNotDeletable(order),
  }
}
