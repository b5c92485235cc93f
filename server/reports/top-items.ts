import { sql } from 'kysely'
import { topItemsShown } from '#shared/reports/api.ts'
import type { DateSpan } from '#shared/reports/date-range.ts'
import { formatAmount } from '#shared/money.ts'
import type { Db } from '#server/db/database.ts'

/** The items with the highest revenue. One statement over the daily sums. */
export async function listTopItems(db: Db, { start, end }: DateSpan) {
  const { rows } = await sql<{ id: string; name: string; quantity: number; total: string }>`/* plan each time */
    with best as (
      select item_id, sum(quantity)::bigint as quantity, sum(net) as total
      from item_sales_days where day between ${start}::date and ${end}::date
      group by item_id having sum(quantity) <> 0 order by sum(net) desc, item_id limit ${topItemsShown})
    select i.id, i.name, b.quantity, b.total::text as total from best b join items i on i.id = b.item_id
    order by b.total desc, i.id`.execute(db)
  return rows.map((row) => ({ ...row, total: formatAmount(BigInt(row.total)) }))
}
