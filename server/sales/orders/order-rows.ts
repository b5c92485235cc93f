import { type RawBuilder, sql } from 'kysely'
import { closedOrders, inParcel, unpacked } from '#shared/sales/orders/order-transitions.ts'
import { selection } from '#server/db/selection.ts'
import { orderAddress } from '#server/kernel/document-addresses.ts'
import { oneOf } from '#server/db/one-of.ts'
import { formatAmount } from '#shared/money.ts'
import type { OrderRow } from '#shared/sales/orders/order.ts'
import { type OrderBadge, orderBadges } from '#shared/sales/orders/order-choice.ts'
import { isStoppedSql } from './stopped-goods.ts'
import { companyToday } from '#server/kernel/company-day.ts'

/** When an order has a badge: for the lists that show it and for those that ask for it. */
export const badgeConditions: Record<OrderBadge, RawBuilder<unknown>> = {
  stopped: isStoppedSql,
  onHold: sql`o.held_at is not null`,
  late: sql`(o.requested_date is not null and o.requested_date < ${companyToday}
    and o.status not in ${oneOf(closedOrders)})`,
  partlyShipped: sql`(exists (select 1 from sales_orders part where part.parent_id = o.id and part.deleted_at is null
      and part.status in ${oneOf(unpacked)}) and o.status in ${oneOf([...inParcel, 'DELIVERED'])})`,
  partlyReturned: sql`(o.status = 'DELIVERED' and exists (select 1 from sales_returns back where back.order_id = o.id
      and back.status = 'Completed'))`,
  fromPortal: sql`o.origin = 'portal'`,
  newMessage: sql`exists (select 1 from order_messages m
    left join order_message_reads d on d.order_id = m.order_id and not d.by_customer
    where m.order_id = o.id and m.from_customer and (d.read_at is null or m.at > d.read_at))`,
}

export const orderColumns = selection<OrderSqlRow, { o: 'sales_orders'; a: 'accounts' }>({
  id: 'o.id',
  number: 'o.number',
  account_id: 'o.account_id',
  account_name: 'a.name',
  status: 'o.status',
  order_date: 'o.order_date',
  requested_date: 'o.requested_date',
  delivered_date: 'o.delivered_date',
  line_count: 'o.line_count',
  total: 'o.total',
  payment_status: 'o.payment_status',
  reference: 'o.reference',
  created_at: 'o.created_at',
  ship_to: orderAddress('ship'),
  badges: sql`json_build_object(
    'stopped', ${badgeConditions.stopped}, 'onHold', ${badgeConditions.onHold}, 'late', ${badgeConditions.late}, 'partlyShipped', ${badgeConditions.partlyShipped},
    'partlyReturned', ${badgeConditions.partlyReturned}, 'fromPortal', ${badgeConditions.fromPortal}, 'newMessage', ${badgeConditions.newMessage})`,
})

export interface OrderSqlRow {
  id: string
  number: string
  account_id: string
  account_name: string
  status: OrderRow['status']
  order_date: string
  requested_date: string | null
  delivered_date: string | null
  line_count: number
  total: number
  payment_status: OrderRow['paymentStatus']
  reference: string | null
  ship_to: OrderRow['shipTo']
  created_at: string
  badges: Record<OrderBadge, boolean>
}

export const orderRow = (row: OrderSqlRow, seesInvoices: boolean): OrderRow => ({
  id: row.id,
  number: row.number,
  account: { id: row.account_id, name: row.account_name },
  status: row.status,
  orderDate: row.order_date,
  requestedDate: row.requested_date,
  deliveredDate: row.delivered_date,
  shipTo: row.ship_to,
  lines: row.line_count,
  total: formatAmount(row.total),
  paymentStatus: seesInvoices ? row.payment_status : null,
  reference: row.reference,
  createdAt: row.created_at,
  badges: orderBadges.filter((badge) => row.badges[badge]),
})
