import pg from 'pg'
import type { Connection } from '#server/db/database.ts'

const items = 2000
const lotsEach = 5
const customers = 1000

/** The lots whose recalls are measured. */
export interface RecallCompany {
  /** One lot in ten thousand: a hundredth of a per cent of all shipped pieces, and in a kit. */
  usual: string
  /** One lot with a twentieth of everything that was ever shipped. */
  widest: string
  supplierId: string
  seconds: number
}

/**
 * A ledger of `entries` rows: lots that arrived, and delivered orders of ten lines from them; every twentieth line is
 * from one lot. Ten production runs make one lot from another. Foreign keys are not checked during this.
 */
export async function fillLedger(connection: Connection, entries: number): Promise<RecallCompany> {
  const begun = performance.now()
  const client = new pg.Client(connection)
  await client.connect()
  const run = (text: string) => client.query(text)
  const orders = Math.ceil(entries / 10)
  const lots = items * lotsEach
  const id = async (text: string) => String((await run(text)).rows[0].id)
  try {
    await run(`set session_replication_role = replica; set synchronous_commit = off; set work_mem = '128MB'`)
    await run(`insert into suppliers (id, name) values (uuidv7(), 'Supplier');
      insert into categories (id, name) values (uuidv7(), 'Category');
      insert into locations (id, name, type) values (uuidv7(), 'Warehouse', 'Warehouse');
      insert into accounts (id, name, code, email) select uuidv7(), 'Hospital ' || n, 'H-' || n, n || '@example.com'
        from generate_series(0, ${customers - 1}) n`)
    await run(`create table bench_item as select n, uuidv7() as id from generate_series(0, ${items - 1}) n;
      insert into items (id, kind, sku, name, description, category_id, supplier_id, location_id, price, cost, lot_controlled)
        select b.id, 'product', 'SKU-' || n, 'Product ' || n, 'Seeded', c.id, s.id, l.id, 10000, 5000, true
        from bench_item b, categories c, suppliers s, locations l;
      create table bench_lot as select i.n * ${lotsEach} + k as n, uuidv7() as id, i.id as item_id
        from bench_item i cross join generate_series(0, ${lotsEach - 1}) k;
      create unique index on bench_lot (n);
      insert into lots (id, item_id, lot_number) select id, id, 'none' from bench_item;
      insert into lots (id, item_id, lot_number, expiry_date, supplier_id)
        select b.id, item_id, 'L-' || n, current_date + 400, s.id from bench_lot b, suppliers s`)
    await run(`insert into item_stock (item_id, on_hand) select id, ${lotsEach * 1000} from bench_item;
      insert into stock_balance (item_id, location_id, lot_id, on_hand, committed)
        select b.item_id, l.id, b.id, 1000, 0 from bench_lot b, locations l;
      insert into stock_entry (op_id, effect, item_id, location_id, lot_id, d_on_hand, d_committed, source_type, source_id,
          source_line_id, cycle, reason, at)
        select uuidv7(), 'ADD', b.item_id, l.id, b.id, 1000000, 0, 'adjustment', uuidv7(), uuidv7(), 1, 'purchase_order',
          now() - interval '2 years' + n * interval '1 minute' from bench_lot b, locations l`)
    await run(`create table bench_order as select n, uuidv7() as id, a.id as account_id,
        now() - (${orders} - n) * interval '${(700 * 86_400) / orders} seconds' as at
      from generate_series(1, ${orders}) n join (select id, row_number() over () - 1 as k from accounts) a on a.k = n % ${customers};
      insert into sales_orders (id, number, account_id, status, order_date, total, line_count, created_at, updated_at)
        select id, 'SO-' || n, account_id, 'DELIVERED', at::date, 1000, 10, at, at from bench_order`)
    await run(`insert into stock_entry (op_id, effect, item_id, location_id, lot_id, d_on_hand, d_committed, source_type, source_id,
        source_line_id, cycle, reason, at)
      select o.id, 'SHIP', b.item_id, l.id, b.id, -1, -1, 'sales_order', o.id, uuidv7(), 2, 'sales_order', o.at
      from bench_order o cross join generate_series(0, 9) line cross join locations l
      join bench_lot b on b.n = case when (o.n * 10 + line) % 20 = 0 then 0 else 1 + (o.n * 31 + line * 7919) % ${lots - 1} end`)
    await run(`insert into stock_entry (op_id, effect, item_id, location_id, lot_id, d_on_hand, d_committed, source_type, source_id,
        source_line_id, cycle, reason)
      select a.id, case when way < 0 then 'MAKE_OUT' else 'MAKE_IN' end, b.item_id, l.id, b.id, way, 0, 'production', a.id,
        uuidv7(), 1, 'production'
      from (select uuidv7() as id from generate_series(1, 10)) a cross join (values (7, -2), (8, 1)) part(n, way)
      join bench_lot b on b.n = part.n cross join locations l`)
    const company = {
      usual: await id('select id from bench_lot where n = 7'),
      widest: await id('select id from bench_lot where n = 0'),
      supplierId: await id('select id from suppliers'),
    }
    await run('drop table bench_item, bench_lot, bench_order')
    await run('reset session_replication_role')
    await run('vacuum analyze')
    await run('checkpoint')
    return { ...company, seconds: (performance.now() - begun) / 1000 }
  } finally {
    await client.end()
  }
}
