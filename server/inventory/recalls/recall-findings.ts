import { sql } from 'kysely'
import type { Drill } from '#shared/inventory/recalls/recall.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { utc } from '#server/db/timestamps.ts'
import { recallCustomers, recallFigures } from './recall-figures.ts'

type Found = Omit<Drill, 'effect' | 'tookMs' | 'untraceable'>

interface Row {
  totals: Found['totals']
  lots: Found['lots'] | null
  stock: Found['stock'] | null
  moving: Found['moving'] | null
  orders: Found['orders'] | null
  orders_found: number
  customers: Found['customers'] | null
}

const named = (id: string, name: string) => sql`json_build_object('id', ${sql.ref(id)}, 'name', ${sql.ref(name)})`

/** Pieces of the lots that are still committed to orders; none after these got other lots. */
const reserved = sql`(select x.lot_id, o.id as order_id, o.account_id, o.number, o.status, 'order' as place, sum(k.quantity)::bigint as pieces
  from lot_of x join lots l on l.id = x.lot_id
  join commitment k on k.item_id = l.item_id and k.lot_id = l.id and k.state = 'open' and k.source_type = 'sales_order'
  join sales_orders o on o.id = k.source_id where x.is_live group by 1, 2)`

const places = ['stock', 'order', 'moving', 'parcel', 'underway', 'returning', 'customer'] as const
const sums = sql`json_build_object(${sql.join(
  places.map((place) => sql`${sql.lit(place)}, coalesce(sum(pieces) filter (where place = ${sql.lit(place)}), 0)`),
)})`

/** The locations of all pieces of a recall, computed from the ledger on each request; contacts only with access to customers. */
export async function readFinds(db: Db | Tx, recallId: string, seesCustomers: boolean): Promise<Found> {
  const contact = (column: string) => (seesCustomers ? sql`a.${sql.raw(column)}` : sql`null`)
  const { rows } = await sql<Row>`with ${recallFigures(recallId)}, ${recallCustomers(recallId)},
    of_order as materialized (
      select lot_id, order_id, account_id, number, status, place, pieces from sold where pieces > 0
      union all select r.* from ${reserved} r),
    stock as (
      select h.lot_id, h.location_id, h.pieces - coalesce(m.pieces, 0) as pieces from home h
      left join (select lot_id, from_id, sum(pieces) as pieces from moving group by 1, 2) m
        on (m.lot_id, m.from_id) = (h.lot_id, h.location_id)),
    found as materialized (
      select lot_id, 'stock' as place, pieces from stock
      union all select lot_id, 'moving', pieces from moving
      union all select lot_id, 'returning', pieces from arrived
      union all select lot_id, place, pieces from of_order),
    -- once for all customers: asked for each of them it reads every order again
    goods as materialized (select account_id, json_agg(json_build_object('lotId', l.id, 'lotNumber', l.lot_number,
          'product', i.name, 'quantity', coalesce(h.went, 0), 'cameBack', coalesce(h.back, 0),
          'outstanding', coalesce(h.has, 0), 'consigned', coalesce(c.pieces, 0), 'orders', coalesce(h.numbers, '{}'))
          order by i.name, l.lot_number) as goods
      from had h full join consigned c using (account_id, lot_id)
      join lots l on l.id = lot_id join items i on i.id = l.item_id group by 1)
    select (select ${sums} from found) as totals,
      (select json_agg(json_build_object('id', l.id, 'lotNumber', l.lot_number,
          'product', json_build_object('id', i.id, 'name', i.name, 'sku', i.sku), 'status', l.status, 'expiryDate', l.expiry_date,
          'isDerived', x.is_derived, 'received', coalesce(s.received, 0),
          'found', (select ${sums} from found f where f.lot_id = l.id),
          'elsewhere', coalesce(s.elsewhere, 0),
          'onHandNow', (select coalesce(sum(h.pieces), 0) from home h where h.lot_id = l.id),
          'cameBack', (select coalesce(sum(pieces), 0) from (select pieces from returned where lot_id = l.id
            union all select pieces from recalled where lot_id = l.id union all select pieces from arrived where lot_id = l.id) b))
          order by x.is_derived, i.name, l.lot_number)
        from lot_of x join lots l on l.id = x.lot_id join items i on i.id = l.item_id
        left join source s on s.lot_id = l.id) as lots,
      (select json_agg(json_build_object('lotId', s.lot_id, 'location', ${named('p.id', 'p.name')},
          'quantity', s.pieces) order by p.name, s.lot_id)
        from stock s join locations p on p.id = s.location_id where s.pieces > 0) as stock,
      (select json_agg(json_build_object('lotId', m.lot_id, 'transfer', json_build_object('id', m.transfer_id, 'number', m.number),
          'from', ${named('p.id', 'p.name')}, 'to', ${named('d.id', 'd.name')},
          'quantity', m.pieces) order by m.number, m.lot_id)
        from moving m join locations p on p.id = m.from_id join locations d on d.id = m.to_id) as moving,
      (select json_agg(json_build_object('id', f.order_id, 'number', f.number, 'status', f.status, 'lotId', f.lot_id, 'place', f.place,
          'quantity', f.pieces, 'customer', ${seesCustomers ? named('a.id', 'a.name') : sql`null`})
          order by f.rank, f.number)
        from (select f.*, array_position(array['order', 'parcel', 'underway', 'customer'], place) as rank from of_order f
          order by rank, number limit 500) f join accounts a on a.id = f.account_id) as orders,
      (select count(*) from of_order) as orders_found,
      (select json_agg(json_build_object('id', a.id, 'name', a.name, 'email', ${contact('email')}, 'phone', ${contact('phone')},
          'address', ${contact('address')}, 'goods', coalesce(g.goods, '[]'::json),
          'told', case when c.told_how is not null then json_build_object('how', c.told_how, 'note', c.told_note,
            'at', ${utc(sql`c.told_at`)}, 'by', u.name,
            'mailState', (select k.state from mail_outbox k where k.id = c.told_mail_id)) end,
          'acknowledged', (select json_build_object('name', k.name, 'held', k.held, 'note', k.note, 'at', ${utc(sql`k.at`)})
            from recall_acknowledgements k where k.recall_id = ${recallId} and k.account_id = a.id)) order by a.name)
        from concerned c join accounts a on a.id = c.account_id left join goods g on g.account_id = c.account_id
        left join users u on u.id = c.told_by) as customers`.execute(db)
  const row = rows[0]
  return {
    totals: row?.totals ?? { stock: 0, order: 0, moving: 0, parcel: 0, underway: 0, returning: 0, customer: 0 },
    lots: row?.lots ?? [],
    stock: row?.stock ?? [],
    moving: row?.moving ?? [],
    orders: row?.orders ?? [],
    ordersFound: row?.orders_found ?? 0,
    customers: row?.customers ?? [],
  }
}
