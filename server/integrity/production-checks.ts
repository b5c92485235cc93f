import { booked, type Check, documents, items, unequal } from './check-rules.ts'

const transfer = (broken: string) => documents('stockTransfer', 'stock_transfers', broken)
const kitOrder = (broken: string) => documents('kitOrder', 'kit_orders', broken)
const run = (broken: string) => documents('productionRun', 'production_runs', broken)
const place = 'source_line_id, location_id, lot_id'

/** Transfers, kits and production: inputs match outputs. */
export const productionChecks: readonly Check[] = [
  {
    id: 'V3 transfers',
    title: 'A pending transfer has all its stock reserved at the source.',
    rows: transfer(
      unequal(
        `select t.id, l.id as line, l.quantity from stock_transfers t join stock_transfer_lines l on l.transfer_id = t.id
          where t.status = 'pending' and t.deleted_at is null`,
        `select k.source_line_id as line, sum(k.quantity) as quantity from commitment k join stock_transfers t
            on t.id = k.source_id and t.source_id = k.location_id where k.state = 'open' group by 1`,
        'a line holds',
        'it sends',
      ),
    ),
  },
  {
    id: 'V3 kits',
    title: 'A pending kit order has all its items reserved in its warehouse.',
    rows: kitOrder(
      unequal(
        `select o.id, l.id as line, l.quantity from kit_orders o join kit_order_lines l on l.order_id = o.id
          where o.status = 'pending' and o.deleted_at is null`,
        `select k.source_line_id as line, sum(k.quantity) as quantity from commitment k join kit_orders o
            on o.id = k.source_id and o.location_id = k.location_id where k.state = 'open' group by 1`,
        'a line holds',
        'it needs',
      ),
    ),
  },
  {
    id: 'V3 over',
    title: 'Finished transfers and kit orders reserve nothing.',
    rows: `select d.kind, d.id, d.number as name, 'it holds ' || sum(k.quantity) as says, 'it is over' as explained
      from commitment k join (
        select 'stockTransfer' as kind, id, number from stock_transfers where status <> 'pending' or deleted_at is not null
        union all select 'kitOrder', id, number from kit_orders where status <> 'pending' or deleted_at is not null) d on d.id = k.source_id
      where k.state = 'open' group by d.kind, d.id, d.number`,
  },
  {
    id: 'V3 sources',
    title: 'Every reservation refers to an existing document.',
    rows: items(`select k.item_id, 'a commitment of ' || k.quantity || ' to a ' || k.source_type as says, 'no such document' as explained
      from commitment k left join (select 'sales_order' as source, id from sales_orders
        union all select 'transfer', id from stock_transfers union all select 'kit', id from kit_orders) d
        on (d.source, d.id) = (k.source_type, k.source_id)
      where k.state = 'open' and d.id is null`),
  },
  {
    id: 'V7 cancelled',
    title: 'A transfer that was not completed moved no stock.',
    rows: transfer(`select t.id, 'its entries add up to ' || e.on_hand || ' on hand, ' || e.committed || ' committed' as says,
        'it is ' || t.status as explained
      from stock_transfers t join (select source_id, sum(abs(on_hand)) as on_hand, sum(abs(committed)) as committed from (
          select source_id, sum(d_on_hand) as on_hand, sum(d_committed) as committed from stock_entry
          where source_type = 'transfer' group by source_id, item_id, location_id, lot_id) x group by 1) e on e.source_id = t.id
      where t.status <> 'completed' and (e.on_hand <> 0 or t.status = 'cancelled' and e.committed <> 0)`),
  },
  {
    id: 'V7 arrived',
    title: 'A completed transfer posted what was received and what was written off.',
    rows: transfer(`select r.transfer_id as id, 'out ' || coalesce(-o.moved, 0) || ', in ' || coalesce(i.moved, 0) as says,
        'sent ' || r.sent || ', received ' || r.received || coalesce(', ' || r.rest, '') as explained
      from stock_transfer_receipts r join stock_transfers t on t.id = r.transfer_id
      left join (select ${place}, sum(d_on_hand) as moved from stock_entry where source_type = 'transfer' group by ${place}) i
        on (i.source_line_id, i.location_id, i.lot_id) = (r.line_id, t.destination_id, r.lot_id)
      left join (select ${place}, sum(d_on_hand) as moved from stock_entry where source_type = 'transfer' group by ${place}) o
        on (o.source_line_id, o.location_id, o.lot_id) = (r.line_id, t.source_id, r.lot_id)
      where t.status = 'completed' and (coalesce(i.moved, 0) <> r.received
        or coalesce(-o.moved, 0) <> r.received + case when r.rest = 'write_off' then r.sent - r.received else 0 end)`),
  },
  {
    id: 'V7 counted',
    title: 'A completed transfer accounts for everything it sent.',
    rows: transfer(
      unequal(
        `select t.id, l.id as line, l.quantity from stock_transfers t join stock_transfer_lines l on l.transfer_id = t.id
          where t.status = 'completed'`,
        'select line_id as line, sum(sent) as quantity from stock_transfer_receipts group by 1',
        'receipts settle',
        'a line sent',
      ),
    ),
  },
  {
    id: 'V7 pieces',
    title: 'The piece and line counts of a transfer are correct.',
    rows: transfer(`select t.id, 'it counts ' || t.pieces || ' pieces in ' || t.line_count || ' lines' as says,
        'there are ' || coalesce(l.pieces, 0) || ' in ' || coalesce(l.n, 0) as explained
      from stock_transfers t left join (select transfer_id, sum(quantity) as pieces, count(*) as n from stock_transfer_lines group by 1) l
        on l.transfer_id = t.id
      where (t.pieces, t.line_count) is distinct from (coalesce(l.pieces, 0)::bigint, coalesce(l.n, 0)::int)`),
  },
  {
    id: 'V7 kit parts',
    title: 'Packing and taking apart kits match the ledger.',
    rows: kitOrder(
      unequal(
        `select o.id, l.id as line, case when o.status = 'completed' then l.per_kit * (o.quantity - o.taken_apart) else 0 end as quantity
          from kit_orders o join kit_order_lines l on l.order_id = o.id`,
        booked('kit', '-sum(d_on_hand)', 'd_on_hand <> 0'),
        'a line took',
        'its kits hold',
      ),
    ),
  },
  {
    id: 'V7 kits',
    title: 'Kits that were packed and not taken apart came into stock.',
    rows: kitOrder(
      unequal(
        `select id, id as line, case when status = 'completed' then quantity - taken_apart else 0 end as quantity from kit_orders`,
        `select o.id as line, sum(e.d_on_hand) as quantity from stock_entry e join kit_orders o
            on o.id = e.source_id and o.kit_id = e.item_id where e.source_type = 'kit' and e.d_on_hand <> 0 group by 1`,
        'kits that came in are',
        'packed and whole are',
      ),
    ),
  },
  {
    id: 'V7 kit lines',
    title: 'A kit order uses the components of one kit times its quantity.',
    rows: kitOrder(`select o.id, 'a line needs ' || l.quantity as says, l.per_kit || ' for each of ' || o.quantity as explained
      from kit_orders o join kit_order_lines l on l.order_id = o.id where l.quantity <> l.per_kit * o.quantity`),
  },
  {
    id: 'V7 kit cost',
    title: 'Kits cost what their items cost, to the smallest unit.',
    rows: kitOrder(`select o.id, coalesce('they cost ' || o.total_cost, 'they have no cost') as says,
        coalesce('their items cost ' || l.cost, 'their items have no cost') as explained
      from kit_orders o left join (select order_id, sum(cost) as cost from kit_order_lines group by 1) l on l.order_id = o.id
      where (o.status = 'completed') <> (o.total_cost is not null) or o.total_cost <> coalesce(l.cost, 0)`),
  },
  {
    id: 'V7 materials',
    title: 'Materials used by production match its lines, less reversals.',
    rows: run(
      unequal(
        `select r.id, l.id as line, case when b.id is null then l.quantity else 0 end as quantity
          from production_runs r join production_run_lines l on l.run_id = r.id
          left join production_runs b on b.reverses_id = r.id where r.reverses_id is null`,
        booked('production', '-sum(d_on_hand)'),
        'a line took',
        'it says',
      ),
    ),
  },
  {
    id: 'V7 made',
    title: 'Produced quantities match the runs, less reversals.',
    rows: run(
      unequal(
        `select r.id, r.id as line, case when b.id is null then r.quantity else 0 end as quantity
          from production_runs r left join production_runs b on b.reverses_id = r.id where r.reverses_id is null`,
        `select r.id as line, sum(e.d_on_hand) as quantity from stock_entry e join production_runs r
            on r.id = e.source_id and r.product_id = e.item_id where e.source_type = 'production' group by 1`,
        'it made',
        'it says',
      ),
    ),
  },
  {
    id: 'V7 scrap',
    title: 'What production rejected and wasted is scrap in the ledger.',
    rows: run(
      unequal(
        `select id, id as line, scrapped as quantity from production_runs
          union all select run_id, id, wasted from production_run_lines`,
        booked('production', '-sum(d_on_hand)', `effect = 'SCRAP'`),
        'scrap in the ledger is',
        'it says',
      ),
    ),
  },
  {
    id: 'V7 bill',
    title: 'Materials used are the materials per piece times the quantity, plus waste.',
    rows: run(`select r.id, 'a line took ' || l.quantity as says,
        l.per_piece || ' for each of ' || r.quantity + r.scrapped || ' and ' || l.wasted || ' wasted' as explained
      from production_runs r join production_run_lines l on l.run_id = r.id
      where l.quantity <> l.per_piece * (r.quantity + r.scrapped) + l.wasted`),
  },
  {
    id: 'V7 run cost',
    title: 'Manufactured products cost what their materials cost, to the smallest unit.',
    rows: run(`select r.id, 'it cost ' || r.total_cost as says, 'its materials cost ' || coalesce(l.cost, 0) as explained
      from production_runs r left join (select run_id, sum(cost) as cost from production_run_lines group by 1) l
        on l.run_id = coalesce(r.reverses_id, r.id)
      where r.total_cost <> coalesce(l.cost, 0)`),
  },
  {
    id: 'V7 cycles',
    title: 'No kit contains itself.',
    rows: items(`with recursive inside(kit, item_id) as (
        select kit_id, item_id from kit_components
        union select i.kit, c.item_id from inside i join kit_components c on c.kit_id = i.item_id)
      select kit as item_id, 'it holds itself' as says, 'nothing can' as explained from inside where kit = item_id`),
  },
]
