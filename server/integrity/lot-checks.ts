import { type Check, documents, records, unequal } from './check-rules.ts'
import { blockedStatus } from '#server/kernel/usable-lots.ts'

const lot = (broken: string) => records('lot', 'lots', broken, 'd.lot_number')
const recall = (broken: string) => documents('recall', 'recalls', broken)
const day = (moment: string) =>
  `(${moment} at time zone coalesce((select content->>'timeZone' from settings), 'UTC'))::date`

/** Nothing leaves a lot that must stay, and recalls find and hold what they say. */
export const lotChecks: readonly Check[] = [
  {
    id: 'V11 blocked',
    title: 'Nothing left a lot that was on hold, quarantined or recalled.',
    // A lot was blocked from the entry after which it became so, up to the one after which it became otherwise.
    rows: lot(`select e.lot_id as id, 'entry ' || e.id || ' took ' || -e.d_on_hand || ' pieces' as says, 'it was ' || c.to_status as explained
      from (select lot_id, to_status, after_entry as since,
            lead(after_entry) over (partition by lot_id order by id) as until from lot_changes) c
        join stock_entry e on e.lot_id = c.lot_id and e.id > c.since and (c.until is null or e.id <= c.until)
      where ${blockedStatus('c.to_status')} and e.effect = 'SHIP'`),
  },
  {
    id: 'V11 expired',
    title: 'Nothing was sent to a customer from a lot that had expired.',
    // A date that was corrected later held until then.
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
    title: 'A lot of a recall that was not withdrawn is recalled.',
    rows: lot(`select distinct on (l.id) l.id, 'it is ' || l.status as says, r.number || ' recalls it' as explained
      from recall_lots x join recalls r on r.id = x.recall_id join lots l on l.id = x.lot_id
      where r.status <> 'WITHDRAWN' and l.status <> 'RECALLED' order by l.id, r.number`),
  },
  {
    id: 'V11 found',
    title: 'A recall found its pieces in lots, places and orders that are there.',
    rows: `select 'recall' as kind, r.id, coalesce(r.number, 'no recall') as name, 'it found ' || sum(f.quantity) || ' pieces' as says,
        'they are of a lot or an order that is not there, or not recalled' as explained
      from recall_finds f left join recalls r on r.id = f.recall_id
      left join recall_lots x on (x.recall_id, x.lot_id) = (f.recall_id, f.lot_id)
      left join sales_orders o on (o.id, o.account_id, o.number) = (f.order_id, f.account_id, f.order_number)
      left join locations p on p.id = f.location_id
      where x.lot_id is null or f.order_id is not null and o.id is null or f.location_id is not null and p.id is null
        or (f.place in ('stock', 'moving')) <> (f.order_id is null)
      group by r.id`,
  },
  {
    id: 'V11 moving',
    title: 'A recall found on the way between two places what a transfer had sent and not delivered.',
    rows: recall(`select f.recall_id as id, 'it found ' || f.quantity || ' on ' || t.number as says,
        coalesce(k.quantity, 0) || ' were sent' as explained
      from recall_finds f join stock_transfers t on t.id = f.transfer_id
      left join (select source_id, lot_id, sum(quantity) as quantity from commitment where source_type = 'transfer' group by 1, 2) k
        on (k.source_id, k.lot_id) = (t.id, f.lot_id)
      where f.quantity > coalesce(k.quantity, 0)
        or t.status = 'pending' and t.dispatched_at is not null and (f.location_id, f.to_location_id) <> (t.source_id, t.destination_id)`),
  },
  {
    id: 'V10 came back',
    title: 'Returned units from a recall is in the ledger.',
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
    title: 'No more of a lot comes back from a customer than went there.',
    rows: recall(`select b.recall_id as id, b.quantity || ' of a lot came back' as says, coalesce(s.quantity, 0) || ' of it went there' as explained
      from (select (array_agg(recall_id order by at desc))[1] as recall_id, lot_id, account_id, sum(quantity) as quantity
          from recall_returns group by lot_id, account_id) b
        left join (select e.lot_id, o.account_id, -sum(e.d_on_hand) as quantity from stock_entry e
            join (select distinct lot_id from recall_returns) r on r.lot_id = e.lot_id
            join sales_orders o on o.id = e.source_id
          where e.source_type = 'sales_order' and e.d_on_hand <> 0 group by 1, 2) s
          on (s.lot_id, s.account_id) = (b.lot_id, b.account_id)
      where b.quantity > coalesce(s.quantity, 0)`),
  },
]
