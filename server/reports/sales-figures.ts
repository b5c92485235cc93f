import { sql } from 'kysely'
import { notSales } from '#shared/reports/api.ts'
import type { DateRange } from '#shared/reports/date-range.ts'
import { formatAmount, sum } from '#shared/money.ts'
import type { Db } from '#server/db/database.ts'

interface Row {
  start: string | null
  end: string | null
  total: string
  orders: number
}

/** Sales by period, including periods without sales, and the sales of the range right before. One statement over the daily sums. */
export async function getSalesFigures(db: Db, range: DateRange) {
  const { start, end, groupBy, previous } = range
  const unit = sql`${groupBy}::text`
  const step = sql`('1 ' || ${unit})::interval`
  // timestamp, not timestamptz: days don't depend on the session's time zone.
  const periodOf = sql`date_trunc(${unit}, day::timestamp)`
  const { rows } = await sql<Row>`/* plan each time */
    with sold as (
      select case when day >= ${start}::date then ${periodOf} end as period, sum(total) as total, sum(orders)::bigint as orders
      from sales_days where day between ${previous?.start ?? start}::date and ${end}::date and status <> all(${notSales}) group by 1),
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
