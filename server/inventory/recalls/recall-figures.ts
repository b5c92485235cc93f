import { type RawBuilder, sql } from 'kysely'
import { arrivedReturns } from '#shared/sales/returns/return-transitions.ts'
import { oneOf } from '#server/db/one-of.ts'

/*
 * The locations of all pieces of a recall's lots, from the current ledger, or as of the end of a withdrawn recall. CTEs of
 * `recallFigures(id)`:
 *
 *   lot_of(lot_id, is_derived, until)   the lots, and the id of the last stock entry to include
 *   source(lot_id, received, elsewhere) pieces ever received, and those written off, used up or sent back
 *   home(lot_id, location_id, pieces)   on hand by location, including pieces in transit between locations
 *   consigned(account_id, lot_id, pieces) of these, at customers' locations
 *   moving(…)                           of these, in transit
 *   sold(…, place, pieces)              by order, net of returns
 *   had(account_id, lot_id, went, back) pieces that a customer got or will get, and those returned
 *
 * Every piece is in one of: home, sold (parcel, underway, customer), returning, elsewhere. Their sum is `received`, as each has
 * other parts of the same entries; only more returned than shipped pieces would break it, which an integrity check finds.
 */

/** The statuses of orders with goods packed in the warehouse, and under way. */
const packed = ['READY_FOR_SHIPPING', 'FOR_SHIPPING']
const onTheRoad = ['SHIPPED', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'FAILED_DELIVERY']

/** Groups entries: 'own' are those without order, return or recall, such as receipts, corrections, production and transfers. */
const ownKind = `case when e.source_type = 'sales_order' or e.source_type = 'import' and e.effect = 'SHIP' then 'sold'
  when e.source_type in ('recall', 'return') and e.effect = 'COME_BACK' then 'back'
  when e.source_type = 'return' then 'after' else 'own' end`

export const recallFigures = (recallId: RawBuilder<unknown> | string) => sql`lot_of as materialized (
    select x.lot_id, x.is_derived, coalesce(c.ended_entry, 9223372036854775807) as until, c.ended_entry is null as is_live
    from recall_lots x join recalls c on c.id = x.recall_id where x.recall_id = ${recallId}),
  entry as materialized (
    select e.lot_id, e.location_id, e.source_type, e.source_id, e.source_line_id, ${sql.raw(ownKind)} as kind,
      sum(e.d_on_hand)::bigint as pieces
    from lot_of x join stock_entry e on e.lot_id = x.lot_id and e.d_on_hand <> 0 and e.id <= x.until
    group by 1, 2, 3, 4, 5, 6),
  act as (select lot_id, kind, source_type, source_id, sum(pieces) as pieces from entry where kind in ('own', 'after') group by 1, 2, 3, 4),
  source as (
    select lot_id, coalesce(sum(pieces) filter (where kind = 'own' and pieces > 0), 0)::bigint as received,
      coalesce(-sum(pieces) filter (where pieces < 0), 0)::bigint as elsewhere
    from act group by 1),
  home as (select lot_id, location_id, sum(pieces)::bigint as pieces from entry group by 1, 2 having sum(pieces) <> 0),
  -- of that, at customers: ours until they count its use
  consigned as (select p.consignee_id as account_id, h.lot_id, sum(h.pieces)::bigint as pieces
    from home h join locations p on p.id = h.location_id where p.consignee_id is not null and h.pieces > 0 group by 1, 2),
  -- the books keep what is on its way at its source until it arrives
  moving as (
    select x.lot_id, t.id as transfer_id, t.number, t.source_id as from_id, t.destination_id as to_id, sum(k.quantity)::bigint as pieces
    from lot_of x join lots l on l.id = x.lot_id
    join commitment k on k.item_id = l.item_id and k.lot_id = l.id and k.state = 'open' and k.source_type = 'transfer'
    join stock_transfers t on t.id = k.source_id and t.dispatched_at is not null
    where x.is_live group by 1, 2),
  -- arrived, and not booked before somebody has looked at it
  arrived as (
    select l.lot_id, r.order_id, sum(l.received)::bigint as pieces
    from lot_of x join sales_return_lines l on l.lot_id = x.lot_id join sales_returns r on r.id = l.return_id
    where x.is_live and r.status in ${oneOf(arrivedReturns)} and l.received > 0 group by 1, 2),
  returned as (
    select e.lot_id, r.order_id, sum(e.pieces)::bigint as pieces from entry e join sales_returns r on r.id = e.source_id
    where e.kind = 'back' and e.source_type = 'return' group by 1, 2),
  -- a recall books what comes back by customer, not by order
  recalled as (
    select e.lot_id, b.account_id, sum(e.pieces)::bigint as pieces from entry e join recall_returns b on b.id = e.source_line_id
    where e.kind = 'back' and e.source_type = 'recall' group by 1, 2),
  gone as (select lot_id, source_id as order_id, -sum(pieces)::bigint as pieces from entry where kind = 'sold' group by 1, 2
    having sum(pieces) <> 0),
  net as (
    select g.lot_id, o.id as order_id, o.account_id, o.number, o.status, g.pieces as went,
      g.pieces - coalesce(b.pieces, 0) - coalesce(w.pieces, 0) as pieces,
      case when o.status = any(${packed}) then 'parcel' when o.status = any(${onTheRoad}) then 'underway' else 'customer' end as place
    from gone g join sales_orders o on o.id = g.order_id
    left join returned b on (b.lot_id, b.order_id) = (g.lot_id, g.order_id)
    left join arrived w on (w.lot_id, w.order_id) = (g.lot_id, g.order_id)),
  -- what came back by customer is taken off what they have, the oldest order first
  sold as (
    select n.lot_id, n.order_id, n.account_id, n.number, n.status, n.place,
      greatest(0, least(n.pieces, n.upto - coalesce(b.pieces, 0)))::bigint as pieces
    from (select n.*, sum(n.pieces) over (partition by n.account_id, n.lot_id
        order by array_position(array['customer', 'underway', 'parcel'], n.place), n.number) as upto from net n) n
    left join recalled b on (b.lot_id, b.account_id) = (n.lot_id, n.account_id)),
  had as (
    select s.account_id, s.lot_id, s.went, s.went - s.has as back, s.has, s.numbers from (
      select n.account_id, n.lot_id, sum(n.went)::bigint as went, sum(s.pieces)::bigint as has, array_agg(n.number order by n.number) as numbers
      from net n join sold s on (s.lot_id, s.order_id) = (n.lot_id, n.order_id) where n.place <> 'parcel' group by 1, 2) s)`

/** A recall concerns customers who have pieces of it or were notified of it. */
export const recallCustomers = (recallId: RawBuilder<unknown> | string) => sql`concerned as (
  select account_id, has, t.told_how, t.told_note, t.told_at, t.told_by, t.told_mail_id
  from (select account_id, sum(has) as has from (select account_id, has from had
    union all select account_id, pieces from consigned) g group by 1) h
  full join (select * from recall_customers where recall_id = ${recallId}) t using (account_id)
  where h.has > 0 or t.told_how is not null)`
