import { sql } from 'kysely'
import { unplacedPurchases } from '#shared/purchasing/orders/purchase-transitions.ts'
import { companyDay } from '#server/kernel/company-day.ts'
import { lineExpectedOn } from '#server/kernel/expected-goods.ts'
import { oneOf } from '#server/db/one-of.ts'
import { item, supplier } from './dimensions.ts'
import { column, columnsNamed, type ReportSource } from './report-source.ts'

/** Receipts, and fees that landed later, on their own day. */
const received = sql`(
  select l.id as row_id, g.received_date as day, o.supplier_id, l.item_id, l.value as goods, l.fees, 0 as expensed, l.quantity,
    'purchase' as record_kind, o.id as record_id, o.number || ', ' || g.number as record_name, i.name as detail
  from goods_receipt_lines l join goods_receipts g on g.id = l.receipt_id join purchase_orders o on o.id = g.order_id
    join items i on i.id = l.item_id
  where g.reversed_at is null and o.deleted_at is null
  union all
  select md5('fees ' || e.id)::uuid, ${companyDay('e.at')}, o.supplier_id, l.item_id, 0, e.amount, e.amount - e.landed, 0, 'purchase', o.id,
    o.number || ', ' || g.number, i.name
  from purchase_fee_entries e join goods_receipt_lines l on l.id = e.receipt_line_id join goods_receipts g on g.id = l.receipt_id
    join purchase_orders o on o.id = g.order_id join items i on i.id = l.item_id where o.deleted_at is null) f`

/** Lines whose unit cost differs from the previous line for the same item from the same supplier; costs in ten-thousandths. */
const priced = sql`(
  select p.id as row_id, p.order_date as day, p.supplier_id, p.item_id, 1 as lines, p.total as spend,
    round((p.unit_cost - p.before) * p.quantity / 100.0)::bigint as change,
    'purchase' as record_kind, p.order_id as record_id, p.number as record_name, i.name as detail
  from (select l.id, o.order_date, o.supplier_id, l.item_id, l.total, l.unit_cost, l.quantity, o.id as order_id, o.number,
      lag(l.unit_cost) over (partition by o.supplier_id, l.item_id order by o.order_date, o.created_at, l.position, l.id) as before
    from purchase_orders o join purchase_order_lines l on l.order_id = o.id
    where o.deleted_at is null and o.status not in ${oneOf(unplacedPurchases)}) p
  join items i on i.id = p.item_id where p.before <> p.unit_cost) f`

/** Received orders with an expected date, on the day of the last receipt; late if any receipt came after its expected date. */
const served = sql`(
  select o.id as row_id, g.last as day, o.supplier_id, 1 as orders, (g.days_late <= 0)::int as on_time,
    q.is_full::int as in_full, (q.is_full and g.days_late <= 0)::int as both, g.last - o.order_date as lead_days,
    g.expected - o.order_date as promised_days,
    'purchase' as record_kind, o.id as record_id, o.number as record_name,
    case when g.days_late > 0 then g.days_late || ' days late' end as detail
  from purchase_orders o
  join lateral (select max(r.received_date) as last, max(${lineExpectedOn('l', 'o')}) as expected,
      max(r.received_date - ${lineExpectedOn('l', 'o')}) as days_late
    from goods_receipts r join goods_receipt_lines x on x.receipt_id = r.id join purchase_order_lines l on l.id = x.order_line_id
    where r.order_id = o.id and r.reversed_at is null) g on g.days_late is not null
  cross join lateral (select not exists (select 1 from purchase_order_lines l where l.order_id = o.id and l.received < l.quantity)
    as is_full) q
  where o.deleted_at is null) f`

const where = sql`true`

export const supplySources = {
  'landed-cost': {
    rows: received,
    where,
    measures: columnsNamed('goods', 'fees', 'expensed', 'quantity'),
    dimensions: { supplier, item },
  },
  'price-changes': {
    rows: priced,
    where,
    measures: columnsNamed('change', 'lines', 'spend'),
    dimensions: { supplier, item },
  },
  'supplier-service': {
    rows: served,
    where,
    measures: {
      ...columnsNamed('orders', 'both'),
      onTime: column('on_time'),
      inFull: column('in_full'),
      leadDays: column('lead_days'),
      promisedDays: column('promised_days'),
    },
    dimensions: { supplier },
  },
} as const satisfies Record<string, ReportSource>
