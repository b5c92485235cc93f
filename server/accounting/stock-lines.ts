import { sql } from 'kysely'
import { costSteps } from '#server/kernel/cost-steps.ts'
import { saleEffects } from '#server/kernel/shipped-goods.ts'

/** The offsetting account of the inventory account, by the effect and source of the stock entry. */
const roleOfEffect = sql`case
    when e.effect in ${saleEffects} then 'costOfSales'
    when e.effect = 'INITIAL' or e.source_type = 'import' then 'openingStock'
    when e.effect in ('RECEIVE', 'UNRECEIVE', 'SEND_BACK') then 'goodsReceived'
    when e.effect in ('ADD', 'REDUCE', 'ADJUST') then 'stockAdjustments'
    when e.source_type in ('production', 'kit') then 'production'
    when e.effect in ('WRITE_OFF', 'SCRAP') then 'writeOffs'
    else 'transit' end`

/**
 * The value of a stock entry according to its own document, in ten-thousandths; null if only its item's cost gives it. Few
 * entries have such a document: it is looked up only for these.
 */
const documentWorth = sql`case e.source_type
    when 'purchase_order' then case when e.effect <> 'SEND_BACK' then (select sign(e.d_on_hand::numeric) * (r.value + r.fees) * 100
      from goods_receipt_lines r where r.id = e.source_line_id) end
    when 'production' then coalesce(
      (select e.d_on_hand * m.cost::numeric / m.quantity from production_run_lines m where m.id = e.source_line_id),
      case when e.effect in ('MAKE_IN', 'UNMAKE_OUT') then (select case e.effect when 'MAKE_IN' then p.total_cost else -p.total_cost end
        from production_runs p where p.id = e.source_id) when e.effect = 'SCRAP' then 0 end)
    when 'kit' then case e.effect
      when 'KIT_OUT' then (select e.d_on_hand * k.cost::numeric / k.quantity from kit_order_lines k where k.id = e.source_line_id)
      when 'KIT_IN' then (select o.total_cost from kit_orders o where o.id = e.source_id) end end`

/**
 * Stock entries as journal lines: CTEs that end with `stock_lines`, with the same columns as `money_lines`. Receipts and
 * production are valued by their documents, everything else at the average cost of its day. A change of the average cost is an
 * entry of its item, and the rounding differences of a day are one entry: so at the end of every day the inventory account
 * equals, to the cent, the stock at cost that reports show. Fees that land after the receipt (decision 136) are an entry of their
 * purchase order, and the expensed part of them is another.
 */
export const stockLines = sql`${costSteps},
  valued as materialized (
    select m.*, m.d_on_hand * c.cost as at_cost
    from (
      select e.op_id, e.source_type, e.source_id, e.item_id, (e.at at time zone d.zone)::date as day, ${roleOfEffect} as role,
        e.d_on_hand, ${documentWorth} as worth
      from days d cross join stock_entry e
      where e.d_on_hand <> 0 and e.at >= d.since::timestamp at time zone d.zone
        and e.at < (d.until + 1)::timestamp at time zone d.zone
      offset 0) m
      join steps c on c.item_id = m.item_id and c.first <= m.day and c.until > m.day),
  late_fees as materialized (
    select g.order_id, x.item_id, (f.at at time zone d.zone)::date as day, f.amount, f.landed
    from days d cross join purchase_fee_entries f
      join goods_receipt_lines x on x.id = f.receipt_line_id join goods_receipts g on g.id = x.receipt_id
    where f.at >= d.since::timestamp at time zone d.zone and f.at < (d.until + 1)::timestamp at time zone d.zone),
  operations as (
    select op_id, day, role, source_type, source_id,
      minor_units(coalesce(sum(worth), 0) + coalesce(sum(at_cost) filter (where worth is null), 0)) as amount
    from valued group by op_id, source_type, source_id, role, day),
  changes as (
    select s.item_id, s.first as day, s.cost - s.before as change from steps s cross join days d
    where s.first between d.since and d.until and s.before is not null and s.cost <> s.before),
  held as (
    select item_id, day, change, sum(quantity) over (partition by item_id order by day desc
        range between unbounded preceding and current row) as later
    from (select item_id, day, change, 0 as quantity from changes
      union all select s.item_id, s.day, null, s.quantity from stock_days s cross join days d
        where s.day >= d.since and s.item_id in (select item_id from changes)) x),
  repriced as (
    select h.item_id, h.day, (t.on_hand - h.later) * h.change as value from held h join item_stock t on t.item_id = h.item_id
    where h.change is not null),
  revalued as (
    select item_id, day, minor_units(sum(value)) as amount from (
      select item_id, day, value from repriced
      union all select item_id, day, at_cost - worth from valued where worth is not null
      union all select item_id, day, landed * -100 from late_fees) x
    group by item_id, day having minor_units(sum(value)) <> 0),
  booked as (
    select day, sum(amount) as amount from (
      select day, amount from operations union all select day, amount from revalued union all select day, landed from late_fees) x
    group by day),
  opening as (
    select coalesce(sum((t.on_hand - coalesce(l.quantity, 0)) * c.cost), 0) as value
    from days d cross join item_stock t
      left join (select s.item_id, sum(s.quantity) as quantity from stock_days s cross join days d where s.day >= d.since group by 1) l
        on l.item_id = t.item_id
      join steps c on c.item_id = t.item_id and c.first < d.since and c.until >= d.since),
  worth as (
    select day, (select value from opening) + sum(sum(value)) over (order by day) as value, sum(value) as change from (
      select day, value from repriced
      union all select s.day, s.quantity * c.cost from days d cross join stock_days s
        join steps c on c.item_id = s.item_id and c.first <= s.day and c.until > s.day
        where s.day between d.since and d.until) x
    group by day),
  rounded as (
    select w.day, minor_units(w.value) - minor_units(w.value - w.change) - coalesce(b.amount, 0) as amount
    from worth w left join booked b on b.day = w.day),
  stock_entries as (
    select md5(op_id || source_type || source_id || role)::uuid as entry, day, role as kind, source_type as document, source_id as document_id, role, amount from operations
    union all select md5('fees' || order_id || day)::uuid, day, 'goodsReceived', 'purchase_order', order_id, 'goodsReceived', sum(amount)
      from late_fees group by order_id, day
    union all select md5('expensed fees' || order_id || day)::uuid, day, 'revaluation', 'purchase_order', order_id, 'revaluation',
      sum(landed - amount) from late_fees group by order_id, day
    union all select md5('revaluation' || item_id || day)::uuid, day, 'revaluation', 'item', item_id, 'revaluation', amount
      from revalued
    union all select md5('rounding' || day)::uuid, day, 'rounding', null, null, 'revaluation', amount from rounded),
  stock_lines as (
    select s.entry, s.day, s.kind, s.document, s.document_id, null::uuid as partner_id,
      case when l.is_inventory then 'inventory' else s.role end as role, '' as key,
      case when l.is_inventory then s.amount else -s.amount end as amount
    from stock_entries s cross join (values (true), (false)) l(is_inventory))`
