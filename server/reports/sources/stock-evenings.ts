import { sql } from 'kysely'
import type { ReportDays } from './report-source.ts'
import { costSteps } from '#server/kernel/cost-steps.ts'
import { stockLayers } from './stock-layers.ts'

/**
 * The totals of all locations at the end of each day, in one pass, equal to the cent to the rows of stock-value-source.ts: an
 * item is read where something about it changes and not for each day. The stock on hand is in the newest layers, so its value
 * is that of all layers so far less that of the oldest pieces, which have left, looked up in the item's running sums. If
 * receipts were reversed, or fees landed after them, an item has such sums for each set of valid layers (`version`).
 */
export const stockOnEvenings = ({ evenings }: ReportDays) => {
  const days = [...new Set(evenings)].toSorted()
  const list = sql`${days}::date[]`
  const [first, last] = [sql`${days[0] ?? null}::date`, sql`${days.at(-1) ?? null}::date`]
  /** The first of the evenings on or after a day. */
  const since = (day: string) => sql`width_bucket(${sql.ref(day)} - 1, ${list}) + 1`
  return sql`(with ${costSteps},
    ${stockLayers},
    costs as materialized (
      select item_id, array_agg(first order by first) as days, array_agg(cost order by first) as costs from steps group by 1),
    changes as (
      select item_id, at, sum(quantity) as quantity, max(taken_back) as taken_back from (
        select item_id, 1 as at, on_hand as quantity, 0 as taken_back from stock_balance
        union all select item_id, 1, -quantity, 0 from stock_days where day > ${first}
        union all select item_id, ${since('day')}, quantity, 0 from stock_days where day > ${first} and day <= ${last}
        union all select item_id, ${since('day')}, 0, 0 from layers where day > ${first} and day <= ${last}
        union all select item_id, ${since('gone')}, 0, 1 from layers where gone > ${first} and gone <= ${last}
        union all select item_id, ${since('first')}, 0, 0 from steps where first > ${first} and first <= ${last}) x
      group by 1, 2),
    states as materialized (
      select item_id, at, (${list})[at] as day, (sum(quantity) over upto)::bigint as quantity, sum(taken_back) over upto as version
      from changes window upto as (partition by item_id order by at)),
    versions as (select item_id, version, (${list})[min(at)] as day from states group by 1, 2),
    piles as materialized (
      select item_id, version, array_agg(day order by day, id) as days, array_agg(pieces order by day, id) as pieces,
        array_agg(value order by day, id) as value, array_agg(unit order by day, id) as unit
      from (select l.item_id, v.version, l.day, l.id, l.unit, (sum(l.quantity) over older)::bigint as pieces,
          sum(l.quantity * l.unit) over older as value
        from layers l join versions v on v.item_id = l.item_id and l.since <= v.day and l.gone > v.day
        window older as (partition by l.item_id, v.version order by l.day, l.id)) x
      group by 1, 2),
    stood as (
      select s.item_id, s.at, s.quantity, coalesce(c.costs[width_bucket(s.day, c.days)], 0) as cost, p.pieces, p.value, p.unit,
        width_bucket(s.day, p.days) as came
      from states s join costs c on c.item_id = s.item_id
        left join piles p on p.item_id = s.item_id and p.version = s.version),
    left_over as (
      select *, greatest(0, least(quantity, coalesce(pieces[came], 0))) as kept, coalesce(pieces[came], 0) as of_all from stood),
    gone_by as (
      select *, of_all - kept as used, coalesce(width_bucket(of_all - kept, pieces), 0) as before from left_over),
    valued as (
      select item_id, at, quantity, quantity * cost::numeric as average,
        case when quantity = 0 then 0 else (quantity - kept) * cost::numeric + case when kept = 0 then 0 else
          value[came] - coalesce(value[before], 0) - (used - coalesce(pieces[before], 0)) * unit[before + 1] end end as fifo
      from gone_by),
    summed as (
      select at, sum(quantity - quantity_before) as quantity, sum(average - average_before) as average, sum(fifo - fifo_before) as fifo
      from (select at, quantity, average, fifo, lag(quantity, 1, 0::bigint) over earlier as quantity_before,
          lag(average, 1, 0::numeric) over earlier as average_before, lag(fifo, 1, 0::numeric) over earlier as fifo_before
        from valued window earlier as (partition by item_id order by at)) d
      group by 1)
    select p.day, (sum(s.quantity) over upto)::bigint as quantity, minor_units(sum(s.average) over upto) as average,
      minor_units(round(sum(s.fifo) over upto, 4)) as fifo
    from unnest(${list}) with ordinality p(day, at) left join summed s on s.at = p.at
    window upto as (order by p.at)) f`
}
