import { type Check, documents, records, unequal } from './check-rules.ts'
import { blockedStatus } from '#server/kernel/usable-lots.ts'

const lot = (broken: string) => records('lot', 'lots', broken, 'd.lot_number')
const recall = (broken: string) => documents('recall', 'recalls', broken)
const orders = (broken: string) => documents('salesOrder', 'sales_orders', broken)
const recallLots = '(select distinct lot_id from recall_lots)'
const day = (moment: string) =>
  `(${moment} at time zone coalesce((select content->>'timeZone' from settings), 'UTC'))::date`

/** No stock leaves blocked or expired lots, and recalls match their lots, shipments, returns and the ledger. */
export const lotChecks: readonly Check[] = [
  {
    id: 'V11 blocked',
    title: 'No stock left a lot that was on hold, quarantined or recalled.',
    // A lot is blocked by a status change from the entry after it, up to and including the last entry before the next change.
    rows: lot(`select e.lot_id as id, 'entry ' || e.id || ' took ' || -e.d_on_hand || ' pieces' as says, 'it was ' || c.to_status as explained
      from (select lot_id, to_status, after_entry as since,
            lead(after_entry) over (partition by lot_id order by id) as until from lot_changes) c
        join stock_entry e on e.lot_id = c.lot_id and e.id > c.since and (c.until is null or e.id <= c.until)
      where ${blockedStatus('c.to_status')} and e.effect = 'SHIP'`),
  },
  {
    id: 'V11 expired',
    title: 'No expired lot was shipped to a customer.',
    // An expiry date that was corrected applies until the correction.
    rows: lot(`select e.lot_id as id, 'entry ' || e.id || ' took ' || -e.d_on_hand || ' pieces on ' || ${day('e.at')} as says,
        'it expired on ' || x.expiry as explained
      from (select lot_id, old_expiry as expiry, after_entry as until,
            coalesce(lag(after_entry) over (partition by lot_id order by id), 0) as since from lot_changes where act = 'edit'
          union all select l.id, l.expiry_date, null, coalesce(c.since, 0) from lots l
            left join (select lot_id, max(after_entry) as since from lot_changes where act = 'edit' group by 1) c on c.lot_id = l.id
          where l.id <> l.item_id) x
        join stock_entry e on e.lot_id = x.lot_id and e.id > x.since and (x.until is null or e.id <= x.until)
      where x.expiry is not null and e.effect = 'SHIP' and e.source_type <> 'import' and ${day('e.at')} > x.expiry`),
  },
  {
    id: 'V11 recalled',
    title: 'Every lot of an active recall has the status Recalled.',
    rows: lot(`select distinct on (l.id) l.id, 'it is ' || l.status as says, r.number || ' recalls it' as explained
      from recall_lots x join recalls r on r.id = x.recall_id join lots l on l.id = x.lot_id
      where r.status <> 'WITHDRAWN' and l.status <> 'RECALLED' order by l.id, r.number`),
  },
  {
    id: 'V11 left',
    title: 'No shipment contained a lot that was on hold, quarantined or recalled.',
    rows: orders(`select o.id, 'lot ' || l.lot_number || ' left with it' as says, 'it was ' || c.to_status as explained
      from (select lot_id, to_status, after_move as since,
            lead(after_move) over (partition by lot_id order by id) as until from lot_changes) c
        join lots l on l.id = c.lot_id
        join commitment k on k.item_id = l.item_id and k.lot_id = l.id and k.state = 'consumed' and k.source_type = 'sales_order'
        join sales_orders o on o.id = k.source_id
        join (select order_id, max(id) as id from sales_order_moves where move = 'handOver' group by 1) m on m.order_id = o.id
      where ${blockedStatus('c.to_status')} and m.id > c.since and (c.until is null or m.id <= c.until)
        and o.status in ('SHIPPED', 'IN_TRANSIT', 'OUT_FOR_DELIVERY', 'FAILED_DELIVERY', 'DELIVERED', 'RETURNED')`),
  },
  {
    id: 'V10 came back',
    title: 'Units returned from a recall are in the ledger.',
    rows: recall(
      unequal(
        'select recall_id as id, id as line, quantity from recall_returns',
        `select source_line_id as line, sum(d_on_hand) as quantity from stock_entry where effect = 'COME_BACK' group by 1`,
        'the ledger took in',
        'a return says',
      ),
    ),
  },
  {
    id: 'V10 delivered',
    title: 'No customer returned more of a recalled lot than they received.',
    rows: lot(`select b.lot_id as id, b.quantity || ' of it came back from a customer' as says, coalesce(s.quantity, 0) || ' went there' as explained
      from (select lot_id, account_id, sum(quantity) as quantity from (
          select b.lot_id, b.account_id, b.quantity from recall_returns b
          union all select l.lot_id, r.account_id, l.received from sales_return_lines l join sales_returns r on r.id = l.return_id
            join ${recallLots} x on x.lot_id = l.lot_id where r.status in ('Received', 'Inspected', 'Completed')) all_of group by 1, 2) b
        left join (select e.lot_id, o.account_id, -sum(e.d_on_hand) as quantity from stock_entry e
            join ${recallLots} r on r.lot_id = e.lot_id
            join sales_orders o on o.id = e.source_id
          where (e.source_type = 'sales_order' or e.source_type = 'import' and e.effect = 'SHIP') and e.d_on_hand <> 0 group by 1, 2) s
          on (s.lot_id, s.account_id) = (b.lot_id, b.account_id)
      where b.quantity > coalesce(s.quantity, 0)`),
  },
]
