import type { Order } from '#shared/sales/orders/order.ts'

export type Shortage = { id: string; name: string; missing: number; available: number }

/** What an order that is not confirmed lacks; two lines of one product share what there is. */
export function shortagesOf(order: Pick<Order, 'status' | 'orderLines'>): Shortage[] {
  if (order.status !== 'PENDING' && order.status !== 'AWAITING_STOCK') return []
  const wanted = new Map<string, Shortage>()
  for (const { product, quantity, available, allocations } of order.orderLines) {
    const held = allocations.reduce((sum, one) => sum + one.quantity, 0)
    const missing = quantity - held + (wanted.get(product.id)?.missing ?? 0)
    wanted.set(product.id, { id: product.id, name: product.name, missing, available })
  }
  return [...wanted.values()].filter(({ missing, available }) => missing > available)
}
