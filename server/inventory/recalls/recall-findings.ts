import { type RawBuilder, sql } from 'kysely'
import type { Drill } from '#shared/inventory/recalls/recall.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import { madeOf } from '#server/inventory/lots/lot-trace.ts'

export interface RecallSearch {
  lotIds: readonly string[]
  supplierId?: string | null | undefined
  receivedFrom?: string | null | undefined
  receivedTo?: string | null | undefined
}

/** The effects by which goods arrive from outside. */
const arrivals = ['INITIAL', 'ADD', 'RECEIVE']

/** The lots that a recall names: those asked for, or what a supplier delivered in those days of the company's calendar. */
export async function lotsNamed(tx: Tx, search: RecallSearch): Promise<string[]> {
  if (search.lotIds.length > 0) return [...new Set(search.lotIds)]
  const { rows } = await sql<{ id: string }>`select l.id from lots l
    where l.supplier_id = ${search.supplierId ?? null} and l.id <> l.item_id and exists (
      select 1 from stock_entry e where e.lot_id = l.id and e.d_on_hand <> 0 and e.effect = any(${arrivals})
        and ${dayOf('e')} between ${search.receivedFrom ?? null}::date and ${search.receivedTo ?? null}::date)`.execute(
    tx,
  )
  return rows.map((row) => row.id)
}

const dayOf = (entry: string) =>
  sql`(${sql.raw(entry)}.at at time zone coalesce((select content->>'timeZone' from settings), 'UTC'))::date`

/** These lots and all that was made of them; lots "none" are told apart, as they can't be blocked. */
export async function lotsConcerned(
  tx: Db | Tx,
  named: readonly string[],
): Promise<{ lots: string[]; untraceable: string[] }> {
  const { rows } = await sql<{ id: string; is_none: boolean }>`select l.id, l.id = l.item_id as is_none
    from (${madeOf(named)}) m join lots l on l.id = m.lot_id order by l.id`.execute(tx)
  return {
    lots: rows.filter((row) => !row.is_none).map((row) => row.id),
    untraceable: rows.filter((row) => row.is_none).map((row) => row.id),
  }
}

/**
 * Writes down every piece of the lots, as it is now, under the recall: what is on hand, what of it is promised, what is
 * on its way between two places, and by order what left the house and did not come back. The lots' balances must be locked, and commits not yet moved off them.
 */
export async function writeFinds(work: Work, recallId: string, lots: readonly string[]): Promise<void> {
  await sql`with asked as (select l.id, l.item_id from lots l where l.id = any(${lots}::uuid[])),
    gone as (
      select e.lot_id, e.source_id as order_id, -sum(e.d_on_hand)::int as quantity from stock_entry e
      where e.lot_id = any(${lots}::uuid[]) and e.d_on_hand <> 0 and e.source_type = 'sales_order'
      group by 1, 2 having sum(e.d_on_hand) < 0),
    -- the books keep what is on the road at its source until it arrives
    moving as (
      select a.id as lot_id, t.id as transfer_id, t.source_id, t.destination_id, sum(k.quantity)::int as quantity
      from asked a join commitment k on k.item_id = a.item_id and k.lot_id = a.id and k.state = 'open'
        and k.source_type = 'transfer'
      join stock_transfers t on t.id = k.source_id and t.dispatched_at is not null group by 1, 2)
    insert into recall_finds (recall_id, lot_id, place, location_id, to_location_id, transfer_id, order_id, account_id, order_number,
        quantity)
    select ${recallId}::uuid, a.id, 'stock', b.location_id, null::uuid, null::uuid, null::uuid, null::uuid, null::text, s.here
      from asked a join stock_balance b on b.item_id = a.item_id and b.lot_id = a.id and b.on_hand > 0
      cross join lateral (select b.on_hand - coalesce(sum(m.quantity), 0)::int as here from moving m
        where m.lot_id = a.id and m.source_id = b.location_id) s where s.here > 0
    union all select ${recallId}::uuid, m.lot_id, 'moving', m.source_id, m.destination_id, m.transfer_id, null, null, null, m.quantity
      from moving m
    union all select ${recallId}::uuid, a.id, 'order', k.location_id, null, null, o.id, o.account_id, o.number, sum(k.quantity)::int
      from asked a join commitment k on k.item_id = a.item_id and k.lot_id = a.id and k.state = 'open'
        and k.source_type = 'sales_order' join sales_orders o on o.id = k.source_id group by a.id, k.location_id, o.id
    union all select ${recallId}::uuid, g.lot_id, case when o.status in ('READY_FOR_SHIPPING', 'FOR_SHIPPING') then 'parcel'
        when o.status in ('SHIPPED', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'FAILED_DELIVERY') then 'underway' else 'customer' end,
        null, null, null, g.order_id, o.account_id, o.number, g.quantity
      from gone g join sales_orders o on o.id = g.order_id`.execute(work.tx)
}

type Found = Omit<Drill, 'effect' | 'tookMs' | 'untraceable'>

interface Row {
  totals: Found['totals'] | null
  lots: Found['lots'] | null
  stock: Found['stock'] | null
  moving: Found['moving'] | null
  orders: Found['orders'] | null
  orders_found: number
  customers: Found['customers'] | null
}

const utc = (moment: RawBuilder<unknown>) => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
const sumOf = (place: string) => sql`coalesce(sum(quantity) filter (where place = ${place}), 0)`
const sums = sql`json_build_object('stock', ${sumOf('stock')}, 'order', ${sumOf('order')}, 'moving', ${sumOf('moving')}, 'parcel', ${sumOf('parcel')},
  'underway', ${sumOf('underway')}, 'customer', ${sumOf('customer')})`

