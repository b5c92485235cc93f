import { sql } from 'kysely'
import { returnableOrders } from '#shared/sales/orders/order-transitions.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { RequestOf, Reply } from '#shared/http/route.ts'
import { formatAmount } from '#shared/money.ts'
import { type ReturnStatus, returnStatuses } from '#shared/sales/returns/return-transitions.ts'
import type { ReturnRow, returnsApi } from '#shared/sales/returns/api.ts'
import type { Db } from '#server/db/database.ts'
import { containing, type ListPlan, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import { countByStatus } from '#server/db/status-counts.ts'

type Query = RequestOf<(typeof returnsApi.listReturns)['spec']>['query']

export const returnFrom = sql`sales_returns r join sales_orders o on o.id = r.order_id join accounts a on a.id = r.account_id
  left join credit_notes n on n.return_id = r.id`

export const returnColumns = selection<
  ReturnSqlRow,
  { o: 'sales_orders'; a: 'accounts'; n: 'credit_notes'; r: 'sales_returns' }
>({
  id: 'r.id',
  number: 'r.number',
  order_id: 'o.id',
  order_number: 'o.number',
  account_id: 'a.id',
  account_name: 'a.name',
  status: 'r.status',
  quantity: 'r.quantity',
  received: 'r.received',
  note_id: 'n.id',
  note_number: 'n.number',
  note_total: 'n.total',
  created_at: 'r.created_at',
})

export interface ReturnSqlRow {
  id: string
  number: string
  order_id: string
  order_number: string
  account_id: string
  account_name: string
  status: ReturnStatus
  quantity: number
  received: number | null
  note_id: string | null
  note_number: string | null
  note_total: number | null
  created_at: string
}

export const returnRow = (row: ReturnSqlRow): ReturnRow => ({
  id: row.id,
  number: row.number,
  order: { id: row.order_id, number: row.order_number },
  account: { id: row.account_id, name: row.account_name },
  status: row.status,
  quantity: row.quantity,
  received: row.received,
  creditNote: row.note_id
    ? { id: row.note_id, number: row.note_number ?? '', total: formatAmount(row.note_total ?? 0) }
    : null,
  createdAt: row.created_at,
})

const sorts = {
  createdAt: { by: sql`r.created_at`, type: 'timestamptz' },
  number: { by: sql`r.number`, type: 'text' },
  account: { by: sql`lower(a.name)`, type: 'text', isJoined: true },
} as const satisfies Record<string, Omit<ListPlan['sort'], 'descending'>>

/** Returns by number, customer, order or status. */
export async function listReturns(db: Db, query: Query) {
  const { name, descending } = sortOf(query.sort)
  const where = [sql`true`]
  if (query.status) where.push(sql`r.status = ${query.status}`)
  if (query.account) where.push(sql`r.account_id = ${query.account}`)
  if (query.order) where.push(sql`r.order_id = ${query.order}`)
  if (query.q) {
    const like = containing(query.q)
    where.push(sql`r.id in (with hit as materialized (select h.id from sales_returns h where h.number ilike ${like}
      union select h.id from sales_returns h where h.order_id in (select k.id from sales_orders k where k.deleted_at is null
        and (k.number || ' ' || coalesce(k.reference, '')) ilike ${like} and k.number ilike ${like})
      union select h.id from sales_returns h where h.account_id in (select b.id from accounts b where b.name ilike ${like}))
      select id from hit)`)
  }
  const listed = await listPage(
    db,
    {
      columns: returnColumns,
      from: returnFrom,
      narrow: name === 'account' ? sql`sales_returns r join accounts a on a.id = r.account_id` : sql`sales_returns r`,
      where,
      sort: { ...sorts[name], descending },
      id: sql`r.id`,
      planEachTime: Boolean(query.q),
    },
    query,
  )
  return pageOfRows(listed, returnRow)
}

export const countReturns = (db: Db) => countByStatus(db, sql`sales_returns`, returnStatuses)

type OrderQuery = RequestOf<(typeof returnsApi.listReturnOrders)['spec']>['query']

/** Orders that were delivered or whose delivery failed, for the form's picker. */
export async function listReturnOrders(
  db: Db,
  { q, limit }: OrderQuery,
): Promise<Reply<(typeof returnsApi.listReturnOrders)['spec']>> {
  const like = q ? containing(q) : null
  const found = like
    ? sql`o.id in (with hit as materialized (select h.id from sales_orders h where h.deleted_at is null
        and (h.number || ' ' || coalesce(h.reference, '')) ilike ${like} and h.number ilike ${like}
      union select h.id from sales_orders h where h.deleted_at is null
        and h.account_id in (select b.id from accounts b where b.name ilike ${like})) select id from hit)`
    : sql`true`
  const { rows } = await sql<
    Reply<(typeof returnsApi.listReturnOrders)['spec']>['data'][number]
  >`${sql.raw(like ? '/* plan each time */ ' : '')}
    select o.id, o.number, json_build_object('id', a.id, 'name', a.name) as account, o.delivered_date as "deliveredDate",
      o.status = 'FAILED_DELIVERY' as failed
    from sales_orders o join accounts a on a.id = o.account_id
    where o.deleted_at is null and o.status in ${oneOf(returnableOrders)}
      and ${found}
    order by o.order_date desc, o.id desc limit ${limit}`.execute(db)
  return { data: rows }
}
