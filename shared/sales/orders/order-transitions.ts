import type { Right } from '#shared/http/route.ts'
import { stateMachine } from '#shared/state-machine.ts'

export const orderStatuses = [
  'PENDING',
  'CONFIRMED',
  'AWAITING_STOCK',
  'PROCESSING',
  'READY_FOR_SHIPPING',
  'FOR_SHIPPING',
  'SHIPPED',
  'IN_TRANSIT',
  'OUT_FOR_DELIVERY',
  'DELIVERED',
  'CANCELLED',
  'RETURNED',
  'FAILED_DELIVERY',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** The five stages of orders, for figures; each status is in one. */
export const orderStages = {
  'To confirm': ['PENDING', 'AWAITING_STOCK'],
  'In the warehouse': ['CONFIRMED', 'PROCESSING', 'READY_FOR_SHIPPING'],
  'On the way': ['FOR_SHIPPING', 'SHIPPED', 'IN_TRANSIT', 'OUT_FOR_DELIVERY'],
  Delivered: ['DELIVERED'],
  'Ended otherwise': ['FAILED_DELIVERY', 'RETURNED', 'CANCELLED'],
} as const satisfies Record<string, readonly OrderStatus[]>

/** The statuses in the list's filter, in the specification's order; the other two are shown only under "All". */
export const filterStatuses = [
  'PENDING',
  'CONFIRMED',
  'PROCESSING',
  'FOR_SHIPPING',
  'SHIPPED',
  'IN_TRANSIT',
  'OUT_FOR_DELIVERY',
  'DELIVERED',
  'CANCELLED',
  'RETURNED',
  'FAILED_DELIVERY',
] as const satisfies readonly OrderStatus[]

export const orderStatusNames: Record<OrderStatus, string> = {
  PENDING: 'Pending',
  CONFIRMED: 'Confirmed',
  AWAITING_STOCK: 'Awaiting stock',
  PROCESSING: 'Processing',
  READY_FOR_SHIPPING: 'Ready for shipping',
  FOR_SHIPPING: 'Carrier assigned',
  SHIPPED: 'Shipped',
  IN_TRANSIT: 'In transit',
  OUT_FOR_DELIVERY: 'Out for delivery',
  DELIVERED: 'Delivered',
  CANCELLED: 'Cancelled',
  RETURNED: 'Returned',
  FAILED_DELIVERY: 'Failed delivery',
}

/**
 * The state machine of orders. `by`: a user presses a button (`right` is the right needed), or the system changes the status as
 * a consequence of something else (a route starts, stock is lost, a return is completed).
 */
export const orderTransitions = {
  confirm: { from: ['PENDING', 'AWAITING_STOCK'], to: 'CONFIRMED' },
  backOrder: { from: ['PENDING'], to: 'AWAITING_STOCK' },
  startPicking: { from: ['CONFIRMED'], to: 'PROCESSING' },
  ready: { from: ['CONFIRMED', 'PROCESSING'], to: 'READY_FOR_SHIPPING' },
  assign: { from: ['READY_FOR_SHIPPING'], to: 'FOR_SHIPPING' },
  handOver: { from: ['FOR_SHIPPING'], to: 'SHIPPED' },
  setOff: { from: ['SHIPPED'], to: 'IN_TRANSIT' },
  approach: { from: ['SHIPPED', 'IN_TRANSIT'], to: 'OUT_FOR_DELIVERY' },
  postpone: { from: ['OUT_FOR_DELIVERY'], to: 'IN_TRANSIT' },
  deliver: { from: ['SHIPPED', 'IN_TRANSIT', 'OUT_FOR_DELIVERY'], to: 'DELIVERED' },
  failDelivery: { from: ['SHIPPED', 'IN_TRANSIT', 'OUT_FOR_DELIVERY'], to: 'FAILED_DELIVERY' },
  /** A driver undoes a delivery that was tapped by mistake, within seconds. */
  undoDelivery: { from: ['DELIVERED', 'FAILED_DELIVERY'], to: 'OUT_FOR_DELIVERY' },
  replan: { from: ['FAILED_DELIVERY'], to: 'READY_FOR_SHIPPING' },
  checkIn: { from: ['FAILED_DELIVERY'], to: 'RETURNED' },
  completeReturns: { from: ['DELIVERED'], to: 'RETURNED' },
  stopPicking: { from: ['PROCESSING'], to: 'CONFIRMED' },
  loseStock: { from: ['CONFIRMED', 'PROCESSING'], to: 'AWAITING_STOCK' },
  unconfirm: { from: ['CONFIRMED', 'AWAITING_STOCK', 'PROCESSING'], to: 'PENDING' },
  reverse: { from: ['READY_FOR_SHIPPING'], to: 'PROCESSING' },
  unassign: { from: ['FOR_SHIPPING'], to: 'READY_FOR_SHIPPING' },
  cancel: {
    from: ['PENDING', 'AWAITING_STOCK', 'CONFIRMED', 'PROCESSING', 'READY_FOR_SHIPPING'],
    to: 'CANCELLED',
  },
  reopen: { from: ['CANCELLED'], to: 'PENDING' },
} as const satisfies Record<string, { from: readonly OrderStatus[]; to: OrderStatus }>
export type OrderTransition = keyof typeof orderTransitions

export const orderMachine = stateMachine<OrderStatus, OrderTransition>(orderStatuses, 'PENDING', orderTransitions)

/** The transitions of users, in the order of the page: label, right, and emphasis. */
export const orderActions = {
  confirm: { label: 'Confirm order', right: 'salesOrders.edit', kind: 'forward' },
  backOrder: { label: 'Backorder', right: 'salesOrders.edit', kind: 'side' },
  ready: { label: 'Mark ready to ship', right: 'salesOrders.edit', kind: 'forward' },
  startPicking: { label: 'Start picking', right: 'salesOrders.edit', kind: 'side' },
  assign: { label: 'Assign to carrier', right: 'shipping.edit', kind: 'forward' },
  handOver: { label: 'Mark as shipped', right: 'shipping.edit', kind: 'forward' },
  setOff: { label: 'Record in transit', right: 'shipping.edit', kind: 'side' },
  approach: { label: 'Record out for delivery', right: 'shipping.edit', kind: 'side' },
  postpone: { label: 'Back to in transit', right: 'shipping.edit', kind: 'back' },
  deliver: { label: 'Record delivery', right: 'shipping.edit', kind: 'forward' },
  failDelivery: { label: 'Record failed delivery', right: 'shipping.edit', kind: 'side' },
  replan: { label: 'Reschedule', right: 'shipping.edit', kind: 'forward' },
  stopPicking: { label: 'Stop picking', right: 'salesOrders.edit', kind: 'back' },
  unassign: { label: 'Remove carrier', right: 'shipping.edit', kind: 'back' },
  reverse: { label: 'Back to picking', right: 'salesOrders.edit', kind: 'back' },
  unconfirm: { label: 'Back to pending', right: 'salesOrders.edit', kind: 'back' },
  reopen: { label: 'Reopen order', right: 'salesOrders.edit', kind: 'forward' },
  cancel: { label: 'Cancel order', right: 'salesOrders.edit', kind: 'danger' },
} as const satisfies Partial<
  Record<OrderTransition, { label: string; right: Right; kind: 'forward' | 'side' | 'back' | 'danger' }>
>
export type OrderAction = keyof typeof orderActions

/** Orders whose goods have left the stock. */
export const afterDeduction: readonly OrderStatus[] = [
  'READY_FOR_SHIPPING',
  'FOR_SHIPPING',
  'SHIPPED',
  'IN_TRANSIT',
  'OUT_FOR_DELIVERY',
  'FAILED_DELIVERY',
  'DELIVERED',
  'RETURNED',
]
/** Orders whose goods are in a parcel that the customer does not have yet. */
export const inParcel: readonly OrderStatus[] = [
  'READY_FOR_SHIPPING',
  'FOR_SHIPPING',
  'SHIPPED',
  'IN_TRANSIT',
  'OUT_FOR_DELIVERY',
  'FAILED_DELIVERY',
]
/** Orders with reserved goods on hand. */
export const holdingStock: readonly OrderStatus[] = ['CONFIRMED', 'AWAITING_STOCK', 'PROCESSING']
/** Orders whose goods are not packed: nothing has left the stock. */
export const unpacked: readonly OrderStatus[] = ['PENDING', 'AWAITING_STOCK', 'CONFIRMED', 'PROCESSING']
/** Closed orders: nothing is still to come. */
export const closedOrders: readonly OrderStatus[] = ['DELIVERED', 'RETURNED', 'CANCELLED']
/** Orders whose goods reached the customer, returned since or not. */
export const receivedOrders: readonly OrderStatus[] = ['DELIVERED', 'RETURNED']
/** Orders with goods that can be returned. */
export const returnableOrders: readonly OrderStatus[] = ['DELIVERED', 'FAILED_DELIVERY']
/** Orders in transit. */
export const onTheWay: readonly OrderStatus[] = ['SHIPPED', 'IN_TRANSIT', 'OUT_FOR_DELIVERY']
