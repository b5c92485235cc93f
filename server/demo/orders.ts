import { sql } from 'kysely'
import { addDays } from '#shared/dates.ts'
import { EstimateInput } from '#shared/sales/estimates/api.ts'
import type { OrderStatus } from '#shared/sales/orders/order-transitions.ts'
import { trackOrder } from '#server/flows/orders/deliver-order.ts'
import { markReadyForShipping } from '#server/flows/orders/ready-for-shipping.ts'
import { sendEstimate } from '#server/flows/orders/send-estimate.ts'
import { takePayment, takePayments } from '#server/flows/money/take-payment.ts'
import { systemCaller } from '#server/kernel/work.ts'
import { createEstimate } from '#server/sales/estimates/estimate-draft.ts'
import { lockEstimate, transitionEstimate } from '#server/sales/estimates/estimate-lock.ts'
import { holdOrder } from '#server/sales/orders/order-hold.ts'
import { isStoppedSql } from '#server/sales/orders/stopped-goods.ts'
import { returnOrder } from './returns.ts'
import type { On } from './on-day.ts'

/** Orders in states that the regular steps don't reach: in transit, on hold, shipped in parts, fully returned. */
export async function addProblemOrders(on: On, today: string, locationId: string): Promise<void> {
  const [road = '', outForDelivery = ''] = await ordersIn(on, 'SHIPPED', 2)
  for (const id of [road, outForDelivery]) await on(0.6, (work) => trackOrder('setOff')(work, id))
  await on(0.2, (work) => trackOrder('approach')(work, outForDelivery))
  const [failed = ''] = await ordersIn(on, 'FAILED_DELIVERY', 1)
  const [delivered = ''] = await ordersIn(on, 'DELIVERED', 1)
  for (const orderId of [failed, delivered])
    await returnOrder(on, { orderId, locationId, reason: 'not_needed', end: 'restock', whole: true })
  const [held = ''] = await ordersIn(on, 'CONFIRMED', 1)
  const [parted = ''] = await ordersIn(on, 'PROCESSING', 1)
  await on(0.4, (work) => holdOrder(work, held, 'They ask whether the smaller boxes would do'))
  await shipInParts(on, parted)
  await payInAdvance(on, today)
}

/** The ids of a few orders, those with the most lines first, as they show the most. */
function ordersIn(on: On, status: OrderStatus, limit: number): Promise<string[]> {
  return on(0, async (work) => {
    work.audit('demo.looked', 'demo', null)
    const { rows } = await sql<{ id: string }>`select o.id from sales_orders o
      where o.status = ${status} and o.deleted_at is null and o.hold_reason is null and not ${isStoppedSql}
        and not exists (select 1 from sales_returns r where r.order_id = o.id)
      order by (select count(*) from sales_order_lines l where l.order_id = o.id) desc, o.id limit ${limit}`.execute(
      work.tx,
    )
    return rows.map(({ id }) => id)
  })
}

/** Half of the first line is packed; the rest waits in a separate order. */
async function shipInParts(on: On, orderId: string): Promise<void> {
  await on(0.3, async (work) => {
    const { rows } = await sql<{ id: string; quantity: number }>`select id, quantity from sales_order_lines
      where order_id = ${orderId} and item_id is not null order by position limit 1`.execute(work.tx)
    const [line] = rows
    if (line)
      await markReadyForShipping(work, orderId, {
        picked: [{ lineId: line.id, quantity: Math.floor(line.quantity / 2) }],
      })
  })
}

/** One customer overpays, another pays two invoices at once. */
async function payInAdvance(on: On, today: string): Promise<void> {
  const open = await on(0, async (work) => {
    work.audit('demo.looked', 'demo', null)
    const { rows } = await sql<{ id: string; account: string; due: number }>`select v.id, v.account_id as account,
        v.total - v.paid as due
      from invoices v where v.voided_at is null and v.deleted_at is null and v.total > v.paid and v.due_date < ${today}
      order by v.due_date, v.id`.execute(work.tx)
    return rows
  })
  const booked = { method: 'bank_transfer', reference: 'Transfer 88-104' } as const
  const [first] = open
  if (!first) return
  await on(0.1, (work) =>
    takePayment(work, first.id, {
      ...booked,
      receivedDate: work.today,
      amount: BigInt(first.due + 25_000),
      keepRest: true,
    }),
  )
  const next = open.find((one) => one.account !== first.account && open.some((other) => pairs(one, other)))
  const both = open.filter((one) => one === next || (next && pairs(next, one))).slice(0, 2)
  if (!next || both.length < 2) return
  const parts = both.map(({ id, due }) => ({ invoiceId: id, amount: BigInt(due) }))
  const amount = parts.reduce((sum, part) => sum + part.amount, 0n)
  await on(0.1, (work) =>
    takePayments(work, {
      ...booked,
      receivedDate: work.today,
      accountId: next.account,
      amount,
      parts,
      keepRest: false,
    }),
  )
}

interface Open {
  id: string
  account: string
}
const pairs = (one: Open, other: Open) => one.account === other.account && one.id !== other.id

/** An estimate that expired without an answer. */
export async function addExpiredEstimate(on: On, today: string, accountId: string, productId: string): Promise<void> {
  const input = EstimateInput.parse({
    accountId,
    validUntil: addDays(today, -12),
    reference: 'Ward 4',
    lines: [{ productId, quantity: 8000 }],
  })
  const id = await on(34, (work) => createEstimate(work, input))
  await on(33, (work) => sendEstimate(work, id, { to: 'buyer@customer.example', message: null }))
  await on(11, async (work) =>
    transitionEstimate({ ...work, caller: systemCaller }, await lockEstimate(work, id), 'expire'),
  )
}
