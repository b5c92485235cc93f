import { type RawBuilder, sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { arrivalDay, type UseRule } from '#shared/inventory/stock/usable-lots.ts'
import { type Closed, type OrderFacts, stoppedWords, whyClosed } from '#shared/sales/orders/order-guards.ts'
import type { StoppedGoods } from '#shared/sales/orders/order.ts'
import {
  closedOrders,
  type OrderTransition,
  orderMachine,
  orderTransitions,
  type OrderStatus,
} from '#shared/sales/orders/order-transitions.ts'
import { assertLiving } from '#server/kernel/assert-living.ts'
import { chosenAddress } from '#server/kernel/document-addresses.ts'
import { returnNumbers } from '#server/kernel/shipped-goods.ts'
import { statusEntry } from '#server/kernel/status-history.ts'
import type { Work } from '#server/kernel/work.ts'
import { nextVersion } from '#server/db/next-version.ts'
import { stoppedSql } from './stopped-goods.ts'

export interface LockedLine {
  lineId: string
  itemId: string
  itemName: string
  quantity: number
  /** The product's minimum order quantity. */
  minimum: number | null
  unitPrice: number
  total: number
}

/** An order that this transaction has locked: nobody else changes it, its lines or its payments until the commit. */
export interface LockedOrder {
  id: string
  number: string
  accountId: string
  accountActive: boolean
  paymentTermsDays: number
  status: OrderStatus
  /** Incremented by every transition, so that no effect can be written twice. */
  cycle: number
  version: number
  /** Minor units. */
  total: number
  /** It has a valid invoice. */
  isInvoiced: boolean
  /** Paid on the valid invoice, in minor units. */
  paid: number
  /** Why it is on hold; null if it is not. */
  hold: string | null
  /** Goods in its shipment that must not be delivered, in words. */
  stopped: readonly string[]
  /** Numbers of its returns that were neither rejected nor cancelled. */
  returns: readonly string[]
  /** It was split off another order. */
  isPart: boolean
  lines: LockedLine[]
  rule: UseRule
}

type Row = Omit<LockedOrder, 'rule' | 'stopped'> & {
  requestedDate: string | null
  minShelfLifeDays: number
  stopped: StoppedGoods[]
  held: string[] | null
}

/** SQL of the items of an order, as an array. */
export const itemsOf = (id: string) =>
  sql<readonly string[]>`array(select item_id from sales_order_lines where order_id = ${id})`

/**
 * Locks an order and reads it with its lines. Throws NOT_FOUND. `stock`: a statement that locks balances of its items and returns
 * their keys, for commands that need them later.
 */
export async function lockOrder(work: Work, id: string, stock?: RawBuilder<{ key: string }>): Promise<LockedOrder> {
  const [order] = await lockOrders(work, [id], stock)
  if (!order) throw new Refusal('NOT_FOUND')
  return order
}

/** Locks several orders in the order of their ids; ids without an order are left out. */
export async function lockOrders(
  work: Work,
  ids: readonly string[],
  stock?: RawBuilder<{ key: string }>,
): Promise<LockedOrder[]> {
  const wanted = [...new Set(ids)].toSorted()
  work.locks.take('salesOrder', ...wanted)
  work.send(
    sql`select id from sales_orders
      where id = any(${listOf(wanted)}) and deleted_at is null order by id for no key update`.execute(work.tx),
  )
  // A separate statement, so that it sees what was committed while the first one waited for the lock.
  const { rows } =
    await sql<Row>`select o.id, o.number, o.account_id as "accountId", a.status = 'active' and a.deleted_at is null
      as "accountActive", a.payment_terms_days as "paymentTermsDays",
      shelf_life_asked(a.min_shelf_life_days) as "minShelfLifeDays",
      o.parent_id is not null as "isPart", o.status, o.cycle, o.version, o.total, o.hold_reason as hold, o.requested_date as "requestedDate",
      v.id is not null as "isInvoiced", coalesce(v.paid, 0) as paid,
      ${stoppedSql(sql`${work.today}::date`)} as stopped, ${returnNumbers} as returns,
      (select json_agg(json_build_object('lineId', l.id, 'itemId', l.item_id, 'itemName', i.name, 'quantity', l.quantity,
        'minimum', i.moq, 'unitPrice', l.unit_price, 'total', l.total) order by l.position)
        from sales_order_lines l join items i on i.id = l.item_id where l.order_id = o.id) as lines,
      ${stock ? sql`(select json_agg(held.key) from (${stock}) held)` : sql`null`} as held
    from sales_orders o join accounts a on a.id = o.account_id
      left join invoices v on v.order_id = o.id and v.voided_at is null
    where o.id = any(${listOf(wanted)}) and o.deleted_at is null order by o.id`.execute(work.tx)
  work.locks.take('stock', ...(rows[0]?.held ?? []))
  return rows.map(({ requestedDate, minShelfLifeDays, stopped, held: _held, ...order }) => {
    const expectedOn = arrivalDay(requestedDate, work.today)
    return { ...order, stopped: stoppedWords(stopped), rule: { expectedOn, minShelfLifeDays } }
  })
}

export interface TransitionDetails {
  reason?: string | null
  /** Of the invoice that is valid after the transition; undefined leaves it unchanged. */
  paymentStatus?: string | null
  cancelReason?: string | null
  deliveredDate?: string | null
}

/** The facts of a locked order for `whyClosed` and the like. Shortages are not checked yet. */
export const factsOf = ({ status, accountActive, paid, hold, stopped, returns }: LockedOrder): OrderFacts => ({
  status,
  accountActive,
  paid: paid > 0,
  shortages: null,
  hold,
  stopped,
  returns,
  // `transitionOrder` checks for deleted records and locks them.
  deleted: [],
})

/** Throws the given reason, with the transitions that the table allows; does nothing for null. */
export function assertOpen(closed: Closed | null, order: Pick<LockedOrder, 'status' | 'stopped'>): void {
  if (closed === null) return
  const { status, stopped } = order
  const allowed = orderMachine.movesFrom(status)
  throw new Refusal(closed.code, closed.reason, {
    details: { status, allowed, ...(stopped.length > 0 && { stopped }) },
  })
}

/** Throws unless the transition is open. */
export const assertTransition = (order: LockedOrder, move: OrderTransition, by: 'user' | 'system' = 'user'): void =>
  assertOpen(whyClosed(move, factsOf(order), by), order)

/** Addresses are copied, with their ids, when the order leaves pending, and removed when it is pending again. */
const frozen = (isPending: boolean, side: 'ship' | 'bill') =>
  isPending ? sql`null` : sql`coalesce(${sql.ref(`o.${side}_to`)}, ${chosenAddress('o', side)})`

/** An order that is pending again keeps its shipping address: if that was deleted meanwhile, it becomes the order's own. */
const shipToAgain = (isPending: boolean) =>
  isPending
    ? sql`, new_ship_to = case when ${hasLostShipTo} then jsonb_build_object('name', o.ship_to->'name',
        'address', o.ship_to->'address', 'country', o.ship_to->'country') else o.new_ship_to end,
      new_ship_to_dismissed = o.new_ship_to_dismissed or ${hasLostShipTo}`
    : sql``
const addresses = (isPending: boolean) =>
  sql`ship_to = ${frozen(isPending, 'ship')}, bill_to = ${frozen(isPending, 'bill')}${shipToAgain(isPending)}`
const hasLostShipTo = sql`(o.ship_to_id is null and coalesce(o.ship_to->>'id' is not null, false))`

export const orderHistory = { moves: 'sales_order_moves', key: 'order_id' } as const

/**
 * Runs a transition of the transition table on a locked order and records it. Returns the order afterwards. Throws NOT_READY if
 * the order is reopened and refers to deleted records.
 */
export async function transitionOrder(
  work: Work,
  order: LockedOrder,
  move: OrderTransition,
  more: TransitionDetails = {},
): Promise<LockedOrder> {
  assertTransition(order, move, 'system')
  if (closedOrders.includes(order.status) && !closedOrders.includes(orderTransitions[move].to))
    await assertLiving(work, { accounts: [order.accountId], items: order.lines.map((line) => line.itemId) })
  await sql`with ${transitionSql(work, order, move, more)} select`.execute(work.tx)
  return { ...order, status: orderTransitions[move].to, cycle: order.cycle + 1, version: order.version + 1 }
}

/** The same as CTEs, for a command that writes more in one statement. */
export function transitionSql(
  work: Work,
  order: LockedOrder,
  move: OrderTransition,
  more: TransitionDetails = {},
): RawBuilder<unknown> {
  assertTransition(order, move, 'system')
  const { to } = orderTransitions[move]
  const paymentKnown = more.paymentStatus !== undefined
  work.audit(`order.${move}`, 'salesOrder', order.id, { from: order.status, to, reason: more.reason })
  work.announce('sales_order_updated', { salesOrderId: order.id })
  return sql`move as (${statusEntry(work, orderHistory, order, { move, to, reason: more.reason ?? null })}),
    moved as (update sales_orders o set status = ${to}, cycle = o.cycle + 1, version = o.version + 1, updated_at = ${work.now},
      ${addresses(to === 'PENDING')},
      payment_status = case when ${paymentKnown} then ${more.paymentStatus ?? null} else payment_status end,
      cancel_reason = ${more.cancelReason ?? null},
      held_at = case when ${to} <> 'CANCELLED' then held_at end, held_by = case when ${to} <> 'CANCELLED' then held_by end,
      hold_reason = case when ${to} <> 'CANCELLED' then hold_reason end,
      delivered_date = case when ${to} <> 'OUT_FOR_DELIVERY' then coalesce(${more.deliveredDate ?? null}::date, delivered_date) end
    from accounts a where o.id = ${order.id} and a.id = o.account_id)`
}

/**
 * The same for a locked order that is deleted or restored without a transition: a deleted order can't prevent the deletion of its
 * addresses, so it needs copies.
 */
export async function writeAddresses(work: Work, orderId: string, isPending: boolean): Promise<void> {
  await sql`update sales_orders o set ${addresses(isPending)} from accounts a
    where o.id = ${orderId} and a.id = o.account_id`.execute(work.tx)
}

/** Records that the commitments of a locked order changed without a transition: increments its version and its cycle. */
export async function recordHoldEvent(work: Work, order: LockedOrder, act: string, reason: string): Promise<void> {
  await work.tx
    .updateTable('sales_orders')
    .set({ cycle: sql<number>`cycle + 1`, version: nextVersion, updated_at: work.now })
    .where('id', '=', order.id)
    .execute()
  work.audit(`order.${act}`, 'salesOrder', order.id, { reason })
  work.announce('sales_order_updated', { salesOrderId: order.id })
}

/** Updates the payment status that lists show to that of the valid invoice, null without one. The order must be locked. */
export async function notePaymentStatus(work: Work, orderId: string, paymentStatus: string | null): Promise<void> {
  await work.tx
    .updateTable('sales_orders')
    .set({ payment_status: paymentStatus, updated_at: work.now })
    .where('id', '=', orderId)
    .execute()
  work.announce('sales_order_updated', { salesOrderId: orderId })
}
