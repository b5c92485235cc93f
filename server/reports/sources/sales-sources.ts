import { sql } from 'kysely'
import { category, customer, item } from './dimensions.ts'
import { column, columnsNamed, isAround, nameIn, type ReportDays, type ReportSource } from './report-source.ts'
import { lotCost, lotReceipts } from './stock-cost.ts'
import { companyDay } from '#server/kernel/company-day.ts'
import { isShipment } from '#server/kernel/shipped-goods.ts'

const isOrderShipment = (entry: string) => sql`${isShipment(entry)}
  and ${sql.ref(`${entry}.source_type`)} = 'sales_order' and ${sql.ref(`${entry}.d_on_hand`)} <> 0`

const shipmentAt = (direction: 'asc' | 'desc') => sql`(select e.at from stock_entry e where ${isOrderShipment('e')}
  order by e.at ${sql.raw(direction)} limit 1)`

/**
 * Goods shipped for order lines, or returned, each at its share of the line's net amount: the share up to an entry less the
 * share up to the one before, so that partial shipments add up to the line. Therefore all entries of a line are read, but only
 * of lines with an entry on the requested days.
 */
const shipped = ({ spans }: ReportDays) => sql`(
  select md5('entry ' || s.id)::uuid as row_id, s.day, s.item_id, i.category_id, o.account_id, o.created_by as rep_id,
    s.pieces as quantity, s.net, s.cost, s.net - s.cost as margin, 'order' as record_kind, o.id as record_id,
    o.number as record_name, i.name || coalesce(', ' || nullif(s.lot_number, 'none'), '') as detail
  from (select e.id, ${companyDay('e.at')} as day, e.item_id, e.source_id, -e.d_on_hand as pieces, b.lot_number,
      (round(l.net * sum(-e.d_on_hand) over up_to / l.quantity)
        - round(l.net * (sum(-e.d_on_hand) over up_to + e.d_on_hand) / l.quantity))::bigint as net,
      ${lotCost(sql`-e.d_on_hand`)} as cost
    from stock_entry e join sales_order_lines l on l.id = e.source_line_id join lots b on b.id = e.lot_id
      join items i on i.id = e.item_id left join ${lotReceipts} c on c.lot_id = e.lot_id
    where ${isOrderShipment('e')} and e.source_line_id in (
      select n.source_line_id from stock_entry n where ${isOrderShipment('n')} and ${isAround('n.at', spans)})
    window up_to as (partition by e.source_line_id order by e.id)) s
  join sales_orders o on o.id = s.source_id join items i on i.id = s.item_id) f`

/** Lines of confirmed orders. */
const confirmed = sql`(
  select l.id as row_id, o.order_date as day, l.item_id, o.account_id, 1 as lines, (not w.waited)::int as filled,
    w.waited::int as waited, case when w.waited and o.status = 'CANCELLED' then l.net else 0 end as lost,
    'order' as record_kind, o.id as record_id, o.number as record_name, i.name as detail
  from sales_orders o join sales_order_lines l on l.order_id = o.id join items i on i.id = l.item_id
  cross join lateral (select exists (select 1 from sales_order_moves m where m.order_id = o.id and m.to_status = 'AWAITING_STOCK')
    as waited) w
  where o.deleted_at is null and o.status <> 'PENDING'
    and (o.status <> 'CANCELLED' or exists (select 1 from sales_order_moves m where m.order_id = o.id
      and m.from_status = 'PENDING' and m.to_status <> 'CANCELLED'))) f`

/** Delivered orders with a requested date. */
const delivered = sql`(
  with short as materialized (
    select h.order_id from delivered_lines d join shipment_lines s on s.id = d.shipment_line_id join shipments h on h.id = s.shipment_id
    where h.deleted_at is null and d.delivered < s.quantity)
  select o.id as row_id, o.delivered_date as day, o.account_id, 1 as orders, (o.delivered_date <= o.requested_date)::int as on_time,
    p.is_full::int as in_full, (p.is_full and o.delivered_date <= o.requested_date)::int as both,
    'order' as record_kind, o.id as record_id, o.number as record_name,
    case when o.delivered_date > o.requested_date then (o.delivered_date - o.requested_date) || ' days late' end as detail
  from sales_orders o cross join lateral (
    select o.parent_id is null and not exists (select 1 from sales_orders c where c.parent_id = o.id and c.deleted_at is null)
      and o.id not in (select order_id from short) as is_full offset 0) p
  where o.deleted_at is null and o.status = 'DELIVERED' and o.delivered_date is not null and o.requested_date is not null) f`

const where = sql`true`

export const salesSources = {
  margin: {
    rows: shipped,
    known: sql`(select ${companyDay('x.at')} as day from (${shipmentAt('asc')} union all ${shipmentAt('desc')}) x) f`,
    where,
    measures: columnsNamed('margin', 'net', 'cost', 'quantity'),
    dimensions: {
      item,
      customer,
      representative: { key: column('rep_id'), label: nameIn('users') },
      category,
    },
  },
  'fill-rate': {
    rows: confirmed,
    where,
    measures: columnsNamed('lines', 'filled', 'waited', 'lost'),
    dimensions: { item, customer },
  },
  'on-time': {
    rows: delivered,
    where,
    measures: { ...columnsNamed('orders', 'both'), onTime: column('on_time'), inFull: column('in_full') },
    dimensions: { customer },
  },
} as const satisfies Record<string, ReportSource>
