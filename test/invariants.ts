import { sql } from 'kysely'
import { orderMachine, orderMoves, type OrderMove, type OrderStatus } from '#shared/sales/order-moves.ts'
import {
  purchaseMachine,
  type PurchaseMove,
  purchaseMoves,
  type PurchaseStatus,
} from '#shared/purchasing/purchase-moves.ts'
import type { Db } from '#server/db/database.ts'

/* What must hold whatever happened: each statement answers the rows that break it. */
const statements: Record<string, string> = {
  'on hand is the sum of its entries': `select b.item_id from stock_balance b
    where b.on_hand <> coalesce((select sum(e.d_on_hand) from stock_entry e
      where (e.item_id, e.location_id, e.lot_id) = (b.item_id, b.location_id, b.lot_id)), 0)`,
  'committed is the sum of its entries': `select b.item_id from stock_balance b
    where b.committed <> coalesce((select sum(e.d_committed) from stock_entry e
      where (e.item_id, e.location_id, e.lot_id) = (b.item_id, b.location_id, b.lot_id)), 0)`,
  'committed is the sum of the open commitments': `select b.item_id from stock_balance b
    where b.committed <> coalesce((select sum(k.quantity) from commitment k where k.state = 'open'
      and (k.item_id, k.location_id, k.lot_id) = (b.item_id, b.location_id, b.lot_id)), 0)`,
  'no entry is without a balance': `select e.id from stock_entry e where not exists (select 1 from stock_balance b
      where (e.item_id, e.location_id, e.lot_id) = (b.item_id, b.location_id, b.lot_id))`,
  'totals are the sum of the balances': `select t.item_id from item_stock t
    where (t.on_hand, t.committed) <> (select coalesce(sum(b.on_hand), 0), coalesce(sum(b.committed), 0)
      from stock_balance b where b.item_id = t.item_id)`,
  'a confirmed order holds all of its goods': `select o.number from sales_orders o join sales_order_lines l on l.order_id = o.id
    where o.status in ('CONFIRMED', 'PROCESSING') and o.deleted_at is null and l.quantity <> coalesce((select sum(k.quantity)
      from commitment k where k.source_line_id = l.id and k.state = 'open'), 0)`,
  'an order whose goods left has taken all of them': `select o.number from sales_orders o join sales_order_lines l on l.order_id = o.id
    where o.status in ('READY_FOR_SHIPPING', 'FOR_SHIPPING', 'SHIPPED', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'DELIVERED')
      and o.origin = 'app' and o.deleted_at is null and l.quantity <> coalesce((select -sum(e.d_on_hand)
      from stock_entry e where e.source_line_id = l.id), 0)`,
  'an order that holds nothing has no net effect': `select o.number from sales_orders o join stock_entry e on e.source_id = o.id
    where (o.status in ('PENDING', 'CANCELLED') or o.deleted_at is not null) and e.source_type = 'sales_order'
    group by o.id having sum(e.d_on_hand) <> 0 or sum(e.d_committed) <> 0`,
  'an order from CONFIRMED on has one invoice that stands; one that lost its stock keeps it only where it is paid': `select o.number from sales_orders o
    where o.origin = 'app' and o.deleted_at is null
      and (o.status not in ('PENDING', 'AWAITING_STOCK', 'CANCELLED', 'RETURNED')
          or o.status = 'AWAITING_STOCK' and exists (select 1 from invoices v where v.order_id = o.id and v.voided_at is null and v.paid > 0)) <>
        exists (select 1 from invoices v where v.order_id = o.id and v.voided_at is null)`,
  'the ledger position of an item is the number of entries that moved it': `select t.item_id from item_stock t
    where t.entries <> (select count(*) from stock_entry e where e.item_id = t.item_id and e.source_type <> 'import')`,
  'an audit is explained by its entries': `select a.number from stock_adjustments a
    where a.kind = 'audit' and coalesce((select sum((c->>'counted')::int - (c->>'expected')::int) from jsonb_array_elements(a.counts) c), 0)
      <> coalesce((select sum(e.d_on_hand) from stock_entry e where e.source_id = a.id), 0)`,
  'an order is worth its lines': `select o.number from sales_orders o
    where (o.total, o.discount, o.tax) <> (select coalesce(sum(x.gross), 0), coalesce(sum(x.discount), 0), coalesce(sum(x.tax), 0) from (
        select gross, discount, tax from sales_order_lines where order_id = o.id
        union all select gross, discount, tax from sales_order_charges where order_id = o.id) x)
      or o.line_count <> (select count(*) from sales_order_lines l where l.order_id = o.id)`,
  'an invoice is worth its lines': `select v.number from invoices v
    where (v.total, v.discount, v.tax) <>
      (select coalesce(sum(l.gross), 0), coalesce(sum(l.discount), 0), coalesce(sum(l.tax), 0) from invoice_lines l where l.invoice_id = v.id)`,
  'an invoice that stands has the lines of its order': `select v.number from invoices v join sales_orders o on o.id = v.order_id
    where v.voided_at is null and o.deleted_at is null and (v.total <> o.total or (select count(*) from invoice_lines l where l.invoice_id = v.id) <>
      o.line_count + (select count(*) from sales_order_charges c where c.order_id = o.id))`,
  'paid is the sum of the payments': `select v.number from invoices v
    where v.paid <> coalesce((select sum(case kind when 'PAYMENT' then amount else -amount end)
      from payment_entry p where p.invoice_id = v.id), 0)`,
  'an order shows the payment status of its invoice': `select o.number from sales_orders o
    where o.origin = 'app' and o.deleted_at is null and o.payment_status is distinct from
      (select v.payment_status from invoices v where v.order_id = o.id and v.voided_at is null)`,
  'numbers have no gaps': `select c.name from counters c where c.value <> (select count(*) from (
      select number from sales_orders union all select number from invoices union all select number from shipments
      union all select number from stock_adjustments union all select number from recalls union all select number from stock_counts
      union all select number from stock_transfers union all select number from kit_orders
      union all select number from production_runs
      union all select number from purchase_orders union all select number from goods_receipts
      union all select number from supplier_returns) n where n.number like c.name || '-' || c.year || '-%')`,
  'an applied count has booked its differences, and no other count anything': `select c.number from stock_counts c
    join stock_count_lines l on l.count_id = c.id
    where coalesce((select sum(e.d_on_hand) from stock_entry e where e.source_type = 'count' and e.source_line_id = l.id), 0) <>
      case when c.status = 'APPLIED' and l.state = 'counted' then l.counted - l.expected else 0 end`,
  'a count books nothing but its lines': `select e.id from stock_entry e where e.source_type = 'count' and not exists (
      select 1 from stock_count_lines l where l.id = e.source_line_id and l.count_id = e.source_id
        and (l.item_id, l.location_id, l.lot_id) = (e.item_id, e.location_id, e.lot_id))`,
  'a line of a count says what its last entry says': `select l.id from stock_count_lines l
    left join stock_count_entries e on e.line_id = l.id and e.round = l.entries
    where (l.counted, l.expected) is distinct from (e.counted, e.expected)
      or l.entries <> (select count(*) from stock_count_entries x where x.line_id = l.id)`,
  'what a count expected is what the ledger said': `select e.id from stock_count_entries e
    join stock_count_lines l on l.id = e.line_id
    where e.expected <> coalesce((select sum(s.d_on_hand) from stock_entry s
      where (s.item_id, s.location_id, s.lot_id) = (l.item_id, l.location_id, l.lot_id) and s.id <= e.position), 0)`,
  'the status of a count is where its last move led': `select c.number from stock_counts c where c.status is distinct from
      (select m.to_status from stock_count_moves m where m.count_id = c.id order by m.id desc limit 1)
    or exists (select 1 from (select from_status, lag(to_status) over (order by id) as before from stock_count_moves m
      where m.count_id = c.id) steps where from_status is distinct from before)`,
  'a parcel holds what left the stock': `select s.number from shipments s join sales_orders o on o.id = s.order_id
    where s.deleted_at is null and o.origin = 'app' and (select sum(quantity) from shipment_lines x where x.shipment_id = s.id) <>
      (select sum(quantity) from commitment k where k.source_id = o.id and k.state = 'consumed')`,
  '(V11) nothing left a lot that was on hold, quarantined or recalled': `select e.id from stock_entry e where e.effect = 'SHIP'
    and (select c.to_status from lot_changes c where c.lot_id = e.lot_id and c.after_entry < e.id order by c.id desc limit 1) <> 'AVAILABLE'`,
  '(V11) nothing left a lot that had expired': `select e.id from stock_entry e join lots l on l.id = e.lot_id
    where e.effect = 'SHIP' and e.source_type <> 'import'
      and (e.at at time zone coalesce((select content->>'timeZone' from settings), 'UTC'))::date > coalesce(
        (select c.old_expiry from lot_changes c where c.lot_id = e.lot_id and c.act = 'edit' and c.after_entry >= e.id order by c.id limit 1),
        l.expiry_date, 'infinity')`,
  'a lot is as its last change left it': `select l.id from lots l where l.status <> coalesce(
    (select c.to_status from lot_changes c where c.lot_id = l.id order by c.id desc limit 1), 'AVAILABLE')`,
  'what came back from a recall is in the ledger': `select r.id from recall_returns r
    where r.quantity <> coalesce((select sum(e.d_on_hand) from stock_entry e where e.source_line_id = r.id and e.effect = 'COME_BACK'), 0)`,
  'a recall finds on the way what had left and had not arrived': `select f.id from recall_finds f join stock_transfers t on t.id = f.transfer_id
    where f.quantity > coalesce((select sum(k.quantity) from commitment k where k.source_id = t.id and k.lot_id = f.lot_id), 0)
      or t.status = 'pending' and t.dispatched_at is not null and (f.location_id, f.to_location_id) <> (t.source_id, t.destination_id)`,
  'a lot of an open recall is recalled': `select x.lot_id from recall_lots x join recalls r on r.id = x.recall_id
    join lots l on l.id = x.lot_id where r.status <> 'WITHDRAWN' and l.status <> 'RECALLED'`,
  'a pending transfer holds all of its goods at its source': `select t.number from stock_transfers t
    join stock_transfer_lines l on l.transfer_id = t.id
    where t.status = 'pending' and l.quantity <> coalesce((select sum(k.quantity) from commitment k
      where k.source_line_id = l.id and k.state = 'open' and k.location_id = t.source_id), 0)`,
  'a document that is over holds nothing': `select k.source_id from commitment k where k.state = 'open'
    and k.source_id in (select id from stock_transfers where status <> 'pending' or deleted_at is not null
      union all select id from kit_orders where status <> 'pending' or deleted_at is not null)`,
  'a cancelled transfer has no net effect': `select t.number from stock_transfers t join stock_entry e on e.source_id = t.id
    where t.status <> 'completed' group by t.id
    having sum(e.d_on_hand) <> 0 or (t.status = 'cancelled' and sum(e.d_committed) <> 0)`,
  'a completed transfer took out what it brought in, but for what was written off': `select t.number from stock_transfers t
    where t.status = 'completed' and exists (select 1 from stock_transfer_receipts r where r.transfer_id = t.id
      and ((select coalesce(sum(e.d_on_hand), 0) from stock_entry e where e.source_line_id = r.line_id and e.lot_id = r.lot_id
          and e.location_id = t.destination_id) <> r.received
        or (select coalesce(-sum(e.d_on_hand), 0) from stock_entry e where e.source_line_id = r.line_id and e.lot_id = r.lot_id
          and e.location_id = t.source_id) <> r.received + case when r.rest = 'write_off' then r.sent - r.received else 0 end))`,
  'a completed transfer received all that it sent': `select t.number from stock_transfers t
    join stock_transfer_lines l on l.transfer_id = t.id where t.status = 'completed'
      and l.quantity <> (select coalesce(sum(r.sent), 0) from stock_transfer_receipts r where r.line_id = l.id)`,
  'the status of a transfer or a kit is where its last move led': `select d.number from (
      select id, number, status from stock_transfers union all select id, number, status from kit_orders) d
    where d.status is distinct from
        (select m.to_status from stock_document_moves m where m.document_id = d.id order by m.id desc limit 1)
      or exists (select 1 from (select from_status, lag(to_status) over (order by id) as before from stock_document_moves m
        where m.document_id = d.id) steps where from_status is distinct from before)`,
  'a pending order to pack kits holds all of its items in its warehouse': `select o.number from kit_orders o
    join kit_order_lines l on l.order_id = o.id
    where o.status = 'pending' and l.quantity <> coalesce((select sum(k.quantity) from commitment k
      where k.source_line_id = l.id and k.state = 'open' and k.location_id = o.location_id), 0)`,
  'kits were packed of what left the stock, and taken apart into it': `select o.number from kit_orders o
    join kit_order_lines l on l.order_id = o.id
    where coalesce((select -sum(e.d_on_hand) from stock_entry e where e.source_line_id = l.id), 0) <>
      case when o.status = 'completed' then l.per_kit * (o.quantity - o.taken_apart) else 0 end`,
  'kits that were packed and not taken apart came into stock': `select o.number from kit_orders o
    where coalesce((select sum(e.d_on_hand) from stock_entry e where e.source_type = 'kit' and e.source_id = o.id and e.item_id = o.kit_id), 0) <>
      case when o.status = 'completed' then o.quantity - o.taken_apart else 0 end`,
  'kits cost what their items cost, to the smallest unit': `select o.number from kit_orders o
    where (o.status = 'completed') <> (o.total_cost is not null)
      or o.total_cost <> (select sum(l.cost) from kit_order_lines l where l.order_id = o.id)`,
  'production took what its lines say and made what it says, but for what was taken back': `select r.number from production_runs r
    where r.reverses_id is null and (
      coalesce((select sum(e.d_on_hand) from stock_entry e where e.source_type = 'production' and e.source_id = r.id and e.item_id = r.product_id), 0) <>
        case when exists (select 1 from production_runs x where x.reverses_id = r.id) then 0 else r.quantity end
      or exists (select 1 from production_run_lines l where l.run_id = r.id
        and coalesce((select -sum(e.d_on_hand) from stock_entry e where e.source_line_id = l.id), 0) <>
          case when exists (select 1 from production_runs x where x.reverses_id = r.id) then 0 else l.quantity end))`,
  'what was made costs what its materials cost, to the smallest unit': `select r.number from production_runs r
    where r.total_cost <> (select sum(l.cost) from production_run_lines l where l.run_id = coalesce(r.reverses_id, r.id))`,
  'no kit holds itself': `with recursive held(kit, item_id) as (
      select kit_id, item_id from kit_components union select h.kit, c.item_id from held h join kit_components c on c.kit_id = h.item_id)
    select kit from held where kit = item_id`,
  'what moves inside is conserved': `select e.op_id from stock_entry e where e.source_type = 'transfer' and e.effect <> 'WRITE_OFF'
    group by e.op_id, e.item_id, e.lot_id having sum(e.d_on_hand) <> 0`,
  'what has arrived of a line is the sum of its receipts (V8)': `select l.id from purchase_order_lines l
    where l.received <> coalesce((select sum(x.quantity) from goods_receipt_lines x join goods_receipts g on g.id = x.receipt_id
      where x.order_line_id = l.id and g.reversed_at is null), 0)`,
  'no more arrives than was ordered and is tolerated (V8)': `select l.id from purchase_order_lines l
    where l.received > l.receivable or l.received < 0`,
  'a purchase order has the status that follows from what arrived (V8)': `select o.number from purchase_orders o
    where case when o.status in ('Draft', 'Pending Approval', 'Cancelled', 'Open')
        then exists (select 1 from purchase_order_lines l where l.order_id = o.id and l.received > 0)
      when o.status = 'Received'
        then exists (select 1 from purchase_order_lines l where l.order_id = o.id and l.received < l.quantity)
      else not exists (select 1 from purchase_order_lines l where l.order_id = o.id and l.received > 0)
        or not exists (select 1 from purchase_order_lines l where l.order_id = o.id and l.received < l.quantity) end`,
  'a receipt has moved exactly its goods, and none where it was taken back': `select x.id from goods_receipt_lines x
    join goods_receipts g on g.id = x.receipt_id
    where coalesce((select sum(e.d_on_hand) from stock_entry e where e.source_type = 'purchase_order'
        and e.source_id = g.order_id and e.source_line_id = x.id
        and (e.item_id, e.location_id, e.lot_id) = (x.item_id, x.location_id, x.lot_id)), 0)
      <> case when g.reversed_at is null then x.quantity else 0 end`,
  'a return to the supplier has moved exactly its goods': `select y.id from supplier_return_lines y
    where y.quantity <> coalesce((select -sum(e.d_on_hand) from stock_entry e where e.source_type = 'purchase_order'
      and e.source_line_id = y.id), 0)`,
  'what went back of a receipt is the sum of its returns': `select x.id from goods_receipt_lines x
    where x.returned <> coalesce((select sum(y.quantity) from supplier_return_lines y where y.receipt_line_id = x.id), 0)`,
  'no entry of a purchase order is without its receipt or return': `select e.id from stock_entry e
    where e.source_type = 'purchase_order'
      and not exists (select 1 from goods_receipt_lines x where x.id = e.source_line_id)
      and not exists (select 1 from supplier_return_lines y where y.id = e.source_line_id)`,
  'a purchase order is worth its lines and fees': `select o.number from purchase_orders o
    where o.goods_total <> (select sum(l.total) from purchase_order_lines l where l.order_id = o.id)
      or o.line_count <> (select count(*) from purchase_order_lines l where l.order_id = o.id)
      or o.fees_total <> coalesce((select sum(f.amount) from purchase_order_fees f where f.order_id = o.id), 0)`,
  'the fees of a receipt are the sum of its lines': `select g.number from goods_receipts g
    where g.fees <> (select sum(x.fees) from goods_receipt_lines x where x.receipt_id = g.id)`,
  'an order carries no more than its fees, and all of them once all has arrived': `select o.number from purchase_orders o
    where (select coalesce(sum(g.fees), 0) from goods_receipts g where g.order_id = o.id and g.reversed_at is null) > o.fees_total
      or o.status = 'Received' and o.fees_total <>
        (select coalesce(sum(g.fees), 0) from goods_receipts g where g.order_id = o.id and g.reversed_at is null)
        and not exists (select 1 from goods_receipts g where g.order_id = o.id and g.reversed_at is not null)`,
  'what has arrived of a line costs its quantity at its cost, rounded once': `select l.id from purchase_order_lines l
    where abs(l.received * l.unit_cost / 100.0 - coalesce((select sum(x.value) from goods_receipt_lines x
      join goods_receipts g on g.id = x.receipt_id where x.order_line_id = l.id and g.reversed_at is null), 0)) > 0.5`,
  'a deleted order has no invoice and no parcel that stands': `select o.number from sales_orders o where o.deleted_at is not null
    and (exists (select 1 from invoices v where v.order_id = o.id and v.voided_at is null)
      or exists (select 1 from shipments s where s.order_id = o.id and s.deleted_at is null))`,
}

