import { sql } from 'kysely'
import { companyDay } from './company-day.ts'

/**
 * The history of each item's average cost, as CTEs that end with `steps(item_id, first, until, cost, before)`: `cost`, in
 * ten-thousandths, applies from the day `first` up to, but not including, `until`; `before` is the previous cost. If a cost
 * changes several times on a day, the last change counts. Before the first change, its old amount applies.
 */
export const costSteps = sql`changed as materialized (
    select item_id, id, ${companyDay('at')} as day, old_amount, new_amount from price_changes where price = 'cost'),
  steps as materialized (
    select item_id, first, lead(first, 1, 'infinity') over w as until, cost, lag(cost) over w as before
    from (
      select item_id, day as first, new_amount as cost
        from (select distinct on (item_id, day) * from changed order by item_id, day, id desc) last_of_day
      union all
      select * from (select distinct on (item_id) item_id, '-infinity'::date, old_amount from changed
        order by item_id, day, id) before_first
      union all
      select i.id, '-infinity', i.cost from items i where not exists (select 1 from changed c where c.item_id = i.id)) costs
    window w as (partition by item_id order by first))`
