import type { OrderTransition } from '#shared/sales/orders/order-transitions.ts'
import type { OrderEventName } from '#shared/sales/orders/order-timeline.ts'

/** What somebody did, as the rest of the timeline's sentence: "Ana confirmed the order". */
const past = {
  create: 'wrote the order',
  confirm: 'confirmed the order',
  backOrder: 'put the order on back-order',
  startPicking: 'started picking',
  ready: 'took the goods out of stock, ready for shipping',
  assign: 'assigned the goods for shipping',
  handOver: 'handed the goods over',
  setOff: 'recorded that the goods are in transit',
  approach: 'recorded that they are out for delivery',
  postpone: 'recorded that the carrier comes another time',
  deliver: 'recorded the delivery',
  failDelivery: 'recorded a failed delivery',
  replan: 'planned another attempt',
  checkIn: 'checked the goods back in',
  undoDelivery: 'took the delivery back',
  completeReturns: 'completed the return',
  stopPicking: 'stopped picking',
  loseStock: 'took promised stock away',
  unconfirm: 'put the order back to pending',
  reverse: 'put the goods back into stock',
  unassign: 'took the goods off the carrier',
  cancel: 'cancelled the order',
  reopen: 'reopened the order',
  updated: 'changed the order',
  held: 'put the order on hold',
  holdReleased: 'released the hold',
  lotsChosen: 'chose the lots of a line',
  lotsExchanged: 'exchanged lots that may not be shipped',
  toppedUp: 'gave it goods that arrived',
  lostStock: 'took promised stock away',
  stopped: 'stopped the shipment',
} as const satisfies Record<OrderTransition | OrderEventName | 'create', string>

export const transitionDone = (move: string): string => past[move as keyof typeof past] ?? move
