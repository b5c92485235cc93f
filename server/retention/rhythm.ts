import { type RawBuilder, sql } from 'kysely'
import { rhythmNeedsOrders, rhythmWindowDays } from '#shared/retention/rhythm.ts'
import type { Db } from '#server/db/database.ts'

const maxUsualItems = 3

/**
 * One row `(days, items)`: a customer's usual days from one order to the next, and their most frequent products with the median
 * quantity. Same rules as shared/retention/rhythm.ts; a test compares the two.
 */
export const rhythmOf = (account: RawBuilder<unknown>, lastOrder: RawBuilder<unknown>) => sql`(
    with bought as (
      select l.item_id, o.order_date, sum(l.quantity) as quantity,
        o.order_date - lag(o.order_date) over (partition by l.item_id order by o.order_date) as gap
      from sales_orders o join sales_order_lines l on l.order_id = o.id
      where o.account_id = ${account} and o.deleted_at is null and o.status <> 'CANCELLED'
        and o.order_date > ${lastOrder} - ${sql.lit(rhythmWindowDays)}
      group by l.item_id, o.order_date),
    products as (
      select item_id, count(*) as orders, percentile_disc(0.5) within group (order by quantity)::int as quantity,
        case when count(*) >= ${sql.lit(rhythmNeedsOrders)}
          then round((percentile_cont(0.5) within group (order by gap))::numeric)::int end as every
      from bought group by item_id)
    select (select round((percentile_cont(0.5) within group (order by every))::numeric)::int from products) as days,
      coalesce((select json_agg(json_build_object('itemId', i.id, 'name', i.name, 'sku', i.sku, 'quantity', p.quantity,
          'everyDays', p.every) order by p.orders desc, i.name)
        from (select * from products order by orders desc, item_id limit ${sql.lit(maxUsualItems)}) p
        join items i on i.id = p.item_id), '[]'::json) as items)`

const batchSize = 500

/** Computes the rhythm of customers with a new last order, in batches. */
export async function refreshRhythms(db: Db, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const rhythms = sql<{ account_id: string; last_order_date: string; days: number | null }>`(
      select s.account_id, s.last_order_date, r.days
      from (select account_id, last_order_date from retention_customers
        where last_order_date is not null and rhythm_of is distinct from last_order_date
        order by account_id limit ${batchSize}) s
      cross join lateral ${rhythmOf(sql`s.account_id`, sql`s.last_order_date`)} r)`
    const done = await db
      .updateTable('retention_customers as c')
      .from(rhythms.as('t'))
      .set((eb) => ({ rhythm_of: eb.ref('t.last_order_date'), rhythm_days: eb.ref('t.days') }))
      .whereRef('c.account_id', '=', 't.account_id')
      .whereRef('c.last_order_date', '=', 't.last_order_date')
      .executeTakeFirstOrThrow()
    if (Number(done.numUpdatedRows) < batchSize || signal?.aborted) return
  }
}
