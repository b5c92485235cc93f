import type { Shortage } from '#shared/inventory/stock/shortage.ts'

export type OrderShortage = Shortage & { id: string; reserved: number }

interface Line {
  product: { id: string; name: string }
  quantity: number
  available: number
  allocations: readonly { quantity: number }[] | null
}

/** The shortages of an order that isn't confirmed; lines of one product share its stock. */
export function shortagesOf(lines: readonly Line[]): OrderShortage[] {
  const products = new Map<string, OrderShortage>()
  for (const { product, quantity, available, allocations } of lines) {
    const own = (allocations ?? []).reduce((sum, one) => sum + one.quantity, 0)
    const sofar = products.get(product.id)
    products.set(product.id, {
      id: product.id,
      name: product.name,
      wanted: quantity - own + (sofar?.wanted ?? 0),
      reserved: own + (sofar?.reserved ?? 0),
      available,
    })
  }
  return [...products.values()].filter(({ wanted, available }) => wanted > available)
}
