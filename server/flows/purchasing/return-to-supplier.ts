import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { invalid } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { purchasingApi } from '#shared/purchasing/orders/api.ts'
import { assertStillOwn } from '#server/kernel/own-location.ts'
import { queueMail } from '#server/kernel/mail.ts'
import type { Work } from '#server/kernel/work.ts'
import { writeStock } from '#server/inventory/stock/ledger.ts'
import type { StockEntry } from '#server/inventory/stock/stock-entry.ts'
import {
  type LockedPurchase,
  lockPurchase,
  recordPurchaseEvent,
  assertPurchaseTransition,
} from '#server/purchasing/orders/purchase-lock.ts'
import { type ReceivedLine, activeReceipts, writeSupplierReturn } from '#server/purchasing/receipts/receipts.ts'
import { purchaseSource } from './receive-purchase.ts'

type Input = RequestOf<(typeof purchasingApi.return)['spec']>['body']

/** Returns received goods to the supplier, from their lots. Throws INSUFFICIENT_STOCK if they are gone or committed. */
export async function returnToSupplier(work: Work, id: string, input: Input): Promise<void> {
  const order = await lockPurchase(work, id)
  const came = new Map(
    (await activeReceipts(work, id)).flatMap((receipt) => receipt.lines).map((line) => [line.id, line]),
  )
  const hasReturnable = [...came.values()].some((line) => line.returned < line.quantity)
  assertPurchaseTransition(work, order, 'return', { hasReturnable })
  const lines = input.lines.map(({ receiptLineId, quantity }, at) => {
    const line = came.get(receiptLineId)
    if (!line) throw invalid(`lines.${at}.receiptLineId`, 'did not come with this order')
    if (input.lines.findIndex((one) => one.receiptLineId === receiptLineId) !== at)
      throw invalid(`lines.${at}.receiptLineId`, 'is named twice')
    const maximum = line.quantity - line.returned
    if (quantity > maximum) throw invalid(`lines.${at}.quantity`, `must be at most ${maximum}`)
    return { id: newId(), receiptLineId, quantity, line }
  })
  const places = lines.map(({ line }) => line.locationId)
  await assertStillOwn(work, places, 'Return the goods')
  await writeStock(
    work,
    purchaseSource(order, input.reason),
    lines.map(({ id: lineId, quantity, line }): StockEntry => {
      const { itemId, locationId, lotId } = line
      return { effect: 'SEND_BACK', itemId, locationId, lotId, dOnHand: -quantity, dCommitted: 0, lineId }
    }),
  )
  if (input.notify) await notifySupplier(work, order, input.reason, lines)
  const number = await writeSupplierReturn(work, id, input.reason, lines)
  await recordPurchaseEvent(work, order, 'return', `${number}: ${input.reason}`)
}

async function notifySupplier(
  work: Work,
  order: LockedPurchase,
  reason: string,
  lines: readonly { quantity: number; line: ReceivedLine }[],
): Promise<void> {
  const { rows } = await sql<{ email: string | null }>`select email from suppliers
    where id = ${order.supplierId}`.execute(work.tx)
  const to = rows[0]?.email
  if (!to) throw invalid('notify', 'the supplier has no email address')
  await queueMail(work.tx, {
    to,
    subject: `Return of goods from purchase order ${order.number}`,
    lines: [
      `We are returning goods delivered on our purchase order ${order.number}.`,
      ...lines.map(({ quantity, line }) => {
        const lot = line.lotNumber === 'none' ? '' : `, lot ${line.lotNumber}`
        return `${quantity} × ${line.itemName}${lot}`
      }),
      `Reason: ${reason}`,
    ],
  })
}