const noneFound = sql`json_build_object('stock', 0, 'order', 0, 'moving', 0, 'parcel', 0, 'underway', 0, 'customer', 0)`

/** What was found under a recall, with what came back since; contacts only for those who may see customers. */
export async function readFinds(db: Db | Tx, recallId: string, seesCustomers: boolean): Promise<Found> {
  const contact = (column: string) => (seesCustomers ? sql`a.${sql.raw(column)}` : sql`null`)
  const { rows } = await sql<Row>`
    with f as materialized (
      select lot_id, place, location_id, to_location_id, transfer_id, order_id, account_id, order_number as number, quantity
      from recall_finds where recall_id = ${recallId}),
    back as materialized (select account_id, lot_id, sum(quantity)::bigint as quantity from recall_returns
      where recall_id = ${recallId} group by 1, 2),
    per_lot as (select lot_id, ${sums} as found,
        coalesce(sum(quantity) filter (where place <> 'order'), 0)::bigint as known from f group by 1),
    goods as (select account_id, lot_id, sum(quantity)::bigint as quantity, array_agg(distinct number) as orders
      from f where place in ('underway', 'customer') group by 1, 2),
    -- once for all customers: asked for each of them it reads every find again
    had as materialized (select g.account_id, json_agg(json_build_object('lotId', l.id, 'lotNumber', l.lot_number,
          'product', i.name, 'quantity', g.quantity, 'cameBack', coalesce(b.quantity, 0), 'orders', g.orders)
          order by i.name, l.lot_number) as goods
      from goods g join lots l on l.id = g.lot_id join items i on i.id = l.item_id
      left join back b on b.account_id = g.account_id and b.lot_id = g.lot_id group by 1),
    told as (
      select c.account_id, json_build_object('id', a.id, 'name', a.name, 'email', ${contact('email')}, 'phone', ${contact('phone')},
          'address', ${contact('address')},
          'goods', h.goods,
          'told', case when c.told_how is not null then json_build_object('how', c.told_how, 'note', c.told_note,
            'at', ${utc(sql`c.told_at`)}, 'by', u.name) end) as customer, a.name
      from recall_customers c join accounts a on a.id = c.account_id left join had h on h.account_id = c.account_id
      left join users u on u.id = c.told_by
      where c.recall_id = ${recallId})
    select (select ${sums} from f) as totals,
      (select json_agg(json_build_object('id', l.id, 'lotNumber', l.lot_number,
          'product', json_build_object('id', i.id, 'name', i.name, 'sku', i.sku), 'status', l.status, 'expiryDate', l.expiry_date,
          'isDerived', x.is_derived, 'received', r.pieces,
          'found', coalesce(p.found, ${noneFound}),
          'elsewhere', r.pieces - coalesce(p.known, 0), 'onHandNow', (select coalesce(sum(b.on_hand), 0) from stock_balance b
            where b.item_id = l.item_id and b.lot_id = l.id),
          'cameBack', (select coalesce(sum(b.quantity), 0) from back b where b.lot_id = l.id))
          order by x.is_derived, i.name, l.lot_number)
        from recall_lots x join lots l on l.id = x.lot_id join items i on i.id = l.item_id
        left join per_lot p on p.lot_id = l.id
        cross join lateral (select coalesce(sum(pieces), 0)::bigint as pieces from (
          select greatest(sum(e.d_on_hand), 0) as pieces from stock_entry e
          where e.lot_id = l.id and e.d_on_hand <> 0 and e.source_type not in ('sales_order', 'recall')
          group by e.source_type, e.source_id) acts) r
        where x.recall_id = ${recallId}) as lots,
      (select json_agg(json_build_object('lotId', f.lot_id, 'location', json_build_object('id', p.id, 'name', p.name),
          'quantity', f.quantity) order by p.name, f.lot_id)
        from f join locations p on p.id = f.location_id where f.place = 'stock') as stock,
      (select json_agg(json_build_object('lotId', f.lot_id, 'transfer', json_build_object('id', t.id, 'number', t.number),
          'from', json_build_object('id', p.id, 'name', p.name), 'to', json_build_object('id', d.id, 'name', d.name),
          'quantity', f.quantity) order by t.number, f.lot_id)
        from f join stock_transfers t on t.id = f.transfer_id join locations p on p.id = f.location_id
        join locations d on d.id = f.to_location_id) as moving,
      (select json_agg(json_build_object('id', f.order_id, 'number', f.number, 'status', o.status, 'lotId', f.lot_id, 'place', f.place,
          'quantity', f.quantity, 'customer', ${seesCustomers ? sql`json_build_object('id', a.id, 'name', a.name)` : sql`null`})
          order by f.rank, f.number)
        from (select f.*, array_position(array['order', 'parcel', 'underway', 'customer'], place) as rank from f
          where order_id is not null order by rank, number limit 500) f
        join sales_orders o on o.id = f.order_id join accounts a on a.id = f.account_id) as orders,
      (select count(*) from f where order_id is not null) as orders_found,
      (select json_agg(customer order by name) from told) as customers`.execute(db)
  const row = rows[0]
  return {
    totals: row?.totals ?? { stock: 0, order: 0, moving: 0, parcel: 0, underway: 0, customer: 0 },
    lots: row?.lots ?? [],
    stock: row?.stock ?? [],
    moving: row?.moving ?? [],
    orders: row?.orders ?? [],
    ordersFound: row?.orders_found ?? 0,
    customers: row?.customers ?? [],
  }
}
