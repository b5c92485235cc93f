import { type RawBuilder, sql } from 'kysely'

/**
 * `abc(item_id, class)` as a CTE: classifies items by the value at cost of their usage in the year before `now` (sold, put into
 * kits or made into products), largest first. A: items that make up 80 % of it together; B: up to 95 %; C: all others, and items
 * without usage.
 */
export const abcClasses = (now: Date): RawBuilder<unknown> => sql`abc_used as (
    select item_id, -sum(d_on_hand) as pieces from stock_entry
    where effect in ('SHIP', 'UNSHIP', 'RESTOCK', 'KIT_OUT', 'UNKIT_IN', 'MAKE_OUT', 'SCRAP', 'UNMAKE_IN') and at > ${now}::timestamptz - interval '365 days' group by item_id),
  abc_valued as (
    select i.id, greatest(coalesce(u.pieces, 0), 0) * i.cost as value
    from items i left join abc_used u on u.item_id = i.id where i.deleted_at is null),
  abc_ranked as (
    select id, value, sum(value) over () as total,
      coalesce(sum(value) over (order by value desc, id rows between unbounded preceding and 1 preceding), 0) as before
    from abc_valued),
  abc as (
    select id as item_id, case when value = 0 then 'C' when before < total * 0.8 then 'A'
      when before < total * 0.95 then 'B' else 'C' end as class
    from abc_ranked)`
