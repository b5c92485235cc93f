import { addDays } from '#shared/dates.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import type { Product } from '#shared/inventory/stock/product.ts'
import { salesApi } from '#shared/sales/orders/api.ts'
import { addOrder, addProduct, type TestPlace } from './builders.ts'
import type { Client } from './client.ts'

const today = new Date().toISOString().slice(0, 10)
export const inDays = (days: number) => addDays(today, days)

/** Creates a lot-tracked product with these lots on hand: lot number, days until it expires, pieces. */
export async function addLots(
  client: Client,
  place: TestPlace,
  lots: readonly (readonly [string, number, number])[],
  more: Parameters<typeof addProduct>[2] = {},
) {
  const product = await addProduct(client, place, { lotControlled: true, ...more })
  let latest = product
  for (const [lotNumber, days, quantity] of lots) latest = await receive(client, product.id, lotNumber, days, quantity)
  return { product: latest, lot: (lotNumber: string) => lotOf(latest, lotNumber) }
}

export const receive = (client: Client, id: string, lotNumber: string, days: number, quantity: number, more = {}) =>
  client.do(inventoryApi.addStock, {
    params: { id },
    body: { quantity, reason: 'purchase_order', lotNumber, expiryDate: inDays(days), ...more },
  })

export function lotOf(product: Product, lotNumber: string): string {
  const place = product.stock.find((one) => one.lotNumber === lotNumber)
  if (!place) throw new Error(`${lotNumber} is not on hand`)
  return place.lotId
}

/** Creates and confirms an order. */
export async function confirmed(client: Client, accountId: string, lines: readonly (readonly [string, number])[]) {
  const { id } = await addOrder(client, accountId, lines)
  return client.do(salesApi.confirm, { params: { id }, body: {} })
}

/** Lot numbers and quantities that are allocated to the lines of an order. */
export async function lotsHeld(client: Client, id: string) {
  const order = await client.do(salesApi.getOrder, { params: { id } })
  return order.orderLines.flatMap((line) => line.allocations.map((one) => [one.lotNumber, one.quantity] as const))
}

/** Packs a confirmed order, cancels it, reopens it and confirms it again. */
export async function packCancelAndConfirm(client: Client, id: string): Promise<void> {
  const at = { params: { id }, body: {} }
  await client.do(salesApi.ready, at)
  await client.do(salesApi.cancel, { ...at, body: { reason: 'Changed their mind' } })
  await client.do(salesApi.reopen, at)
  await client.do(salesApi.confirm, at)
}

/** Advances a confirmed order to the status `to`. */
export async function advance(
  client: Client,
  id: string,
  to: 'READY_FOR_SHIPPING' | 'SHIPPED' | 'DELIVERED',
): Promise<void> {
  const params = { id }
  await client.do(salesApi.ready, { params, body: {} })
  if (to === 'READY_FOR_SHIPPING') return
  await client.do(salesApi.assign, { params, body: { method: 'own_driver' } })
  await client.do(salesApi.handOver, { params, body: {} })
  if (to === 'SHIPPED') return
  await client.do(salesApi.deliver, { params, body: { receivedBy: 'Ward', reason: 'Signed slip' } })
}
