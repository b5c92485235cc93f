import type { Order } from '#shared/sales/orders/order.ts'
import type { OrderStatus } from '#shared/sales/orders/order-transitions.ts'

/** How many pieces of a line have come how far; each piece counts once. */
export type LinePieces = { allocated: number; picked: number; shipped: number }

/** The goods are packed and still here. */
const packed: readonly OrderStatus[] = ['READY_FOR_SHIPPING', 'FOR_SHIPPING']

/** What is allocated is on its shelf; what was taken out is picked until the order ships. */
export function piecesOf({ allocations }: Order['orderLines'][number], status: OrderStatus): LinePieces {
  const sum = (state: 'open' | 'consumed') =>
    allocations.reduce((pieces, one) => (one.state === state ? pieces + one.quantity : pieces), 0)
  const isHere = packed.includes(status)
  return { allocated: sum('open'), picked: isHere ? sum('consumed') : 0, shipped: isHere ? 0 : sum('consumed') }
}
