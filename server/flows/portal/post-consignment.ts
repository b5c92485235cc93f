import { Refusal } from '#shared/http/refusal.ts'
import { paymentStatusOf } from '#shared/invoicing/payment-status.ts'
import type { ConsignmentCount } from '#shared/portal/consignment-api.ts'
import { lockItems } from '#server/inventory/stock/allocate-stock.ts'
import { commitStock } from '#server/inventory/stock/commit-stock.ts'
import { assertLotsUsable, moveCommitments } from '#server/inventory/stock/commitments.ts'
import { lockTotals } from '#server/inventory/stock/split-commitments.ts'
import { issueInvoice } from '#server/invoicing/invoices.ts'
import { lockCounters } from '#server/kernel/numbers.ts'
import type { Work } from '#server/kernel/work.ts'
import { changeShipment, createShipment } from '#server/logistics/shipments/shipments.ts'
import { decideConsignmentCount, lockConsignmentCount } from '#server/portal/consignments.ts'
import { createOrder } from '#server/sales/orders/order-draft.ts'
import { type LockedOrder, lockOrder, transitionOrder } from '#server/sales/orders/order-lock.ts'
import { acceptLines } from '#server/flows/deliveries/accept-lines.ts'
import { stockSource } from '#server/flows/orders/order-stock.ts'

type Used = ConsignmentCount['lines'][number] & { quantity: number }

/**
 * Pieces that a count shows as used become an order of these lots that is delivered already, with its invoice, in one transaction
 * and by the same functions as every order. Pieces above the expected quantity are ignored: they are left for the next transfer
 * or adjustment.
 */
export async function postConsignmentUse(work: Work, countId: string): Promise<ConsignmentCount> {
  const count = await lockConsignmentCount(work, countId)
  const used = count.lines.flatMap((line) => {
    const quantity = line.expected - line.counted
    return quantity > 0 ? [{ ...line, quantity }] : []
  })
  if (used.length === 0) return decideConsignmentCount(work, count, 'Posted', {})
  await lockGoods(work, used)
  const orderId = await sellUsed(work, count, used)
  return decideConsignmentCount(work, count, 'Posted', { orderId })
}

export async function dismissConsignmentCount(work: Work, countId: string, reason: string): Promise<ConsignmentCount> {
  return decideConsignmentCount(work, await lockConsignmentCount(work, countId), 'Dismissed', { reason })
}

/** Locks goods and counters in the general lock order, before the order's number is drawn. */
async function lockGoods(work: Work, used: readonly Used[]): Promise<void> {
  const items = used.map((line) => line.product.id)
  await lockItems(work, items)
  await lockTotals(work, items)
  await lockCounters(work, ['INV', 'SH', 'SO'])
}

/** Most such locations have the word in their name already. */
const referenceOf = (location: string) => (/consignment/i.test(location) ? location : `Consignment ${location}`)

async function sellUsed(
  work: Work,
  count: Awaited<ReturnType<typeof lockConsignmentCount>>,
  used: readonly Used[],
): Promise<string> {
  const { accountId, location, by } = count
  const { id } = await createOrder(work, {
    accountId,
    reference: referenceOf(location.name).slice(0, 80),
    notes: null,
    discount: null,
    charges: [],
    lines: used.map(({ product, quantity }) => ({ productId: product.id, quantity })),
  })
  let order = await lockOrder(work, id)
  if (!order.accountActive) throw new Refusal('CUSTOMER_INACTIVE')
  const demands = order.lines.map((line, at) => ({ ...line, lotId: used[at]?.lotId ?? null }))
  await commitStock(work, stockSource(order), demands, { ...order.rule, locationId: location.id })
  order = await transitionOrder(work, order, 'confirm', { paymentStatus: paymentStatusOf(BigInt(order.total), 0n) })
  await issueInvoice(work, order)
  order = await transitionOrder(work, order, 'startPicking')
  return deliver(work, order, by)
}

/** The customer has the goods already: the shipment is packed, handed over and received at once. */
async function deliver(work: Work, picked: LockedOrder, receivedBy: string): Promise<string> {
  await assertLotsUsable(work, picked.id, 'Take them back by a transfer, or write them off.')
  const parcel = await moveCommitments(work, stockSource(picked), 'ship')
  await createShipment(work, picked, parcel)
  let order = await transitionOrder(work, picked, 'ready')
  await changeShipment(work, order.id, { method: 'pick_up' })
  order = await transitionOrder(work, order, 'assign')
  await changeShipment(work, order.id, { status: 'ON_THE_WAY', dispatched_at: work.now })
  order = await transitionOrder(work, order, 'handOver')
  const reason = 'Used from consignment stock'
  const end = { status: 'DELIVERED', delivered_at: work.now, received_by: receivedBy, note: reason } as const
  await changeShipment(work, order.id, end)
  await transitionOrder(work, order, 'deliver', { reason, deliveredDate: work.today })
  await acceptLines(work, order.id, null, undefined)
  return order.id
}
