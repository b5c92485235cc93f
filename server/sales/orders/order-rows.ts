import { type RawBuilder, sql } from 'kysely'
import { closedOrders, inParcel, unpacked } from '#shared/sales/orders/order-transitions.ts'
import * as json from '#server/db/json-text.ts'
import { shownOrderAddress } from '#server/kernel/document-addresses.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { OrderRow } from '#shared/sales/orders/order.ts'
import type { OrderBadge } from '#shared/sales/orders/order-choice.ts'
import { isAmongStoppedSql, isStoppedSql } from './stopped-goods.ts'
import { companyToday } from '#server/kernel/company-day.ts'

/** The condition of each badge of an order; the cheap check of the status comes first. */
export const badgeConditions: Record<OrderBadge, RawBuilder<unknown>> = {
  stopped: isStoppedSql,
  onHold: sql`o.held_at is not null`,
  late: sql`(o.requested_date is not null and o.requested_date < ${companyToday}
    and o.status not in ${oneOf(closedOrders)})`,
  partlyShipped: sql`(o.status in ${oneOf([...inParcel, 'DELIVERED'])} and exists (select 1 from sales_orders part
      where part.parent_id = o.id and part.deleted_at is null and part.status in ${oneOf(unpacked)}))`,
  partlyReturned: sql`(o.status = 'DELIVERED' and exists (select 1 from sales_returns back where back.order_id = o.id
      and back.status = 'Completed'))`,
  fromPortal: sql`o.origin = 'portal'`,
  newMessage: sql`exists (select 1 from order_messages m
    left join order_message_reads d on d.order_id = m.order_id and not d.by_customer
    where m.order_id = o.id and m.from_customer and (d.read_at is null or m.at > d.read_at))`,
}

/** The same for filters by badge: few orders are stopped, so these are found first. */
export const badgeFilters: typeof badgeConditions = { ...badgeConditions, stopped: isAmongStoppedSql }

/** The row of order `o` of customer `a`, for lists and the top of the order's page. */
export const orderRowJson = (seesInvoices: boolean): json.JsonText =>
  json.object<OrderRow>({
    id: json.plainText(sql`o.id`),
    number: json.anyText(sql`o.number`),
    account: json.object<OrderRow['account']>({
      id: json.plainText(sql`o.account_id`),
      name: json.anyText(sql`a.name`),
    }),
    status: json.plainText(sql`o.status`),
    orderDate: json.plainText(sql`o.order_date`),
    requestedDate: json.plainText(sql`o.requested_date`),
    deliveredDate: json.plainText(sql`o.delivered_date`),
    shipTo: shownOrderAddress('ship'),
    lines: json.number(sql`o.line_count`),
    total: json.amount(sql`o.total`),
    paymentStatus: seesInvoices ? json.plainText(sql`o.payment_status`) : sql<string>`'null'`,
    reference: json.anyText(sql`o.reference`),
    createdAt: json.moment(sql`o.created_at`),
    badges: json.wordsThatHold(badgeConditions),
  })
