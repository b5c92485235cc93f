import { sql } from 'kysely'
import { notSales } from '#shared/reports/api.ts'
import type { DateRange, DateSpan } from '#shared/reports/date-range.ts'
import { formatAmount, sum } from '#shared/money.ts'
import type { Db } from '#server/db/database.ts'

/** Orders that are sales, of a span of days by their order date; `o` is the order. */
export const salesOf = ({ start, end }: DateSpan) => sql`o.deleted_at is null and o.status <> all(${notSales})
  and o.order_date >= ${start}::date and o.order_date < ${end}::date + 1`

interface Row {
  start: string | null
  end: string | null
  total: string
  orders: number
}

/** Sales by period, every period of the range named, and what the days right before it brought. One statement. */
export async function getSalesFigures(db: Db, range: DateRange) {
  const { start, end, groupBy, previous } = range
  const unit = sql`${groupBy}::text`
  const step = sql`('1 ' || ${unit})::interval`
  // timestamp, not timestamptz: a day is a day, whatever the session's time zone.
  const periodOf = sql`date_trunc(${unit}, o.order_date::timestamp)`
  const { rows } = await sql<Row>`
    with sold as (
      select case when o.order_date >= ${start}::date then ${periodOf} end as period, sum(o.total) as total, count(*) as orders
      from sales_orders o where ${salesOf({ start: previous?.start ?? start, end })} group by 1),
    periods as (
      select period from generate_series(date_trunc(${unit}, ${start}::timestamp), ${end}::timestamp, ${step}) as period)
    select greatest(period::date, ${start}::date) as start,
      least((period + ${step})::date - 1, ${end}::date) as "end",
      coalesce(total, 0)::text as total, coalesce(orders, 0) as orders
    from periods left join sold using (period)
    union all
    select null, null, total::text, orders from sold where period is null
    order by start nulls last`.execute(db)
  const periods = rows.flatMap((row) => (row.start && row.end ? [{ ...row, start: row.start, end: row.end }] : []))
  const before = rows.find((row) => row.start === null)
  return {
    total: formatAmount(sum(periods.map((row) => BigInt(row.total)))),
    orders: periods.reduce((orders, row) => orders + row.orders, 0),
    previousTotal: previous && formatAmount(BigInt(before?.total ?? 0)),
    periods: periods.map((row) => ({ ...row, total: formatAmount(BigInt(row.total)) })),
  }
}
