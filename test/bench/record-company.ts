import pg from 'pg'
import type { Connection } from '#server/db/database.ts'
import { benchDay } from './report-company.ts'

export interface RecordCompany {
  entries: number
  invoices: number
  products: number
}

const day = `date '${benchDay}'`

/**
 * Two years of records: stock movements at two locations, with opening balance, receipts, shipments and corrections;
 * average costs that change twice a quarter; lots that expire; orders with invoices, a quarter of them paid; counts
 * with as many lines as entries.
 */
export async function fillRecords(connection: Connection, { entries, invoices, products }: RecordCompany) {
  const client = new pg.Client(connection)
  await client.connect()
  const run = (text: string) => client.query(text)
  try {
    // The rows that triggers would write one by one are written at once.
    await run(`set session_replication_role = replica; set synchronous_commit = off; set work_mem = '128MB'`)
    await run(`insert into accounts (id, name) select gen_random_uuid(), 'Hospital ' || n from generate_series(1, 500) n;
      insert into categories (id, name) values (gen_random_uuid(), 'Category');
      insert into suppliers (id, name) values (gen_random_uuid(), 'Supplier');
      insert into locations (id, name, type) values (gen_random_uuid(), 'North', 'Warehouse'), (gen_random_uuid(), 'South', 'Warehouse');
      create table bench_place as select row_number() over (order by name) - 1 as n, id from locations;
      create table bench_account as select row_number() over (order by name) - 1 as n, id from accounts`)
    await run(`create table bench_item as select n, gen_random_uuid() as id, gen_random_uuid() as lot_id
        from generate_series(0, ${products - 1}) n;
      insert into items (id, kind, sku, name, category_id, supplier_id, price, cost)
        select b.id, 'product', 'S' || n, 'Item ' || n, c.id, s.id, 90000, 51000 from bench_item b, categories c, suppliers s;
      insert into lots (id, item_id, lot_number, expiry_date)
        select lot_id, id, 'L' || n, ${day} + 200 - (n % 500)::int from bench_item;
      insert into price_changes (item_id, price, old_amount, new_amount, at)
        select id, 'cost', 35000 + k * 1000, 36000 + k * 1000, ${day} - 720 + k * 45 from bench_item, generate_series(0, 15) k`)
    await run(`insert into stock_entry (op_id, effect, item_id, location_id, lot_id, d_on_hand, d_committed, source_type, source_id,
        source_line_id, cycle, reason, at)
      select gen_random_uuid(), e.effect, b.id, p.id, b.lot_id,
        case e.effect when 'INITIAL' then 400 when 'SHIP' then -(5 + e.n % 9) when 'RECEIVE' then 20 + e.n % 13 when 'ADD' then 2 else -2 end,
        0, 'adjustment', gen_random_uuid(), gen_random_uuid(), 1, 'other', ${day} - 729 + e.n * interval '1 day' * 729 / ${entries}
      from (select n, case when n < ${products * 2} then 'INITIAL' else (array['RECEIVE', 'SHIP', 'SHIP', 'SHIP', 'REDUCE', 'ADD'])
          [1 + (n / ${products}) % 6] end as effect from generate_series(0, ${entries - 1}) n) e
        join bench_item b on b.n = e.n % ${products} join bench_place p on p.n = (e.n / ${products}) % 2 order by e.n;
      insert into stock_balance (item_id, location_id, lot_id, on_hand, committed)
        select item_id, location_id, lot_id, sum(d_on_hand), 0 from stock_entry group by 1, 2, 3`)
    await run(`create table bench_order as select o.n, gen_random_uuid() as id, gen_random_uuid() as invoice_id, a.id as account_id,
        (${day} - 729 + (o.n::bigint * 729 / ${invoices})::int) as day
      from generate_series(0, ${invoices - 1}) o(n) join bench_account a on a.n = (o.n * 7) % 500;
      insert into sales_orders (id, number, account_id, status, order_date, total, line_count)
        select id, 'SO-' || n, account_id, 'DELIVERED', day, 1000, 1 from bench_order;
      insert into sales_order_lines (id, order_id, position, item_id, quantity, unit_price, total)
        select gen_random_uuid(), o.id, 1, b.id, 10, 10000, 1000 from bench_order o join bench_item b on b.n = (o.n * 31) % ${products};
      insert into invoices (id, number, order_id, cycle, account_id, issued_date, due_date, total, paid)
        select invoice_id, 'INV-' || n, id, 1, account_id, day, day + 30, 1000, case when n % 4 = 0 then 1000 else 0 end from bench_order;
      insert into payment_entry (id, payment_id, invoice_id, kind, amount, received_date)
        select gen_random_uuid(), gen_random_uuid(), invoice_id, 'PAYMENT', 1000, day + 20 from bench_order where n % 4 = 0`)
    await run(`create table bench_count as select n, gen_random_uuid() as id from generate_series(1, ${Math.ceil(entries / 500)}) n;
      insert into stock_counts (id, number, status, location_id, blind, recount_percent, recount_pieces, created_at, updated_at)
        select c.id, 'SC-' || c.n, 'APPLIED', p.id, true, 5, 5, now(), now() from bench_count c join bench_place p on p.n = 0;
      insert into stock_count_moves (count_id, move, to_status, at)
        select id, 'apply', 'APPLIED', ${day} - (n * 3 % 720)::int from bench_count;
      insert into stock_count_lines (id, count_id, item_id, location_id, lot_id, state, counted, expected)
        select gen_random_uuid(), c.id, b.id, p.id, b.lot_id, 'counted', 20 + b.n % 3, 20 from bench_count c
          join bench_item b on b.n % 4 = c.n % 4 and b.n < 2000 join bench_place p on p.n = 0`)
    await run(`create table bench_recall as select n, gen_random_uuid() as id from generate_series(1, 50) n;
      insert into recalls (id, number, reason, instruction, status, took_ms, created_by, created_at)
        select id, 'RC-' || n, 'Seal', 'Return', 'OPEN', 1, gen_random_uuid(), ${day} - (n * 7)::int from bench_recall;
      insert into recall_lots (recall_id, lot_id, status_before, is_derived)
        select r.id, b.lot_id, 'AVAILABLE', false from bench_recall r join bench_item b on b.n = r.n * 11`)
    await run(`update stock_entry e set source_type = 'sales_order', source_id = o.id from bench_item b, bench_order o
      where b.id = e.item_id and e.effect = 'SHIP' and o.n = b.n`)
    await run('drop table bench_item, bench_order, bench_place, bench_account, bench_count, bench_recall')
  } finally {
    await client.end()
  }
}
