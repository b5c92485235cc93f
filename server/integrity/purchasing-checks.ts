import { unplacedPurchases } from '#shared/purchasing/orders/purchase-transitions.ts'
import { booked, type Check, documents, money, records, sums, unequal } from './check-rules.ts'

const purchase = (broken: string) => documents('purchaseOrder', 'purchase_orders', broken)
const receiptLines = `from goods_receipt_lines x join goods_receipts g on g.id = x.receipt_id where g.reversed_at is null`

/** Ordered, received and returned quantities of purchase orders, and their costs. */
export const purchasingChecks: readonly Check[] = [
  {
    id: 'V8 received',
    title: 'The received quantity of a line is the sum of its receipts.',
    rows: purchase(
      unequal(
        'select order_id as id, id as line, received as quantity from purchase_order_lines',
        `select x.order_line_id as line, sum(x.quantity) as quantity ${receiptLines} group by 1`,
        'receipts add up to',
        'a line says',
      ),
    ),
  },
  {
    id: 'V8 tolerance',
    title: 'No more was received than the ordered quantity plus tolerance.',
    rows: purchase(`select order_id as id, 'a line received ' || received as says, 'at most ' || receivable || ' may arrive' as explained
      from purchase_order_lines where received > receivable or received < 0 or receivable < quantity`),
  },
  {
    id: 'V8 status',
    title: 'A purchase order has the status that follows from what arrived.',
    rows: purchase(`select o.id, 'it is ' || o.status as says, case when l.missing = 0 then 'all has arrived'
          when l.arrived > 0 then 'a part has arrived' else 'nothing has arrived' end as explained
      from purchase_orders o join (select order_id, count(*) filter (where received > 0) as arrived,
          count(*) filter (where received < quantity) as missing from purchase_order_lines group by 1) l on l.order_id = o.id
      where case when o.status in ('Draft', 'Pending Approval', 'Cancelled', 'Open') then l.arrived > 0
        when o.status = 'Received' then l.missing > 0 else l.arrived = 0 or l.missing = 0 end`),
  },
  {
    id: 'V8 booked',
    title: 'A receipt posted exactly its items, and a reversed receipt posted none.',
    rows: purchase(
      unequal(
        `select g.order_id as id, x.id as line, case when g.reversed_at is null then x.quantity else 0 end as quantity
          from goods_receipt_lines x join goods_receipts g on g.id = x.receipt_id`,
        `select x.id as line, sum(e.d_on_hand) as quantity from stock_entry e join goods_receipt_lines x
            on x.id = e.source_line_id and (e.item_id, e.location_id, e.lot_id) = (x.item_id, x.location_id, x.lot_id)
          where e.source_type = 'purchase_order' group by 1`,
        'a line of a receipt books',
        'it says',
      ),
    ),
  },
  {
    id: 'V8 entries',
    title: 'Every purchase entry in the ledger has a receipt or return.',
    rows: purchase(`select e.source_id as id, 'entry ' || e.id || ', ' || e.effect as says, 'no receipt and no return says so' as explained
      from stock_entry e left join goods_receipt_lines x on x.id = e.source_line_id
      left join supplier_return_lines y on y.id = e.source_line_id
      where e.source_type = 'purchase_order' and x.id is null and y.id is null`),
  },
  {
    id: 'V8 worth',
    title: 'The total of a purchase order is the sum of its lines.',
    rows: sums(
      'purchaseOrder',
      'purchase_orders',
      'goods_total',
      'goods',
      'select order_id as document, sum(total) as total from purchase_order_lines group by order_id',
    ),
  },
  {
    id: 'V8 fees',
    title: 'The fees of a purchase order are the sum of its listed fees.',
    rows: sums(
      'purchaseOrder',
      'purchase_orders',
      'fees_total',
      'fees',
      'select order_id as document, sum(amount) as total from purchase_order_fees group by order_id',
    ),
  },
  {
    id: 'V8 lines',
    title: 'The line count of a purchase order is correct.',
    rows: purchase(`select o.id, 'it counts ' || o.line_count || ' lines' as says, 'there are ' || coalesce(l.n, 0) as explained
      from purchase_orders o left join (select order_id, count(*) as n from purchase_order_lines group by 1) l on l.order_id = o.id
      where o.line_count <> coalesce(l.n, 0)`),
  },
  {
    id: 'V8 receipt fees',
    title: 'The fees of a receipt are the sum of its lines.',
    rows: purchase(`select g.order_id as id, g.number || ' carries ' || ${money('g.fees')} as says,
        'its lines carry ' || ${money('coalesce(x.fees, 0)')} as explained
      from goods_receipts g left join (select receipt_id, sum(fees) as fees from goods_receipt_lines group by 1) x on x.receipt_id = g.id
      where g.fees <> coalesce(x.fees, 0)`),
  },
  {
    id: 'V8 spread',
    title:
      'Receipts carry all fees of an order that is received or closed, and of another no more than them and nothing beside the receipts.',
    rows: purchase(`select o.id, 'its receipts carry ' || ${money('g.fees')} || ' and ' || ${money('e.fees')} || ' since' as says,
        'its fees are ' || ${money('o.fees_total')} as explained
      from purchase_orders o join (select order_id, coalesce(sum(fees) filter (where reversed_at is null), 0) as fees
          from goods_receipts group by 1) g on g.order_id = o.id
        cross join lateral (select coalesce(sum(f.amount), 0) as fees from goods_receipts r join goods_receipt_lines x on x.receipt_id = r.id
          join purchase_fee_entries f on f.receipt_line_id = x.id where r.order_id = o.id) e
      where case when o.status in ('Received', 'Closed') then g.fees + e.fees <> o.fees_total
        else g.fees > o.fees_total or e.fees <> 0 end`),
  },
  {
    id: 'V8 value',
    title: 'The cost of a received line is its quantity times unit cost, rounded once.',
    rows: purchase(`select l.order_id as id, 'its receipts are worth ' || ${money('coalesce(x.value, 0)')} as says,
        l.received || ' pieces cost ' || round(l.received * l.unit_cost / 10000.0, 4) as explained
      from purchase_order_lines l left join (select x.order_line_id, sum(x.value) as value ${receiptLines} group by 1) x
        on x.order_line_id = l.id
      where abs(l.received * l.unit_cost / 100.0 - coalesce(x.value, 0)) > 0.5`),
  },
  {
    id: 'V10 returns',
    title: 'What went back of a receipt is the sum of its returns, and no more than arrived.',
    rows: purchase(`select g.order_id as id, 'a line of ' || g.number || ' says ' || x.returned || ' of ' || x.quantity || ' went back' as says,
        'returns add up to ' || coalesce(y.quantity, 0) as explained
      from goods_receipt_lines x join goods_receipts g on g.id = x.receipt_id
      left join (select receipt_line_id, sum(quantity) as quantity from supplier_return_lines group by 1) y on y.receipt_line_id = x.id
      where x.returned <> coalesce(y.quantity, 0) or x.returned > x.quantity or g.reversed_at is not null and x.returned > 0`),
  },
  {
    id: 'V10 sent back',
    title: 'A return to the supplier posted exactly its items.',
    rows: purchase(
      unequal(
        `select r.order_id as id, y.id as line, y.quantity from supplier_return_lines y join supplier_returns r on r.id = y.return_id`,
        booked('purchase_order', '-sum(d_on_hand)'),
        'a line of a return books',
        'it says',
      ),
    ),
  },
  {
    id: 'V8 last orders',
    title: 'The last order date of a supplier is the date of their newest placed order.',
    rows: records(
      'supplier',
      'suppliers',
      `select s.id, 'last order noted on ' || coalesce(c.last_order_date::text, 'no day') as says,
          'the orders say ' || coalesce(o.last::text, 'none') as explained
        from suppliers s left join supplier_last_orders c on c.supplier_id = s.id
        left join (select supplier_id, max(order_date) as last from purchase_orders
          where deleted_at is null and status not in ('${unplacedPurchases.join("', '")}') group by 1) o on o.supplier_id = s.id
        where c.supplier_id is null or c.last_order_date is distinct from o.last`,
    ),
  },
]
