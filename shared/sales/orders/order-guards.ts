import type { RefusalCode } from '#shared/http/refusal.ts'
import { whyDeleted } from '#shared/http/why-deleted.ts'
import { lotStatusNames } from '#shared/inventory/stock/lot-status.ts'
import { isBlocked } from '#shared/inventory/stock/usable-lots.ts'
import { whyInvoiceNotDeletable } from '#shared/invoicing/invoice-guards.ts'
import { wrongStatus } from '#shared/state-machine.ts'
import type { StoppedGoods } from './order.ts'
import {
  type OrderTransition,
  orderMachine,
  orderTransitions,
  type OrderStatus,
  orderStatusNames,
  returnableOrders,
  unpacked,
} from './order-transitions.ts'

/** The facts, besides the status, that transitions depend on. */
export interface OrderFacts {
  status: OrderStatus
  accountActive: boolean
  /** Has a payment that is not reversed. */
  paid: boolean
  /** Shortages by product, as text; empty if everything could be reserved now, null if they weren't read. */
  shortages: readonly string[] | null
  /** Why it is on hold; null if it isn't. */
  hold: string | null
  /** Goods in its parcel that must not be used, as text; see `stoppedWords`. */
  stopped: readonly string[]
  /** Numbers of its returns that were neither rejected nor cancelled: their goods are back or coming back. */
  returns: readonly string[]
  /** Names of deleted records that a closed order refers to; empty if they weren't read. */
  deleted: readonly string[]
}

/** Why an action on an order is not possible: an error code, and a text for the user. */
export interface Closed {
  code: RefusalCode
  reason: string
}
const closed = (code: RefusalCode, reason: string): Closed => ({ code, reason })

/** Transitions made by the system as a consequence of something else. */
const bySystem = {
  checkIn: 'Happens when returned goods are checked in.',
  completeReturns: 'Happens when everything has been returned.',
  loseStock: 'Happens when reserved stock is lost.',
  undoDelivery: 'Happens when the driver undoes a mis-tap.',
} as const satisfies Partial<Record<OrderTransition, string>>

/**
 * Why a transition is not possible; null if it is. Disables the button and refuses the request; `by: 'system'` is for
 * transitions that are a consequence of something else.
 */
export function whyClosed(move: OrderTransition, facts: OrderFacts, by: 'user' | 'system' = 'user'): Closed | null {
  if (!orderMachine.next(facts.status, move)) {
    const from = orderTransitions[move].from.map((status) => orderStatusNames[status])
    return closed('INVALID_TRANSITION', wrongStatus('order', orderStatusNames[facts.status], from))
  }
  if (by === 'user' && move in bySystem) {
    return closed('INVALID_TRANSITION', bySystem[move as keyof typeof bySystem])
  }
  const stop = movesOfGoods.includes(move) ? whyStopped(facts) : null
  if (stop) return closed('GOODS_STOPPED', stop)
  return guards[move]?.(facts) ?? null
}

/** The same in words for the user. */
export const whyNotOpen = (move: OrderTransition, facts: OrderFacts): string | null =>
  whyClosed(move, facts)?.reason ?? null

const hasPayments = closed('HAS_PAYMENTS', 'Its invoice has payments. Reverse the payments first.')
const inactiveCustomer = closed('CUSTOMER_INACTIVE', 'The customer is inactive.')
const unpaid = (facts: Pick<OrderFacts, 'paid'>) => (facts.paid ? hasPayments : null)

const released = ({ hold }: OrderFacts) =>
  hold === null ? null : closed('ORDER_ON_HOLD', `The order is on hold: ${hold}. Release the hold first.`)

/**
 * The way out for a parcel with goods that must not be used: it stays in the house, or is brought back. Transitions that bring
 * it back are allowed.
 */
