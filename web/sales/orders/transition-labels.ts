import type { OrderTransition } from '#shared/sales/orders/order-transitions.ts'
import type { OrderEventName } from '#shared/sales/orders/order-timeline.ts'

/** Each event as the predicate of the timeline's sentence: "Ana confirmed the order". */
const past = {
  create: 'created the order',
  confirm: 'confirmed the order',
  backOrder: 'backordered the order',
  startPicking: 'started picking',
  ready: 'marked the order ready to ship',
  assign: 'set how the order is delivered',
  handOver: 'marked the order as shipped',
  setOff: 'marked the order as in transit',
  approach: 'marked the order as out for delivery',
  postpone: 'moved the order back to in transit',
  deliver: 'recorded the delivery',
  failDelivery: 'recorded a failed delivery',
  replan: 'rescheduled the delivery',
  checkIn: 'checked the goods back in',
  undoDelivery: 'took the delivery back',
  completeReturns: 'completed the return',
  stopPicking: 'stopped picking',
  loseStock: 'released reserved stock',
  unconfirm: 'moved the order back to pending',
  reverse: 'returned the goods to stock',
  unassign: 'took back how it is delivered',
  cancel: 'cancelled the order',
  reopen: 'reopened the order',
  updated: 'changed the order',
  held: 'put the order on hold',
  confirmationSent: 'issued the order confirmation',
  shipToChanged: 'changed the delivery address',
  newAddressAdded: 'added the delivery address to the customer’s addresses',
  newAddressDismissed: 'left the delivery address to this order',
  holdReleased: 'released the hold',
  lotsChosen: 'chose the lots of a line',
  lotsExchanged: 'replaced lots that cannot be shipped',
  toppedUp: 'reserved received stock for the order',
  lostStock: 'released reserved stock',
  stopped: 'stopped the shipment',
} as const satisfies Record<OrderTransition | OrderEventName | 'create', string>

export const transitionDone = (move: string): string => past[move as keyof typeof past] ?? move
