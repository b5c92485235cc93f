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

/** What decides, beside the status, whether a move is open. */
export interface OrderFacts {
  status: OrderStatus
  accountActive: boolean
  /** Has a payment that stands. */
  paid: boolean
  /** In words, per product; empty where everything could be promised now, null where nobody has looked yet. */
  shortages: readonly string[] | null
  /** Why it is on hold; null where it is not. */
  hold: string | null
  /** What is in its parcel and must not be used, in words; see `stoppedWords`. */
  stopped: readonly string[]
  /** Numbers of its returns that were neither rejected nor cancelled: what they name is back or coming back. */
  returns: readonly string[]
  /** Names of what a closed order is of and was deleted since; empty where nobody has looked. */
  deleted: readonly string[]
}

/** Why something of an order is not open: for the program, and in words for the user. */
export interface Closed {
  code: RefusalCode
  reason: string
}
const closed = (code: RefusalCode, reason: string): Closed => ({ code, reason })

/** Moves that the system makes as the effect of something else. */
const bySystem = {
  checkIn: 'Happens when returned goods are checked in.',
  completeReturns: 'Happens when everything has been returned.',
  loseStock: 'Happens when reserved stock is lost.',
  undoDelivery: 'Happens when the driver undoes a mis-tap.',
} as const satisfies Partial<Record<OrderTransition, string>>

/**
 * Why a move is not open; null where it is. The button is disabled by it and the call refused by it; `by: 'system'` is for moves
 * that are the effect of something else.
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
 * What is done with a parcel of goods that must not be used: it stays in the house, or does not reach the customer. Moves that
 * bring it back are open.
 */
const wayOutOfStop: Partial<Record<OrderStatus, string>> = {
  READY_FOR_SHIPPING: 'Unpack it: move it back to picking and pack other lots.',
  FOR_SHIPPING: 'Unpack it: remove the carrier, move it back to picking and pack other lots.',
  SHIPPED: 'Do not deliver it: record a failed delivery and return the goods.',
  IN_TRANSIT: 'Do not deliver it: record a failed delivery and return the goods.',
  OUT_FOR_DELIVERY: 'Do not deliver it: record a failed delivery and return the goods.',
  FAILED_DELIVERY: 'Take the goods back: return them, or reschedule and go back to picking.',
}

/** Why nothing of it goes to the customer, in words for the user; null where nothing in its parcel is stopped. */
export function whyStopped({ status, stopped }: Pick<OrderFacts, 'status' | 'stopped'>): string | null {
  const wayOut = wayOutOfStop[status]
  return wayOut && stopped.length > 0 ? `Stopped: ${stopped.join('; ')}. ${wayOut}` : null
}

/** The moves that bring goods nearer to the customer. */
export const movesOfGoods: readonly OrderTransition[] = ['assign', 'handOver', 'setOff', 'approach', 'deliver']

/** Lots that must not be used, as `OrderFacts` tells of them. */
export const stoppedWords = (goods: readonly Pick<StoppedGoods, 'product' | 'lotNumber' | 'status'>[]): string[] =>
  goods.map(
    ({ product, lotNumber, status }) =>
      `${product}, lot ${lotNumber}, ${isBlocked({ lotStatus: status }) ? `is ${lotStatusNames[status].toLowerCase()}` : 'has expired'}`,
  )

/** Why its goods neither go out again nor are put back without the return; null where no return names any of them. */
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

/** Why its lots can't be chosen by hand; null where they can. */
export const whyLotsNotChosen = ({ status }: { status: OrderStatus }): Closed | null =>
  status === 'PROCESSING' ? null : closed('INVALID_TRANSITION', 'Start picking before choosing lots.')

/** Why the order can't be edited; null where it can. */
export const whyNotEditable = ({ status }: { status: OrderStatus }): Closed | null =>
  status === 'PENDING'
    ? null
    : closed('NOT_EDITABLE', 'Only pending orders can be changed. Move it back to pending first.')

/** Why no return of it can be created; null where one can. `deleted` names what keeps all of it from coming back. */
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