const wayOutOfStop: Partial<Record<OrderStatus, string>> = {
  READY_FOR_SHIPPING: 'Unpack it: move it back to picking and pack other lots.',
  FOR_SHIPPING: 'Unpack it: remove the carrier, move it back to picking and pack other lots.',
  SHIPPED: 'Do not deliver it: record a failed delivery and return the goods.',
  IN_TRANSIT: 'Do not deliver it: record a failed delivery and return the goods.',
  OUT_FOR_DELIVERY: 'Do not deliver it: record a failed delivery and return the goods.',
  FAILED_DELIVERY: 'Take the goods back: return them, or reschedule and go back to picking.',
}

/** Why its goods can't go to the customer, in words for the user; null if nothing in its parcel is stopped. */
export function whyStopped({ status, stopped }: Pick<OrderFacts, 'status' | 'stopped'>): string | null {
  const wayOut = wayOutOfStop[status]
  return wayOut && stopped.length > 0 ? `Stopped: ${stopped.join('; ')}. ${wayOut}` : null
}

/** Transitions that move goods towards the customer. */
export const movesOfGoods: readonly OrderTransition[] = ['assign', 'handOver', 'setOff', 'approach', 'deliver']

/** Lots that must not be used, as texts for `OrderFacts`. */
export const stoppedWords = (goods: readonly Pick<StoppedGoods, 'product' | 'lotNumber' | 'status'>[]): string[] =>
  goods.map(
    ({ product, lotNumber, status }) =>
      `${product}, lot ${lotNumber}, ${isBlocked({ lotStatus: status }) ? `is ${lotStatusNames[status].toLowerCase()}` : 'has expired'}`,
  )

/** Why its goods can be neither sent again nor put back except through the return; null without a return. */
export const whyReturned = ({ returns }: Pick<OrderFacts, 'returns'>): Closed | null =>
  returns.length === 0
    ? null
    : closed('IN_USE', `Its goods are being returned: ${returns.join(', ')}. Cancel the return, or return the rest.`)

const guards: Partial<Record<OrderTransition, (facts: OrderFacts) => Closed | null>> = {
  confirm: (facts) => {
    if (!facts.accountActive) return inactiveCustomer
    return facts.shortages && facts.shortages.length > 0
      ? closed('INSUFFICIENT_STOCK', `Not enough stock. ${facts.shortages.join('; ')}`)
      : null
  },
  backOrder: (facts) => {
    if (!facts.accountActive) return inactiveCustomer
    return facts.shortages === null || facts.shortages.length > 0
      ? null
      : closed('NOTHING_SHORT', 'Everything is in stock. Confirm the order instead.')
  },
  startPicking: released,
  ready: released,
  replan: whyReturned,
  unconfirm: unpaid,
  cancel: unpaid,
  reopen: ({ deleted }) => {
    const why = whyDeleted(deleted)
    return why ? closed('NOT_READY', why) : null
  },
}

/** Why its lots can't be chosen manually; null if they can. */
export const whyLotsNotChosen = ({ status }: { status: OrderStatus }): Closed | null =>
  status === 'PROCESSING' ? null : closed('INVALID_TRANSITION', 'Start picking before choosing lots.')

/** Why the order can't be edited; null if it can. */
export const whyNotEditable = ({ status }: { status: OrderStatus }): Closed | null =>
  status === 'PENDING'
    ? null
    : closed('NOT_EDITABLE', 'Only pending orders can be changed. Move it back to pending first.')

/** Why no return can be created for it; null if one can. `deleted`: names of deleted records that prevent it. */
export const whyNotReturnable = ({
  number,
  status,
  deleted = [],
}: {
  number: string
  status: OrderStatus
  deleted?: readonly string[]
}): Closed | null => {
  if (!returnableOrders.includes(status))
    return closed(
      'INVALID_TRANSITION',
      `Order ${number} is ${orderStatusNames[status]}; returns need a delivered order or a failed delivery.`,
    )
  const why = whyDeleted(deleted)
  return why ? closed('NOT_READY', why) : null
}