/** Every broken invariant with its first rows; an empty object when all hold. */
export async function brokenInvariants(db: Db): Promise<Record<string, unknown>> {
  const broken: Record<string, unknown> = {}
  for (const [name, statement] of Object.entries(statements)) {
    const { rows } = await sql.raw(`${statement} limit 3`).execute(db)
    if (rows.length > 0) broken[name] = rows
  }
  const { rows } = await sql<{
    number: string
    status: OrderStatus
    moves: { move: string; from: OrderStatus | null; to: OrderStatus }[]
  }>`
    select o.number, o.status, (select json_agg(json_build_object('move', m.move, 'from', m.from_status, 'to', m.to_status) order by m.id)
      from sales_order_moves m where m.order_id = o.id) as moves from sales_orders o where o.origin = 'app'`.execute(db)
  const lost = rows.filter(({ status, moves }) => replay(moves) !== status)
  if (lost.length > 0) broken['a status is reached by its recorded moves'] = lost.slice(0, 3)
  const bought = await sql<{
    number: string
    status: PurchaseStatus
    moves: { move: string; from: PurchaseStatus | null; to: PurchaseStatus }[]
  }>`
    select o.number, o.status, (select json_agg(json_build_object('move', m.move, 'from', m.from_status, 'to', m.to_status) order by m.id)
      from purchase_order_moves m where m.order_id = o.id) as moves from purchase_orders o`.execute(db)
  const strayed = bought.rows.filter(({ status, moves }) => replayPurchase(moves) !== status)
  if (strayed.length > 0)
    broken['a purchase order reached its status by its recorded moves (V12)'] = strayed.slice(0, 3)
  return broken
}

function replay(moves: { move: string; from: OrderStatus | null; to: OrderStatus }[]): OrderStatus | null {
  let status: OrderStatus | null = null
  for (const { move, from, to } of moves) {
    if (from !== status) return null
    const next: OrderStatus | null =
      status === null ? 'PENDING' : move in orderMoves ? orderMachine.next(status, move as OrderMove) : null
    if (next !== to) return null
    status = to
  }
  return status
}

/** Where both statuses are the same, something was recorded that moves nothing. */
function replayPurchase(
  moves: { move: string; from: PurchaseStatus | null; to: PurchaseStatus }[],
): PurchaseStatus | null {
  let status: PurchaseStatus | null = null
  for (const { move, from, to } of moves) {
    if (from !== status) return null
    const next: PurchaseStatus | null =
      status === null
        ? 'Draft'
        : status === to
          ? to
          : move in purchaseMoves
            ? purchaseMachine.next(status, move as PurchaseMove)
            : null
    if (next !== to) return null
    status = to
  }
  return status
}
