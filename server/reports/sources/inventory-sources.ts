import { sql } from 'kysely'
import { daysOf } from '#shared/reports/date-range.ts'
import { isNotifiedSql } from '#server/inventory/recalls/notified.ts'
import { isShipment } from '#server/kernel/shipped-goods.ts'
import { hasExpired, lastDay } from '#server/kernel/usable-lots.ts'
import { category, customer, item, location, supplier } from './dimensions.ts'
import { column, columnsNamed, isAround, nameIn, type ReportDays, type ReportSource } from './report-source.ts'
import { receivables } from './receivables-source.ts'
import { costSteps } from '#server/kernel/cost-steps.ts'
import { lotCost, lotReceipts } from './stock-cost.ts'
import { stockValue } from './stock-value-source.ts'
import { companyDay, companyToday } from '#server/kernel/company-day.ts'

/**
 * The ABC/XYZ class of each item sold in the range. A: the items before 80 % of the cumulated revenue, largest first, B: before
 * 95 %. X: the standard deviation of weekly sales is up to half of the mean, Y: up to the mean.
 */
const classes = (days: ReportDays) => sql`
  weekly as (
    select item_id, (day - ${days.start}::date) / 7 as week, sum(net) as net, sum(quantity) as quantity
    from item_sales_days where day between ${days.start}::date and ${days.end}::date group by 1, 2),
  sold as (
    select item_id, sum(net) as net, sum(quantity) as quantity, sum(quantity * quantity) as squares,
      ${Math.ceil(daysOf(days) / 7)}::int as weeks from weekly group by 1),
  ranked as (
    select *, sum(net) over () as total, coalesce(sum(net) over before, 0) as before from sold
    window before as (order by net desc, item_id rows between unbounded preceding and 1 preceding)),
  classed as materialized (
    select item_id, case when before < total * 0.8 then 'A' when before < total * 0.95 then 'B' else 'C' end as abc,
      case when quantity <= 0 then 'Z' when weeks * squares <= 1.25 * quantity * quantity then 'X'
        when weeks * squares <= 2 * quantity * quantity then 'Y' else 'Z' end as xyz
    from ranked)`

/** Items sold only in a compared range: they count in its total. */
const unclassed = sql`'Not sold in this period'`

const classedSums = (days: ReportDays) => sql`(with ${classes(days)}
  select d.day, d.item_id, d.net, d.quantity, coalesce(c.abc, ${unclassed}) as abc, coalesce(c.xyz, ${unclassed}) as xyz,
    coalesce(c.abc || c.xyz, ${unclassed}) as class
  from item_sales_days d left join classed c on c.item_id = d.item_id) f`

const classedLines = (days: ReportDays) => sql`(with ${classes(days)}
  select l.id as row_id, o.order_date as day, l.item_id, l.net, l.quantity, c.abc, c.xyz, c.abc || c.xyz as class,
    'order' as record_kind, o.id as record_id, o.number as record_name, i.name || ' (' || c.abc || c.xyz || ')' as detail
  from sales_orders o join sales_order_lines l on l.order_id = o.id join classed c on c.item_id = l.item_id
    join items i on i.id = l.item_id
  where is_sale(o.status, o.deleted_at)) f`

const isCorrection = sql`effect in ('ADD', 'REDUCE', 'ADJUST', 'WRITE_OFF', 'SCRAP') and d_on_hand <> 0`
const corrected = ({ spans }: ReportDays) => sql`(with ${costSteps},
  moved as materialized (
    select md5('entry ' || id)::uuid as row_id, ${companyDay('at')} as day, item_id, location_id, d_on_hand as quantity,
      coalesce(nullif(reason, ''), lower(effect)) as reason, coalesce(custom_reason, lower(replace(effect, '_', ' '))) as words
    from stock_entry where ${isCorrection} and ${isAround('at', spans)})
  select m.row_id, m.day, m.item_id, m.location_id, i.category_id, m.reason, m.quantity, minor_units(m.quantity * c.cost) as change,
    greatest(0, -minor_units(m.quantity * c.cost)) as shrinkage, 'item' as record_kind, i.id as record_id, i.name as record_name,
    l.name || ', ' || m.words as detail
  from moved m
    join steps c on c.item_id = m.item_id and c.first <= m.day and c.until > m.day
    join items i on i.id = m.item_id join locations l on l.id = m.location_id) f`

/** Stock on hand of lots after their last day, and write-offs of it later that were not sales. */
const gone = sql`(
  select 'expired' as what, e.lot_id, e.item_id, e.location_id, ${lastDay('b')} + 1 as day, sum(e.d_on_hand) as pieces
  from lots b join stock_entry e on e.item_id = b.item_id and e.lot_id = b.id
  where ${hasExpired('b', companyToday)} and not ${hasExpired('b', companyDay('e.at'))}
  group by e.lot_id, e.item_id, e.location_id, ${lastDay('b')}
  having sum(e.d_on_hand) > 0
  union all
  select 'written off', e.lot_id, e.item_id, e.location_id, ${companyDay('e.at')}, -sum(e.d_on_hand)
  from lots b join stock_entry e on e.item_id = b.item_id and e.lot_id = b.id
  where ${hasExpired('b', companyDay('e.at'))} and e.effect in ('REDUCE', 'ADJUST', 'WRITE_OFF', 'SCRAP') and e.d_on_hand <> 0
  group by 1, 2, 3, 4, 5)`

