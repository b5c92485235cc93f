import { sql } from 'kysely'
import { companyDay } from '#server/kernel/company-day.ts'

/**
 * What an item cost on average from a day until another: `steps` of item_id, first, until (that day no more), cost in
 * ten-thousandths. Of several changes on a day the last one holds; before the first change what it changed from.
 */
export const costSteps = sql`changed as materialized (
    select item_id, id, ${companyDay('at')} as day, old_amount, new_amount from price_changes where price = 'cost'),
  steps as materialized (
    select item_id, day as first, lead(day, 1, 'infinity') over (partition by item_id order by day) as until, new_amount as cost
      from (select distinct on (item_id, day) * from changed order by item_id, day, id desc) last_of_day
    union all
    select * from (select distinct on (item_id) item_id, '-infinity'::date, day, old_amount from changed
      order by item_id, day, id) before_first
    union all
    select i.id, '-infinity', 'infinity', i.cost from items i where not exists (select 1 from changed c where c.item_id = i.id))`

/** What the receipts of each lot that stand came to, with their fees: added up once, not for every entry. */
export const lotReceipts = sql`(
  select r.lot_id, sum(r.value + r.fees) as value, sum(r.quantity) as quantity
  from goods_receipt_lines r join goods_receipts g on g.id = r.receipt_id where g.reversed_at is null group by r.lot_id)`

/**
 * What pieces of a lot cost in minor units: what its receipts cost (`c`, of `lotReceipts`), else what it was made for, else the
 * item's average cost now; `b` is the lot, `i` the item. Divided last: half a cent must stay half a cent.
 */
export const lotCost = (
  pieces: ReturnType<typeof sql>,
) => sql`round(coalesce(${pieces} * c.value / nullif(c.quantity, 0),
  ${pieces} * b.unit_cost / 100.0, ${pieces} * i.cost / 100.0, 0))::bigint`
