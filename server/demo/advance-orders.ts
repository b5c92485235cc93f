import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import { cancelOrder } from '#server/flows/orders/cancel-order.ts'
import { backOrder, confirmOrder } from '#server/flows/orders/confirm-order.ts'
import { assignOrder, deliverOrder, failDelivery, handOverOrder } from '#server/flows/orders/deliver-order.ts'
import { startPicking } from '#server/flows/orders/pick-order.ts'
import { markReadyForShipping } from '#server/flows/orders/ready-for-shipping.ts'
import { takePayment } from '#server/flows/money/take-payment.ts'
import type { On } from './on-day.ts'

/** Advances an order according to its age: old ones are delivered and mostly paid, new ones wait. */
export async function advance(
  on: On,
  id: string,
  daysAgo: number,
  index: number,
  chance: (below: number) => number,
): Promise<void> {
  if (daysAgo <= 1) return
  if (index % 17 === 5) return await on(daysAgo - 1, (work) => cancelOrder(work, id, 'Ordered twice'))
  try {
    await on(daysAgo - 0.5, (work) => confirmOrder(work, id))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return await on(daysAgo - 0.5, (work) => backOrder(work, id))
  }
  if (daysAgo <= 4) return daysAgo % 2 === 0 ? await on(daysAgo - 1, (work) => startPicking(work, id)) : undefined
  await on(daysAgo - 2, (work) => markReadyForShipping(work, id))
  if (daysAgo <= 6) return
  await on(daysAgo - 3, (work) =>
    assignOrder(work, id, { method: 'carrier', carrier: 'Blue Van Couriers', trackingNumber: null }),
  )
  if (daysAgo <= 8) return
  await on(daysAgo - 3.2, (work) => handOverOrder(work, id))
  if (daysAgo <= 11) return
  if (index % 19 === 7) {
    return await on(daysAgo - 4, (work) =>
      failDelivery(work, id, { failureReason: 'CLOSED', note: 'Stores closed at noon' }),
    )
  }
  await on(daysAgo - 4, (work) =>
    deliverOrder(work, id, { receivedBy: 'Receiving desk', reason: 'Carrier’s delivery note' }),
  )
  if (daysAgo > 20 && chance(10) < 8) await pay(on, id, daysAgo - 14, chance(10) < 8)
}

async function pay(on: On, orderId: string, daysAgo: number, whole: boolean): Promise<void> {
  await on(daysAgo, async (work) => {
    const { rows } = await sql<{ id: string; total: number }>`select id, total from invoices
      where order_id = ${orderId} and voided_at is null`.execute(work.tx)
    const invoice = rows[0]
    if (!invoice) return
    const amount = BigInt(whole ? invoice.total : Math.ceil(invoice.total / 2))
    const booked = { method: 'bank_transfer', reference: null, receivedDate: work.today, keepRest: false } as const
    await takePayment(work, invoice.id, { amount, ...booked })
  })
}
