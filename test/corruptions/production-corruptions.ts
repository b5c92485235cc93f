import { of, set, line, transfer, kitOrder, type Corruption } from './corruption.ts'

/** Transfers, kits and production. */
export const productionCorruptions: Record<string, Corruption> = {
  'V3 transfers': {
    victim: transfer('pending'),
    sql: [`update commitment set location_id = gen_random_uuid() where source_id = '{v}' and state = 'open'`],
    says: /^a line holds 0; it sends \d+$/,
  },
  'V3 kits': {
    victim: kitOrder('pending'),
    sql: [line('kit_order_lines', 'order_id', 'quantity = quantity + 1')],
    says: /^a line holds \d+; it needs \d+$/,
  },
  'V3 over': {
    victim: transfer('pending'),
    sql: [set('stock_transfers', `status = 'cancelled'`)],
    says: /^it holds \d+; it is over$/,
  },
  'V3 sources': {
    victim: `select item_id as id from commitment where state = 'open' order by item_id limit 1`,
    sql: [`update commitment set source_id = gen_random_uuid() where item_id = '{v}' and state = 'open'`],
    says: /^a commitment of \d+ to a \w+; no such document$/,
  },
  'V7 cancelled': {
    victim: transfer('completed'),
    sql: [set('stock_transfers', `status = 'cancelled'`)],
    says: /^its entries add up to \d+ on hand, \d+ committed; it is cancelled$/,
  },
  'V7 arrived': {
    victim: transfer('completed'),
    sql: [`update stock_transfer_receipts set received = received - 1, rest = 'return' where transfer_id = '{v}'`],
    says: /^out \d+, in \d+; sent \d+, received \d+, return$/,
  },
  'V7 counted': {
    victim: transfer('completed'),
    sql: [`delete from stock_transfer_receipts where transfer_id = '{v}'`],
    says: /^receipts settle 0; a line sent \d+$/,
  },
  'V7 pieces': {
    victim: transfer('pending'),
    sql: [set('stock_transfers', 'pieces = pieces + 1')],
    says: /^it counts \d+ pieces in \d+ lines; there are \d+ in \d+$/,
  },
  'V7 kit parts': {
    victim: kitOrder('completed'),
    sql: [line('kit_order_lines', 'order_id', 'per_kit = per_kit + 1')],
    says: /^a line took \d+; its kits hold \d+$/,
  },
  'V7 kits': {
    victim: kitOrder('completed'),
    sql: [set('kit_orders', 'taken_apart = taken_apart + 1')],
    says: /^kits that came in are \d+; packed and whole are \d+$/,
  },
  'V7 kit lines': {
    victim: kitOrder('pending'),
    sql: [set('kit_orders', 'quantity = quantity + 1')],
    says: /^a line needs \d+; \d+ for each of \d+$/,
  },
  'V7 kit cost': {
    victim: kitOrder('completed'),
    sql: [set('kit_orders', 'total_cost = total_cost + 1')],
    says: /^they cost \d+; their items cost \d+$/,
  },
  'V7 materials': {
    victim: of('production_runs'),
    sql: [line('production_run_lines', 'run_id', 'quantity = quantity + 1')],
    says: /^a line took \d+; it says \d+$/,
  },
  'V7 made': {
    victim: of('production_runs'),
    sql: [set('production_runs', 'quantity = quantity + 1')],
    says: /^it made \d+; it says \d+$/,
  },
  'V7 scrap': {
    victim: of('production_runs'),
    sql: [set('production_runs', "scrapped = scrapped + 1, scrap_reason = 'Torn'")],
    says: /^scrap in the ledger is \d+; it says \d+$/,
  },
  'V7 bill': {
    victim: `select run_id as id from production_run_lines order by id limit 1`,
    sql: [`update production_run_lines set per_piece = per_piece + 1 where run_id = '{v}'`],
    says: /^a line took \d+; \d+ for each of \d+ and \d+ wasted$/,
  },
  'V7 run cost': {
    victim: of('production_runs'),
    sql: [set('production_runs', 'total_cost = total_cost + 1')],
    says: /^it cost \d+; its materials cost \d+$/,
  },
  'V7 cycles': {
    victim: `select kit_id as id from kit_components order by kit_id limit 1`,
    sql: [
      `insert into kit_components (kit_id, position, item_id, quantity)
        select item_id, 1, '{v}', 1 from kit_components where kit_id = '{v}' limit 1`,
    ],
    id: `select id from items where id = '{v}' or id in (select item_id from kit_components where kit_id = '{v}') order by name, id limit 1`,
    says: /^it holds itself; nothing can$/,
  },
}
