import { v7 as newId } from 'uuid'
import { invalid } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import { whyNotSplittable } from '#shared/sales/orders/order-guards.ts'
import type { salesApi } from '#shared/sales/orders/api.ts'
import type { Work } from '#server/kernel/work.ts'
import { splitCommitments } from '#server/inventory/stock/split-commitments.ts'
import { queueBackOrders } from '#server/inventory/stock/back-orders.ts'
import { voidInvoice } from '#server/invoicing/invoices.ts'
import { assertOpen, factsOf, type LockedOrder } from '#server/sales/orders/order-lock.ts'
import { keepPickedQuantities, type LaterLine, type Picked, writeBackOrder } from '#server/sales/orders/split-lines.ts'
import { stockSource } from './order-stock.ts'

export type Choice = RequestOf<(typeof salesApi.ready)['spec']>['body']

/** The picked pieces of each line; null if all were picked. Throws INVALID for unknown lines and impossible quantities. */
export function pickedOf(order: LockedOrder, given: Choice['picked']): Picked | null {
  const picked = new Map(order.lines.map((line) => [line.lineId, line.quantity]))
  const named = new Set<string>()
  for (const [at, { lineId, quantity }] of (given ?? []).entries()) {
    const maximum = order.lines.find((line) => line.lineId === lineId)?.quantity
    if (maximum === undefined) throw invalid(`picked.${at}.lineId`, 'is not a line of this order')
    if (named.has(lineId)) throw invalid(`picked.${at}.lineId`, 'is named twice')
    if (quantity > maximum) throw invalid(`picked.${at}.quantity`, `must be at most ${maximum}`)
    named.add(lineId)
    picked.set(lineId, quantity)
  }
  if ([...picked.values()].every((quantity) => quantity === 0))
    throw invalid('picked', 'has no picked quantities to ship')
  return order.lines.every((line) => picked.get(line.lineId) === line.quantity) ? null : picked
}

export interface Split {
  order: LockedOrder
  childId: string
  later: readonly LaterLine[]
}

/**
 * Reduces an order to what was picked; the rest, with its commitments, goes to a back-order that `finishSplit` creates. The
 * invoice of the whole order is voided, as each part has its own. Throws HAS_PAYMENTS if the order has payments.
 */
export async function splitOrder(work: Work, order: LockedOrder, picked: Picked): Promise<Split> {
  assertOpen(whyNotSplittable(factsOf(order)), order)
  await voidInvoice(work, order.id, 'The order ships in parts')
  const childId = newId()
  const { later, total } = await keepPickedQuantities(work, order, picked)
  await splitCommitments(
    work,
    stockSource(order),
    { id: childId, cycle: 1 },
    order.lines.map((line) => line.itemId),
    later.map((line) => ({ lineId: line.ofLineId, keep: picked.get(line.ofLineId) ?? 0, toLineId: line.id })),
  )
  const lines = order.lines.flatMap((line) => {
    const quantity = picked.get(line.lineId) ?? line.quantity
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
  return { order: { ...order, total, lines }, childId, later }
}

/** Creates the back-order and queues the job for it, as all its stock may be committed already. Returns its number. */
export async function finishSplit(work: Work, { order, childId, later }: Split): Promise<string> {
  const number = await writeBackOrder(work, order, childId, later)
  work.audit('order.split', 'salesOrder', order.id, { reason: `The rest is ${number}`, childId })
  await queueBackOrders(
    work,
    later.map((line) => line.item_id),
  )
  return number
}