const expired = sql`(
  select md5('expired ' || x.lot_id || x.location_id || x.day || x.what)::uuid as row_id, x.day, x.item_id, x.location_id,
    i.category_id, coalesce(b.supplier_id, i.supplier_id) as supplier_id,
    case when x.what = 'expired' then x.pieces else 0 end as quantity,
    case when x.what = 'expired' then ${lotCost(sql`x.pieces`)} else 0 end as expired,
    case when x.what = 'expired' then 0 else ${lotCost(sql`x.pieces`)} end as written_off,
    'lot' as record_kind, x.lot_id as record_id, i.name || ', ' || b.lot_number as record_name,
    l.name || ', expiry ' || b.expiry_date || case when x.what = 'expired' then '' else ', written off' end as detail
  from ${gone} x
  join lots b on b.id = x.lot_id join items i on i.id = x.item_id join locations l on l.id = x.location_id
    left join ${lotReceipts} c on c.lot_id = x.lot_id) f`

const applied = sql`(
  select t.id, t.number, (select ${companyDay('max(m.at)')} from stock_count_moves m where m.count_id = t.id and m.to_status = 'APPLIED') as day
  from stock_counts t where t.status = 'APPLIED')`
const counted = sql`(with ${costSteps},
  applied as materialized ${applied}
  select n.id as row_id, t.day, n.item_id, n.location_id,
    (select e.actor_id from stock_count_entries e where e.line_id = n.id order by e.round desc limit 1) as actor_id, 1 as lines,
    (n.counted = n.expected)::int as exact, n.expected, abs(n.counted - n.expected) as off,
    minor_units(abs(n.counted - n.expected) * c.cost) as value, 'stock-count' as record_kind, n.count_id as record_id,
    t.number || ', ' || i.name as record_name, l.name || ': ' || n.counted || ' of ' || n.expected as detail
  from applied t join stock_count_lines n on n.count_id = t.id and n.counted is not null
    join steps c on c.item_id = n.item_id and c.first <= t.day and c.until > t.day
    join items i on i.id = n.item_id join locations l on l.id = n.location_id) f`

/** Active recalls: their lots, the shipped quantity, the notified customers, and the returns. */
const recalled = sql`(
  select md5(x.what || x.recall_id || coalesce(x.id, ''))::uuid as row_id, ${companyDay('x.at')} as day, x.recall_id, b.item_id, x.account_id,
    x.lots, x.shipped, x.notified, x.returned, 'recall' as record_kind, x.recall_id as record_id, r.number as record_name,
    concat_ws(', ', x.what, i.name, b.lot_number, a.name) as detail
  from (
    select 'Recalled' as what, l.lot_id::text as id, r.created_at as at, l.recall_id, l.lot_id, null::uuid as account_id, 1 as lots,
      0 as shipped, 0 as notified, 0 as returned
    from recalls r join recall_lots l on l.recall_id = r.id
    union all
    select 'Shipped', l.lot_id || ' ' || o.account_id, r.created_at, r.id, l.lot_id, o.account_id, 0, -sum(e.d_on_hand), 0, 0
    from recalls r join recall_lots l on l.recall_id = r.id join lots b on b.id = l.lot_id
      join stock_entry e on e.item_id = b.item_id and e.lot_id = b.id and e.at < r.created_at
      join sales_orders o on o.id = e.source_id
    where e.source_type = 'sales_order' and ${isShipment('e')} group by r.id, l.lot_id, o.account_id having sum(e.d_on_hand) <> 0
    union all
    select 'Notified', account_id::text, told_at, recall_id, null, account_id, 0, 0, 1, 0 from recall_customers t
      where ${isNotifiedSql('t')}
    union all
    select 'Came back', id::text, at, recall_id, lot_id, account_id, 0, 0, 0, quantity from recall_returns) x
  join recalls r on r.id = x.recall_id and r.status <> 'WITHDRAWN' left join lots b on b.id = x.lot_id
  left join items i on i.id = b.item_id left join accounts a on a.id = x.account_id) f`

const where = sql`true`
const inWords = sql`upper(left(g.key::text, 1)) || replace(substr(g.key::text, 2), '_', ' ')`

export const inventorySources = {
  receivables,
  'stock-value': stockValue,
  'abc-xyz': {
    rows: classedSums,
    records: classedLines,
    known: sql`item_sales_days f`,
    where,
    measures: columnsNamed('net', 'quantity'),
    dimensions: {
      class: { key: column('class') },
      abc: { key: column('abc') },
      xyz: { key: column('xyz') },
      item,
    },
  },
  adjustments: {
    rows: corrected,
    known: sql`(select ${companyDay('at')} as day from stock_entry where ${isCorrection}) f`,
    where,
    measures: columnsNamed('shrinkage', 'change', 'quantity'),
    dimensions: { reason: { key: column('reason'), label: inWords, isText: true }, item, location, category },
  },
  'expiry-cost': {
    rows: expired,
    known: sql`${gone} f`,
    where,
    measures: { ...columnsNamed('expired', 'quantity'), writtenOff: column('written_off') },
    dimensions: { item, category, supplier, location },
  },
  'count-accuracy': {
    rows: counted,
    known: sql`(select t.day from ${applied} t
      where exists (select 1 from stock_count_lines n where n.count_id = t.id and n.counted is not null)) f`,
    where,
    measures: columnsNamed('lines', 'exact', 'expected', 'off', 'value'),
    dimensions: { location, item, counter: { key: column('actor_id'), label: nameIn('users') } },
  },
  recalls: {
    rows: recalled,
    where,
    measures: columnsNamed('lots', 'shipped', 'notified', 'returned'),
    dimensions: {
      recall: { key: column('recall_id'), label: sql`(select r.number from recalls r where r.id = g.key)` },
      item,
      customer,
    },
  },
} as const satisfies Record<string, ReportSource>
