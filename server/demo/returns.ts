import { sql } from 'kysely'
import type { Disposition } from '#shared/sales/returns/return-transitions.ts'
import { completeReturn } from '#server/flows/orders/complete-return.ts'
import { lockReturn } from '#server/sales/returns/return-lock.ts'
import { deliveredLots } from '#server/sales/returns/returnable.ts'
import { approveReturn, createReturn, inspectReturn, receiveReturn } from '#server/sales/returns/returns.ts'
import type { On } from './on-day.ts'

/** How far a return gets: requested, received, or inspected with the disposition of its goods. */
type End = Disposition | 'asked' | 'here'
type Reason = 'damaged' | 'not_needed' | 'wrong_item'

const returns: readonly (readonly [End, Reason])[] = [
  ['restock', 'not_needed'],
  ['scrap', 'damaged'],
  ['here', 'wrong_item'],
  ['asked', 'damaged'],
]

/** Returns of some delivered goods. */
export async function returnGoods(on: On, locationId: string): Promise<void> {
  const orders = await on(4, async (work) => {
    work.audit('demo.looked', 'demo', null)
    const { rows } = await sql<{ id: string }>`select o.id from sales_orders o join invoices v on v.order_id = o.id
      where o.status = 'DELIVERED' and o.deleted_at is null and v.voided_at is null
      order by o.order_date desc, o.id desc limit ${returns.length}`.execute(work.tx)
    return rows
  })
  for (const [at, { id }] of orders.entries()) {
    const [end, reason] = returns[at] ?? ['asked', 'damaged']
    await returnOrder(on, { orderId: id, locationId, reason, end, whole: false })
  }
}

interface Coming {
  orderId: string
  locationId: string
  reason: Reason
  end: End
  /** Every piece; otherwise a quarter of the first lot. */
  whole: boolean
}

/** Creates a return of an order, up to `end`. */
export async function returnOrder(on: On, { orderId, locationId, reason, end, whole }: Coming): Promise<void> {
  const id = await on(3, async (work) => {
    const delivered = await deliveredLots(work.tx, orderId)
    const lines = delivered.slice(0, whole ? undefined : 1).map(({ orderLineId, lotId, returnable }) => {
      const quantity = whole ? returnable : Math.max(1, Math.floor(returnable / 4))
      return { orderLineId, lotId, quantity, reason, note: null }
    })
    return createReturn(work, { orderId, notes: null, lines })
  })
  if (end === 'asked') return
  await on(3, (work) => approveReturn(work, id))
  await on(2, async (work) => {
    const { lines } = await lockReturn(work, id)
    const received = lines.map(({ lineId, quantity }) => ({ lineId, received: quantity }))
    await receiveReturn(work, id, 0, { locationId, lines: received })
  })
  if (end === 'here') return
  await on(1, async (work) => {
    const { lines } = await lockReturn(work, id)
    const parts = lines.map(({ lineId, quantity }) => ({ lineId, dispositions: [{ disposition: end, quantity }] }))
    await inspectReturn(work, id, 0, { lines: parts })
  })
  await on(1, (work) => completeReturn(work, id, 0, { creditCharges: false }))
}