/** Why an order can't ship in parts; null if it can. */
export const whyNotSplittable = ({ paid }: Pick<OrderFacts, 'paid'>): Closed | null =>
  paid
    ? closed(
        'HAS_PAYMENTS',
        'Its invoice has payments, so it ships in full. Reverse the payments first to ship it in parts.',
      )
    : null

/** Why its invoice can't be deleted, which resets the order to pending; null if it can. */
export function whyNotUninvoiced({ status, paid }: Pick<OrderFacts, 'status' | 'paid'>): Closed | null {
  const unpaidFirst = whyInvoiceNotDeletable({ hasPayments: paid })
  if (unpaidFirst) return closed('HAS_PAYMENTS', unpaidFirst)
  if (orderMachine.next(status, 'unconfirm')) return null
  return closed('INVALID_TRANSITION', `The order is ${orderStatusNames[status]}. ${wayOutOf(status)}`.trim())
}

/** How to get another invoice, or a credit, once the goods are packed. */
function wayOutOf(status: OrderStatus): string {
  if (orderMachine.next(status, 'reverse')) return 'Move it back to picking first.'
  if (orderMachine.next(status, 'unassign')) return 'Take the shipment off its route or carrier first.'
  if (returnableOrders.includes(status)) return 'Create a return instead.'
  return orderMachine.next(status, 'deliver') ? 'Create a return once it is delivered.' : ''
}

/** Why orders of some statuses are never deleted; others can be, if they have no payment. */
const undeletableStatuses: Partial<Record<OrderStatus, string>> = {
  DELIVERED: 'It was delivered. Create a return instead.',
  RETURNED: 'It is closed.',
  SHIPPED: 'The goods are in transit.',
  IN_TRANSIT: 'The goods are in transit.',
  OUT_FOR_DELIVERY: 'The goods are in transit.',
}

/** Why an order can't be deleted now; null if it can. */
export function whyNotDeletable(facts: Pick<OrderFacts, 'status' | 'paid' | 'returns'>): Closed | null {
  const status = undeletableStatuses[facts.status]
  if (status) return closed('INVALID_TRANSITION', status)
  return whyReturned(facts) ?? unpaid(facts)
}

/** Orders whose goods are still in the house can be put on hold. */
export const holdable = unpacked

/** Why an order can't be put on hold now; null if it can. */
export function whyNotHoldable({ status, hold }: Pick<OrderFacts, 'status' | 'hold'>): Closed | null {
  if (hold !== null) return closed('ALREADY_DONE', 'The order is already on hold.')
  if (holdable.includes(status)) return null
  return closed('INVALID_TRANSITION', `The order is ${orderStatusNames[status]}: nothing is waiting to be picked.`)
}

/** Why there is no order confirmation; null if there is one. */
export const whyNotConfirmation = ({ status }: { status: OrderStatus }): Closed | null =>
  status === 'PENDING' || status === 'CANCELLED'
    ? closed('INVALID_TRANSITION', `The order is ${orderStatusNames[status]}: nothing is confirmed.`)
    : null

/** Confirmed, and its goods are still in the house. */
const readdressable: readonly OrderStatus[] = [...unpacked, 'READY_FOR_SHIPPING', 'FOR_SHIPPING']

/** Why the shipping address can't be changed now; null if it can. A pending order is edited instead. */
export function whyNotReaddressed({ status, route }: { status: OrderStatus; route: string | null }): Closed | null {
  if (status === 'PENDING') return closed('INVALID_TRANSITION', 'The order is pending. Edit it instead.')
  if (!readdressable.includes(status))
    return closed('INVALID_TRANSITION', `The order is ${orderStatusNames[status]}: its goods have left, or never will.`)
  return route ? closed('IN_USE', `Its goods are on route ${route}. Remove the stop from the route first.`) : null
}

/** Why the hold can't be released; null if it can. */
export const whyNotReleasable = ({ hold }: Pick<OrderFacts, 'hold'>): Closed | null =>
  hold === null ? closed('ALREADY_DONE', 'The order is not on hold.') : null