/** Why an order can't ship in parts; null where it can. */
export const whyNotSplittable = ({ paid }: Pick<OrderFacts, 'paid'>): Closed | null =>
  paid
    ? closed(
        'HAS_PAYMENTS',
        'Its invoice has payments, so it ships in full. Reverse the payments first to ship it in parts.',
      )
    : null

/** Why its invoice can't be deleted, which puts the order back to pending; null where it can. */
export function whyNotUninvoiced({ status, paid }: Pick<OrderFacts, 'status' | 'paid'>): Closed | null {
  const unpaidFirst = whyInvoiceNotDeletable({ hasPayments: paid })
  if (unpaidFirst) return closed('HAS_PAYMENTS', unpaidFirst)
  if (orderMachine.next(status, 'unconfirm')) return null
  return closed('INVALID_TRANSITION', `The order is ${orderStatusNames[status]}. ${wayOutOf(status)}`.trim())
}

/** What leads to another invoice, or to credit, once the goods are packed. */
function wayOutOf(status: OrderStatus): string {
  if (orderMachine.next(status, 'reverse')) return 'Move it back to picking first.'
  if (orderMachine.next(status, 'unassign')) return 'Take the shipment off its route or carrier first.'
  if (returnableOrders.includes(status)) return 'Create a return instead.'
  return orderMachine.next(status, 'deliver') ? 'Create a return once it is delivered.' : ''
}

/** Why an order of that status is never deleted; the others may be, once no payment stands. */
const undeletableStatuses: Partial<Record<OrderStatus, string>> = {
  DELIVERED: 'It was delivered. Create a return instead.',
  RETURNED: 'It is closed.',
  SHIPPED: 'The goods are in transit.',
  IN_TRANSIT: 'The goods are in transit.',
  OUT_FOR_DELIVERY: 'The goods are in transit.',
}

/** Why an order can't be deleted now; null where it can. */
export function whyNotDeletable(facts: Pick<OrderFacts, 'status' | 'paid' | 'returns'>): Closed | null {
  const status = undeletableStatuses[facts.status]
  if (status) return closed('INVALID_TRANSITION', status)
  return whyReturned(facts) ?? unpaid(facts)
}

/** The statuses in which goods are still in the house: an order may be put on hold. */
export const holdable = unpacked

/** Why an order can't be put on hold now; null where it can. */
export function whyNotHoldable({ status, hold }: Pick<OrderFacts, 'status' | 'hold'>): Closed | null {
  if (hold !== null) return closed('ALREADY_DONE', 'The order is already on hold.')
  if (holdable.includes(status)) return null
  return closed('INVALID_TRANSITION', `The order is ${orderStatusNames[status]}: nothing is waiting to be picked.`)
}

/** Why there is no order confirmation; null where there is one. */
export const whyNotConfirmation = ({ status }: { status: OrderStatus }): Closed | null =>
  status === 'PENDING' || status === 'CANCELLED'
    ? closed('INVALID_TRANSITION', `The order is ${orderStatusNames[status]}: nothing is confirmed.`)
    : null

/** Confirmed, and its goods are still in the house. */
const readdressable: readonly OrderStatus[] = [...unpacked, 'READY_FOR_SHIPPING', 'FOR_SHIPPING']

/** Why goods can't be sent to another address now; null where they can. A pending order is edited instead. */
export function whyNotReaddressed({ status, route }: { status: OrderStatus; route: string | null }): Closed | null {
  if (status === 'PENDING') return closed('INVALID_TRANSITION', 'The order is pending. Edit it instead.')
  if (!readdressable.includes(status))
    return closed('INVALID_TRANSITION', `The order is ${orderStatusNames[status]}: its goods have left, or never will.`)
  return route ? closed('IN_USE', `Its goods are on route ${route}. Remove the stop from the route first.`) : null
}

/** Why the hold can't be released; null where it can. */
export const whyNotReleasable = ({ hold }: Pick<OrderFacts, 'hold'>): Closed | null =>
  hold === null ? closed('ALREADY_DONE', 'The order is not on hold.') : null
