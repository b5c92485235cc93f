import { blockedStatus, expiredBefore } from '#server/kernel/usable-lots.ts'
import { balances, type Check, documents, items, key, unequal } from './check-rules.ts'

/** The tables of the documents that stock entries refer to, by source type. */
const sources = [
  ['adjustment', 'stock_adjustments'],
  ['sales_order', 'sales_orders'],
  ['import', 'sales_orders'],
  ['purchase_order', 'purchase_orders'],
  ['transfer', 'stock_transfers'],
  ['kit', 'kit_orders'],
  ['production', 'production_runs'],
  ['recall', 'recalls'],
  ['count', 'stock_counts'],
  ['return', 'sales_returns'],
  ['set_aside', 'sales_return_lines'],
] as const

/**
 * The effects that each kind of document may have on on hand and committed, by the signs of both: incoming, outgoing, and
 * internal movements. Nothing else may change stock.
 */
const effects = `('adjustment', 'INITIAL', 1, 0), ('adjustment', 'ADD', 1, 0), ('adjustment', 'REDUCE', -1, 0),
  ('adjustment', 'ADJUST', 1, 0), ('adjustment', 'ADJUST', -1, 0), ('count', 'ADJUST', 1, 0), ('count', 'ADJUST', -1, 0),
  ('sales_order', 'COMMIT', 0, 1), ('sales_order', 'RELEASE', 0, -1), ('sales_order', 'PICK_OUT', 0, -1),
  ('sales_order', 'PICK_IN', 0, 1), ('sales_order', 'SHIP', -1, -1), ('sales_order', 'UNSHIP', 1, 1),
  ('sales_order', 'RESTOCK', 1, 0), ('import', 'RECEIVE', 1, 0), ('import', 'SHIP', -1, 0),
  ('purchase_order', 'RECEIVE', 1, 0), ('purchase_order', 'UNRECEIVE', -1, 0), ('purchase_order', 'SEND_BACK', -1, 0),
  ('recall', 'COME_BACK', 1, 0), ('return', 'COME_BACK', 1, 0), ('return', 'WRITE_OFF', -1, 0), ('return', 'SEND_BACK', -1, 0),
  ('set_aside', 'SET_ASIDE_OUT', -1, 0), ('set_aside', 'SET_ASIDE_IN', 1, 0),
  ('transfer', 'COMMIT', 0, 1), ('transfer', 'RELEASE', 0, -1), ('transfer', 'PICK_OUT', 0, -1), ('transfer', 'PICK_IN', 0, 1),
  ('transfer', 'TRANSFER_OUT', -1, -1), ('transfer', 'TRANSFER_IN', 1, 0), ('transfer', 'WRITE_OFF', -1, -1),
  ('kit', 'COMMIT', 0, 1), ('kit', 'RELEASE', 0, -1), ('kit', 'PICK_OUT', 0, -1), ('kit', 'PICK_IN', 0, 1),
  ('kit', 'KIT_OUT', -1, -1), ('kit', 'KIT_IN', 1, 0), ('kit', 'UNKIT_OUT', -1, 0), ('kit', 'UNKIT_IN', 1, 0),
  ('production', 'MAKE_OUT', -1, 0), ('production', 'MAKE_IN', 1, 0), ('production', 'SCRAP', -1, 0),
  ('production', 'UNMAKE_OUT', -1, 0), ('production', 'UNMAKE_IN', 1, 0)`

