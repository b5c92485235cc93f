import type { DeliveryLine } from './delivery-line.ts'

export interface BatchSize {
  orders: number
  lines: number
}

/** Large enough for few statements, small enough that a cancel takes effect soon. */
export const batchSize: BatchSize = { orders: 500, lines: 2000 }

/** Batches of lines; the lines of an order are never split over two transactions. */
export function* batchesOf(lines: readonly DeliveryLine[], limit: BatchSize) {
  const orders = new Map<string, DeliveryLine[]>()
  for (const line of lines) {
    const order = orders.get(line.orderNumber)
    if (order) order.push(line)
    else orders.set(line.orderNumber, [line])
  }
  let batch: DeliveryLine[] = []
  let count = 0
  for (const order of orders.values()) {
    if (count > 0 && (count >= limit.orders || batch.length + order.length > limit.lines)) {
      yield batch
      batch = []
      count = 0
    }
    batch.push(...order)
    count += 1
  }
  if (batch.length > 0) yield batch
}
