import type { z } from 'zod'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { AuditStock } from '#shared/inventory/stock/audits-api.ts'
import { stockReasonNames } from '#shared/inventory/stock/stock-reasons.ts'
import type { Work } from '#server/kernel/work.ts'
import { closeAudit, openAudit } from '#server/inventory/stock/audits.ts'
import type { LockedOrder } from '#server/sales/orders/order-lock.ts'
import { recordReleased } from '#server/sales/orders/released-items.ts'
import { lockForWithdrawal, withdrawStock } from './withdraw-stock.ts'

/** Sets on hand to the counted quantities; the orders in `release` lose their commitments and are backordered. */
export async function auditStock(work: Work, itemId: string, input: z.output<typeof AuditStock>): Promise<void> {
  const reason = `Audit: ${input.customReason ?? stockReasonNames[input.reason]}`
  const orders = await lockNamed(work, input.release)
  const audit = await openAudit(work, itemId, input)
  for (const order of orders) {
    const lost = await withdrawStock(work, order, itemId, reason)
    if (lost === 0) throw invalid('release', `order ${order.number} has no reserved stock of this product`)
  }
  await closeAudit(work, audit, input)
  // The released pieces are for others: the back-order job must not return them to these orders.
  await recordReleased(
    work,
    orders.map((order) => order.id),
    itemId,
  )
}

async function lockNamed(work: Work, ids: readonly string[]): Promise<LockedOrder[]> {
  try {
    return await lockForWithdrawal(work, ids)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'NOT_FOUND')
      throw invalid('release', 'names an order that does not exist')
    throw error
  }
}
