import { usageEffects } from '#server/kernel/shipped-goods.ts'
import { sql } from 'kysely'
import { can } from '#shared/access/can.ts'
import { awaitedPurchases } from '#shared/purchasing/orders/purchase-transitions.ts'
import { type DateSpan, daysOf } from '#shared/reports/date-range.ts'
import { type DeletedKind, deletedKindNames, deletedKinds } from '#shared/reports/deleted-kinds.ts'
import { type LowStockRow, maxStockRows, type SupplierDelivery } from '#shared/reports/inventory-api.ts'
import type { Db } from '#server/db/database.ts'
import { oneOf } from '#server/db/one-of.ts'
import { lineExpectedOn } from '#server/kernel/expected-goods.ts'
import { stockStatusSql } from '#server/inventory/stock/product-rows.ts'
import { availableSql } from '#server/kernel/usable-lots.ts'
import type { Caller } from '#server/kernel/work.ts'
import { deletedRules } from '#server/trash/deleted-kinds.ts'
import { rowsOf } from '#server/trash/deleted-rule.ts'

/** The lead time and punctuality of suppliers, from each valid receipt. */
export async function listSupplierDeliveries(db: Db, { start, end }: DateSpan): Promise<SupplierDelivery[]> {
  const { rows } = await sql<SupplierDelivery>`select s.id, s.name, count(*) as receipts,
      round(avg(g.received_date - o.order_date), 1)::float8 as "leadTimeDays",
      round(avg(x.last - o.order_date), 1)::float8 as "promisedDays",
      count(x.last) as promised, count(*) filter (where g.received_date <= x.first) as "onTime"
    from goods_receipts g join purchase_orders o on o.id = g.order_id join suppliers s on s.id = o.supplier_id
    cross join lateral (select min(${lineExpectedOn('l', 'o')}) as first, max(${lineExpectedOn('l', 'o')}) as last
      from goods_receipt_lines r join purchase_order_lines l on l.id = r.order_line_id where r.receipt_id = g.id) x
    where g.reversed_at is null and o.deleted_at is null and g.received_date between ${start}::date and ${end}::date
    group by s.id order by count(*) desc, lower(s.name), s.id limit ${maxStockRows}`.execute(db)
  return rows
}

/** Products that are low or out of stock, those that run out first at the top. */
export async function listLowStock(db: Db, span: DateSpan): Promise<{ total: number; data: LowStockRow[] }> {
  const days = daysOf(span)
  const { rows } = await sql<LowStockRow & { total: number }>`with used as (
      select item_id, sum(-quantity)::bigint as quantity from stock_days
      where day between ${span.start}::date and ${span.end}::date
        and effect in ${usageEffects} group by 1),
    coming as (
      select l.item_id, sum(greatest(l.quantity - l.received, 0))::bigint as quantity
      from purchase_orders o join purchase_order_lines l on l.order_id = o.id
      where o.status in ${oneOf(awaitedPurchases)} and o.deleted_at is null group by 1),
    low as (
      select i.id, i.name, i.sku, ${stockStatusSql} as "stockStatus", ${availableSql} as available, t.low_at as threshold,
        greatest(coalesce(u.quantity, 0), 0) as consumed, coalesce(c.quantity, 0) as "onOrder"
      from items i join item_stock t on t.item_id = i.id left join used u on u.item_id = i.id left join coming c on c.item_id = i.id
      where i.kind = 'product' and i.deleted_at is null and ${availableSql} <= t.low_at)
    select *, case when consumed > 0 then floor(greatest(available, 0)::numeric * ${days}::int / consumed)::int end as "daysLeft",
      count(*) over () as total
    from low order by "daysLeft" nulls last, available, lower(name), id limit ${maxStockRows}`.execute(db)
  return { total: rows[0]?.total ?? 0, data: rows.map(({ total: _total, ...row }) => row) }
}

/** The number of deleted records of each kind that the caller may view. */
export async function countDeleted(
  db: Db,
  caller: Caller,
  { start, end }: DateSpan,
): Promise<{ kind: DeletedKind; count: number }[]> {
  const kinds = deletedKindNames.filter((kind) => can(caller, `${deletedKinds[kind].module}.view`))
  if (kinds.length === 0) return []
  const parts = kinds.map((kind) => {
    const rule = deletedRules[kind]
    return sql`select ${kind}::text as kind, count(*) as count from ${sql.table(rule.table)} t
      where t.deleted_at is not null and ${rowsOf(rule)} and company_day(t.deleted_at) between ${start}::date and ${end}::date`
  })
  const { rows } = await sql<{
    kind: DeletedKind
    count: number
  }>`select * from (${sql.join(parts, sql` union all `)}) d
    where count > 0 order by count desc, kind`.execute(db)
  return rows
}
