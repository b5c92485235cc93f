import type { Order } from '#shared/sales/orders/order.ts'
import type { OrderStatus } from '#shared/sales/orders/order-transitions.ts'

/** The pieces of a line by stage; each piece counts in one stage. */
export type LinePieces = { allocated: number; picked: number; shipped: number }

/** The statuses in which the goods are packed and still here. */
const packed: readonly OrderStatus[] = ['READY_FOR_SHIPPING', 'FOR_SHIPPING']

/** Allocated pieces are on the shelf; pieces that were taken out count as picked until the order ships. */
export function piecesOf({ allocations }: Order['orderLines'][number], status: OrderStatus): LinePieces {
  const sum = (state: 'open' | 'consumed') =>
    allocations.reduce((pieces, one) => (one.state === state ? pieces + one.quantity : pieces), 0)
  const isHere = packed.includes(status)
  return { allocated: sum('open'), picked: isHere ? sum('consumed') : 0, shipped: isHere ? 0 : sum('consumed') }
}
