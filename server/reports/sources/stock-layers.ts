import { sql } from 'kysely'
import { companyDay } from '#server/kernel/company-day.ts'

/**
 * FIFO layers with their unit cost in ten-thousandths: receipts and production at the cost of their documents, all others at
 * the average cost of the day. Only the good pieces of a production run count: they bear the cost of the rejected ones. `gone`:
 * from when on a reversed receipt or run doesn't count any more, or has another cost because fees landed after it (decision
 * 136): then another layer with that cost replaces it from `since` on. The day of an entry (`came`) is computed once, before it
 * is joined to the cost history.
 */
export const stockLayers = sql`came as materialized (
    select id, item_id, ${companyDay('at')} as day, d_on_hand, effect, source_type, source_id, source_line_id from stock_entry
    where d_on_hand > 0 and effect in ('INITIAL', 'ADD', 'ADJUST', 'RECEIVE', 'MAKE_IN', 'KIT_IN')),
  late_fees as (
    select receipt_line_id, ${companyDay('at')} as day, sum(amount) as amount from purchase_fee_entries group by 1, 2),
  fee_steps as (
    select receipt_line_id, day as since, lead(day, 1, 'infinity') over upto as until, sum(amount) over upto as fees
      from late_fees window upto as (partition by receipt_line_id order by day)
    union all select receipt_line_id, '-infinity', min(day), 0 from late_fees group by 1),
  layers as materialized (
    select e.id, e.item_id, e.day, coalesce(p.quantity, e.d_on_hand) as quantity,
      coalesce((r.value + r.fees + coalesce(f.fees, 0)) * 100.0 / nullif(r.quantity, 0), p.total_cost / nullif(p.quantity, 0)::numeric,
        k.total_cost / nullif(k.quantity, 0)::numeric, c.cost, 0) as unit,
      coalesce(f.since, '-infinity') as since,
      least(coalesce(${companyDay('g.reversed_at')}, ${companyDay('u.at')}, 'infinity'), coalesce(f.until, 'infinity')) as gone,
      coalesce(g.number, p.number, k.number, initcap(e.effect)) as name
    from came e
      left join goods_receipt_lines r on e.source_type = 'purchase_order' and r.id = e.source_line_id
      left join fee_steps f on f.receipt_line_id = r.id
      left join goods_receipts g on g.id = r.receipt_id
      left join production_runs p on e.source_type = 'production' and p.id = e.source_id
      left join production_runs u on u.reverses_id = p.id
      left join kit_orders k on e.source_type = 'kit' and k.id = e.source_id
      left join steps c on c.item_id = e.item_id and c.first <= e.day and c.until > e.day)`
