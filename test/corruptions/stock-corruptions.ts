import { of, set, line, stocked, oneEntry, transfer, type Corruption } from './corruption.ts'

const shippedLot = `select lot_id as id from stock_entry where effect = 'SHIP' and source_type = 'sales_order'
  and lot_id <> item_id and lot_id not in (select lot_id from lot_changes) order by lot_id limit 1`
const change = (columns: string, values: string) =>
  `insert into lot_changes (lot_id, act, from_status, to_status, reason, after_entry${columns}) select '{v}', ${values}`

/** Stock, its entries and its lots. */
export const stockCorruptions: Record<string, Corruption> = {
  V1: {
    victim: stocked,
    sql: [`update stock_balance set on_hand = on_hand + 1 where item_id = '{v}'`],
    says: /^on hand \d+; entries add up to \d+$/,
  },
  V2: {
    victim: stocked,
    sql: [`update stock_balance set committed = committed + 1 where item_id = '{v}'`],
    says: /^committed \d+; entries add up to \d+$/,
  },
  V3: {
    victim: `select item_id as id from commitment where state = 'open' order by item_id limit 1`,
    sql: [`update commitment set quantity = quantity + 1 where state = 'open' and item_id = '{v}'`],
    says: /^committed \d+; open commitments add up to \d+$/,
  },
  V4: {
    victim: stocked,
    sql: [`update stock_entry set d_on_hand = -30 where id = (select min(id) from stock_entry where item_id = '{v}')`],
    says: /^on hand -30, committed 0 after entry \d+; 0 or more/,
  },
  'V4 totals': {
    victim: stocked,
    sql: [`update item_stock set on_hand = on_hand + 2 where item_id = '{v}'`],
    says: /^on hand \d+, committed \d+; balances add up to \d+ and \d+$/,
  },
  'V4 position': {
    victim: stocked,
    sql: [`update item_stock set entries = entries + 1 where item_id = '{v}'`],
    says: /^position \d+; \d+ entries$/,
  },
  'V5 effects': {
    victim: stocked,
    sql: [oneEntry(`effect = 'SHIP'`, `item_id = '{v}' and source_type = 'adjustment'`)],
    says: /^entry \d+, SHIP by adjustment, on hand \d+, committed 0; no act books that$/,
  },
  'V5 documents': {
    victim: stocked,
    sql: [oneEntry(`source_id = gen_random_uuid()`, `item_id = '{v}' and source_type = 'adjustment'`)],
    says: /^entry \d+, \w+; no such adjustment$/,
  },
  'V5 transfers': {
    victim: transfer('completed'),
    sql: [oneEntry('d_on_hand = d_on_hand - 1', `source_id = '{v}' and effect = 'TRANSFER_IN'`)],
    says: /^entries add up to -1; to 0/,
  },
  'V5 adjustments': {
    victim: `select item_id as id from stock_adjustments where kind = 'audit' limit 1`,
    sql: [
      `update stock_adjustments set counts = jsonb_set(counts, '{0,counted}', '999999') where item_id = '{v}' and kind = 'audit'`,
    ],
    says: /^ADJ-\S+ books -?\d+; it says \d+$/,
  },
  'V5 counts': {
    victim: of('stock_counts', `status = 'APPLIED'`),
    sql: [`update stock_count_lines set counted = counted + 3 where count_id = '{v}' and counted <> expected`],
    says: /^a line books -?\d+; it differs by -?\d+$/,
  },
  'V5 counted': {
    victim: `select item_id as id from stock_entry where source_type = 'count' limit 1`,
    sql: [oneEntry('source_line_id = gen_random_uuid()', `item_id = '{v}' and source_type = 'count'`)],
    says: /^entry \d+ of a count; no line of it counted that$/,
  },
  'V5 count lines': {
    victim: of('stock_counts', `status = 'APPLIED'`),
    sql: [line('stock_count_lines', 'count_id', 'entries = entries + 1')],
    says: /^a line says \d+ of \d+; it has 1 entries$/,
  },
  'V5 expected': {
    victim: of('stock_counts', `status = 'APPLIED'`),
    sql: [
      `update stock_count_entries set expected = expected + 1 where line_id in (select id from stock_count_lines where count_id = '{v}')`,
    ],
    says: /^expected \d+; the ledger said \d+$/,
  },
  'V3 low': {
    victim: stocked,
    sql: [`update item_stock set low_at = low_at + 1 where item_id = '{v}'`],
    says: /^low at \d+; should be low at \d+$/,
  },
  'V3 unsellable': {
    victim: stocked,
    sql: [`update item_stock set unsellable = unsellable + 1 where item_id = '{v}'`],
    says: /^\d+ not for sale; should be \d+$/,
  },
  'V3 cost': {
    victim: stocked,
    sql: [
      `insert into price_changes (item_id, price, old_amount, new_amount) select id, 'cost', cost, cost + 1 from items where id = '{v}'`,
    ],
    says: /^it costs \d+; the last change made it \d+$/,
  },
  'V11 blocked': {
    victim: shippedLot,
    sql: [change('', `'hold', 'AVAILABLE', 'ON_HOLD', 'Planted', 0`)],
    says: /^entry \d+ took \d+ pieces; it was ON_HOLD$/,
  },
  'V11 expired': {
    victim: shippedLot,
    sql: [`update lots set expiry_date = date '2001-01-01' where id = '{v}'`],
    says: /^entry \d+ took \d+ pieces on \S+; it expired on 2001-01-01$/,
  },
  'V11 recalled': {
    victim: of('lots', `status = 'RECALLED'`),
    sql: [set('lots', `status = 'AVAILABLE'`)],
    says: /^it is AVAILABLE; RC-\S+ recalls it$/,
  },
  'V11 left': {
    victim: `select order_id as id from sales_order_moves where move = 'handOver' and order_id in (select k.source_id from commitment k
      join sales_orders o on o.id = k.source_id where k.state = 'consumed' and k.lot_id <> k.item_id and o.status = 'DELIVERED'
        and k.lot_id not in (select lot_id from lot_changes)) order by 1 limit 1`,
    sql: [
      `insert into lot_changes (lot_id, act, from_status, to_status, reason, after_entry, after_move)
        select min(lot_id::text)::uuid, 'hold', 'AVAILABLE', 'ON_HOLD', 'x', 1000000000, 0 from commitment
        where source_id = '{v}' and state = 'consumed' and lot_id <> item_id and lot_id not in (select lot_id from lot_changes)`,
    ],
    says: /^lot \S+ left with it; it was ON_HOLD$/,
  },
  'V10 came back': {
    victim: `select recall_id as id from recall_returns limit 1`,
    sql: [`update recall_returns set quantity = quantity + 1`],
    says: /^the ledger took in \d+; a return says \d+$/,
  },
  'V10 delivered': {
    victim: `select lot_id as id from recall_returns limit 1`,
    sql: [`update recall_returns set quantity = 1000000`],
    says: /^\d{7} of it came back from a customer; \d+ went there$/,
  },
}
