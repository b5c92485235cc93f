import { sql } from 'kysely'
import type { RequestOf } from '#shared/http/route.ts'
import type { salesApi } from '#shared/sales/orders/api.ts'
import type { orderListApi } from '#shared/sales/orders/order-list-api.ts'
import type { OrderRow } from '#shared/sales/orders/order.ts'
import { orderStatuses } from '#shared/sales/orders/order-transitions.ts'
import type { Db } from '#server/db/database.ts'
import { containing, type ListPlan, listPage, sortOf } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import { countByStatus } from '#server/db/status-counts.ts'
import { WrittenPage, type WrittenRow } from '#server/db/written-page.ts'
import { badgeFilters, orderRowJson } from './order-rows.ts'

type Choice = RequestOf<(typeof orderListApi.getNeighbours)['spec']>['query']
type Query = RequestOf<(typeof salesApi.listOrders)['spec']>['query']

const sorts = {
  createdAt: { by: sql`o.created_at`, type: 'timestamptz' },
  orderDate: { by: sql`o.order_date`, type: 'date' },
  number: { by: sql`o.number`, type: 'text' },
  customer: { by: sql`lower(a.name)`, type: 'text', isJoined: true },
  total: { by: sql`o.total`, type: 'bigint' },
  // Orders without a requested date come last.
  requestedDate: { by: sql`coalesce(o.requested_date, 'infinity'::date)`, type: 'date' },
} as const satisfies Record<string, Omit<ListPlan['sort'], 'descending'>>

const columnsOf = (seesInvoices: boolean) =>
  selection<WrittenRow, { o: 'sales_orders' }>({ id: 'o.id', json: orderRowJson(seesInvoices) })
const columns = { withPayment: columnsOf(true), plain: columnsOf(false) }

/** Filters and sorting of the order list. */
export function orderPlan(query: Choice, seesInvoices = false): ListPlan<WrittenRow> {
  const { name, descending } = sortOf(query.sort)
  const where = [sql`o.deleted_at is null`]
  if (query.status) where.push(sql`o.status = ${query.status}`)
  if (query.account) where.push(sql`o.account_id = ${query.account}`)
  if (query.from) where.push(sql`o.order_date >= ${query.from}`)
  if (query.to) where.push(sql`o.order_date <= ${query.to}`)
  if (query.sale) where.push(sql`is_sale(o.status, o.deleted_at)`)
  if (query.item) where.push(sql`o.id in (select l.order_id from sales_order_lines l where l.item_id = ${query.item})`)
  if (query.category)
    where.push(sql`o.id in (select l.order_id from sales_order_lines l join items i on i.id = l.item_id
      where i.category_id = ${query.category})`)
  if (query.badge) where.push(badgeFilters[query.badge])
  if (query.q) {
    const like = containing(query.q)
    // One set of matching ids: an "or" of two conditions would scan all orders.
    where.push(sql`o.id in (with hit as materialized (select h.id from sales_orders h where h.deleted_at is null
        and (h.number || ' ' || coalesce(h.reference, '')) ilike ${like}
      union select h.id from sales_orders h where h.deleted_at is null
        and h.account_id in (select b.id from accounts b where (b.name || ' ' || coalesce(b.code, '')) ilike ${like})) select id from hit)`)
  }
  return {
    columns: seesInvoices ? columns.withPayment : columns.plain,
    from: sql`sales_orders o join accounts a on a.id = o.account_id`,
    narrow: name === 'customer' ? sql`sales_orders o join accounts a on a.id = o.account_id` : sql`sales_orders o`,
    where,
    sort: { ...sorts[name], descending },
    id: sql`o.id`,
    planEachTime: Boolean(query.q),
  }
}

export async function listOrders(db: Db, query: Query, seesInvoices: boolean): Promise<WrittenPage<OrderRow>> {
  return new WrittenPage(await listPage(db, orderPlan(query, seesInvoices), query))
}

export const countOrders = (db: Db) => countByStatus(db, sql`sales_orders where deleted_at is null`, orderStatuses)
