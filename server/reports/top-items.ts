import { sql } from 'kysely'
import { topItemsShown } from '#shared/reports/api.ts'
import type { DateSpan } from '#shared/reports/date-range.ts'
import { formatAmount } from '#shared/money.ts'
import type { Db } from '#server/db/database.ts'
import { salesOf } from './sales-figures.ts'

/** The items that brought in the most. One statement. */
export async function listTopItems(db: Db, span: DateSpan) {
  const { rows } = await sql<{ id: string; name: string; quantity: number; total: string }>`
    with best as (
      select l.item_id, sum(l.quantity)::bigint as quantity, sum(l.net) as total
      from sales_orders o join sales_order_lines l on l.order_id = o.id where ${salesOf(span)}
      group by l.item_id order by sum(l.net) desc, l.item_id limit ${topItemsShown})
    select i.id, i.name, b.quantity, b.total::text as total from best b join items i on i.id = b.item_id
    order by b.total desc, i.id`.execute(db)
  return rows.map((row) => ({ ...row, total: formatAmount(BigInt(row.total)) }))
}