/** Balances are explained by the ledger, and the ledger by documents. */
export const stockChecks: readonly Check[] = [
  {
    id: 'V1',
    title: 'On hand is the sum of the ledger.',
    rows: balances(
      `select ${key}, b.on_hand as says, coalesce(e.moved, 0) as explained from stock_balance b
        full join (select ${key}, sum(d_on_hand) as moved from stock_entry group by ${key}) e using (${key})
        where b.on_hand is distinct from coalesce(e.moved, 0)`,
      `coalesce('on hand ' || x.says, 'no balance')`,
      `'entries add up to ' || x.explained`,
    ),
  },
  {
    id: 'V2',
    title: 'Reserved is the sum of the ledger.',
    rows: balances(
      `select ${key}, coalesce(b.committed, 0) as says, coalesce(e.moved, 0) as explained from stock_balance b
        full join (select ${key}, sum(d_committed) as moved from stock_entry where d_committed <> 0 group by ${key}) e using (${key})
        where coalesce(b.committed, 0) <> coalesce(e.moved, 0)`,
      `'committed ' || x.says`,
      `'entries add up to ' || x.explained`,
    ),
  },
  {
    id: 'V3',
    title: 'Reserved is the sum of the open reservations.',
    rows: balances(
      `select ${key}, coalesce(b.committed, 0) as says, coalesce(k.held, 0) as explained
        from (select * from stock_balance where committed <> 0) b
        full join (select ${key}, sum(quantity) as held from commitment where state = 'open' group by ${key}) k using (${key})
        where coalesce(b.committed, 0) <> coalesce(k.held, 0)`,
      `'committed ' || x.says`,
      `'open commitments add up to ' || x.explained`,
    ),
  },
  {
    id: 'V3 low',
    title: 'An item is low at its own reorder point, or else at the company’s threshold.',
    rows: items(
      `select item_id, 'low at ' || low_at as says, 'should be low at ' || threshold as explained
        from item_stock join (select id as item_id, coalesce(reorder_point,
          (select (content ->> 'lowStockThreshold')::integer from settings), 10) as threshold from items) i using (item_id)
        where low_at <> threshold`,
    ),
  },
  {
    id: 'V3 unsellable',
    title: 'Unsellable stock equals the stock in blocked and expired lots and at customers.',
    rows: items(
      `select item_id, unsellable || ' not for sale' as says, 'should be ' || coalesce(pieces, 0) as explained
        from item_stock left join (select b.item_id, sum(b.on_hand - b.committed) as pieces
          from stock_balance b join lots l on l.id = b.lot_id join locations p on p.id = b.location_id
          where ${blockedStatus('l.status')} or ${expiredBefore('l.expiry_date', 'company_today()')} or p.consignee_id is not null group by 1) b
          using (item_id)
        where company_today() between holds_from and holds_until and unsellable <> coalesce(pieces, 0)`,
    ),
  },
  {
    id: 'V3 cost',
    title: 'An item costs what the last change of its cost says.',
    rows: items(
      `select i.id as item_id, 'it costs ' || i.cost as says, 'the last change made it ' || c.new_amount as explained
        from items i join (select distinct on (item_id) item_id, new_amount from price_changes where price = 'cost'
          order by item_id, id desc) c on c.item_id = i.id where c.new_amount is distinct from i.cost`,
    ),
  },
  {
    id: 'V4',
    title: 'On hand was never below zero or below what was reserved.',
    rows: balances(
      // Entries of one operation count together: one order may release what another commits.
      `select distinct on (${key}) * from (
          select ${key}, id, sum(d_on_hand) over past as held, sum(d_committed) over past as promised,
            op_id is distinct from lead(op_id) over past as is_last
          from stock_entry where source_type <> 'import' window past as (partition by ${key} order by id)) run
        where is_last and (held < 0 or promised < 0 or promised > held) order by ${key}, id`,
      `'on hand ' || x.held || ', committed ' || x.promised || ' after entry ' || x.id`,
      `'0 or more, and no more committed than on hand'`,
    ),
  },
  {
    id: 'V4 totals',
    title: 'The totals of an item are the sum of its balances.',
    rows: `select i.kind, i.id, i.name, 'on hand ' || coalesce(t.on_hand, 0) || ', committed ' || coalesce(t.committed, 0) as says,
        'balances add up to ' || coalesce(b.on_hand, 0) || ' and ' || coalesce(b.committed, 0) as explained
      from item_stock t full join (select item_id, sum(on_hand) as on_hand, sum(committed) as committed
        from stock_balance group by item_id) b using (item_id) join items i on i.id = item_id
      where (coalesce(t.on_hand, 0), coalesce(t.committed, 0)) <> (coalesce(b.on_hand, 0), coalesce(b.committed, 0))`,
  },
  {
    id: 'V4 position',
    title: 'The ledger position of an item is the number of entries that moved it.',
    rows: items(`select t.item_id, 'position ' || t.entries as says, coalesce(e.n, 0) || ' entries' as explained
      from item_stock t left join (select item_id, count(*) as n from stock_entry where source_type <> 'import' group by 1) e
        using (item_id) where t.entries <> coalesce(e.n, 0)`),
  },
  {
    id: 'V5 effects',
    title: 'Every entry has a type that its document can post.',
    rows: items(`select e.item_id, 'entry ' || e.id || ', ' || e.effect || ' by ' || e.source_type || ', on hand ' || e.d_on_hand ||
          ', committed ' || e.d_committed as says, 'no act books that' as explained
      from stock_entry e left join (values ${effects}) a(source, effect, on_hand, committed)
        on (a.source, a.effect, a.on_hand, a.committed) = (e.source_type, e.effect, sign(e.d_on_hand), sign(e.d_committed))
      where a.source is null`),
  },
  {
    id: 'V5 documents',
    title: 'Every stock entry refers to an existing document.',
    rows: items(`select e.item_id, 'entry ' || e.id || ', ' || e.effect as says, 'no such ' || e.source_type as explained
      from stock_entry e left join (${sources.map(([name, table]) => `select '${name}' as source, id from ${table}`).join(' union all ')}) d
        on (d.source, d.id) = (e.source_type, e.source_id) where d.id is null`),
  },
  {
    id: 'V5 transfers',
    title: 'What a transfer takes from one location it adds to another.',
    rows: documents(
      'stockTransfer',
      'stock_transfers',
      `select source_id as id, 'entries add up to ' || sum(moved) as says, 'to 0, but for what was written off' as explained
        from (select source_id, item_id, lot_id, sum(d_on_hand) as moved from stock_entry
          where source_type = 'transfer' and effect <> 'WRITE_OFF' group by source_id, op_id, item_id, lot_id) o
        where moved <> 0 group by source_id`,
    ),
  },
  {
    id: 'V5 adjustments',
    title: 'An adjustment posted its quantity.',
    rows: items(`select a.item_id, a.number || ' books ' || coalesce(e.moved, 0) as says, 'it says ' || a.says as explained
      from (select id, number, item_id, kind, case kind when 'reduction' then -quantity when 'audit' then c.difference
            else quantity end as says
          from stock_adjustments left join (select id, sum((c->>'counted')::int - (c->>'expected')::int) as difference
            from stock_adjustments, jsonb_array_elements(counts) c where kind = 'audit' group by id) c using (id)) a
        left join (select source_id, sum(d_on_hand) as moved from stock_entry where source_type = 'adjustment' group by 1) e
          on e.source_id = a.id
      where case a.kind when 'edit' then abs(coalesce(e.moved, 0)) else coalesce(e.moved, 0) end <> coalesce(a.says, 0)`),
  },
  {
    id: 'V5 counts',
    title: 'Posted counts posted exactly their differences, other counts nothing.',
    rows: documents(
      'stockCount',
      'stock_counts',
      unequal(
        `select c.id, l.id as line, case when c.status = 'APPLIED' and l.state = 'counted' then l.counted - l.expected else 0 end
            as quantity from stock_counts c join stock_count_lines l on l.count_id = c.id`,
        `select l.id as line, sum(e.d_on_hand) as quantity from stock_entry e join stock_count_lines l
            on l.id = e.source_line_id and l.count_id = e.source_id
              and (l.item_id, l.location_id, l.lot_id) = (e.item_id, e.location_id, e.lot_id)
          where e.source_type = 'count' group by 1`,
        'a line books',
        'it differs by',
      ),
    ),
  },
  {
    id: 'V5 counted',
    title: 'Every entry of a count belongs to one of its lines.',
    rows: items(`select e.item_id, 'entry ' || e.id || ' of a count' as says, 'no line of it counted that' as explained
      from stock_entry e left join stock_count_lines l on l.id = e.source_line_id and l.count_id = e.source_id
        and (l.item_id, l.location_id, l.lot_id) = (e.item_id, e.location_id, e.lot_id)
      where e.source_type = 'count' and l.id is null`),
  },
  {
    id: 'V5 count lines',
    title: 'A count line shows the last counted quantity.',
    rows: documents(
      'stockCount',
      'stock_counts',
      `select l.count_id as id, 'a line says ' || coalesce(l.counted::text, 'nothing') || ' of ' || coalesce(l.expected::text, 'nothing') as says,
          coalesce('its last entry says ' || e.counted || ' of ' || e.expected, 'it has ' || coalesce(n.n, 0) || ' entries') as explained
        from stock_count_lines l
        left join stock_count_entries e on e.line_id = l.id and e.round = l.entries
        left join (select line_id, count(*) as n from stock_count_entries group by 1) n on n.line_id = l.id
        where (l.counted, l.expected) is distinct from (e.counted, e.expected) or l.entries <> coalesce(n.n, 0)`,
    ),
  },
  {
    id: 'V5 expected',
    title: 'The expected quantity of a count is the ledger balance at that time, without goods in transit.',
    rows: documents(
      'stockCount',
      'stock_counts',
      `select count_id as id, 'expected ' || expected as says, 'the ledger said ' || there as explained
        from (select c.id, l.count_id, c.expected, - c.in_transit + coalesce(sum(s.d_on_hand) filter (where s.id <= c.position), 0) as there
          from stock_count_entries c join stock_count_lines l on l.id = c.line_id
          left join stock_entry s on (s.item_id, s.location_id, s.lot_id) = (l.item_id, l.location_id, l.lot_id)
          group by c.id, l.count_id, c.expected, c.in_transit, c.position) x
        where expected <> there`,
    ),
  },
]
