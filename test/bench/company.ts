import pg from 'pg'
import type { Connection } from '#server/db/database.ts'

export const lineCount = 3

/** Marks today's integrity check as done, so that a new server doesn't run it during the measurements. */
export const checkedToday = `insert into proofs (id, started_at, ended_at, state, total) values (uuidv7(), now(), now(), 'green', 1)`

const accounts = 1000
/** The tables that grow with the orders. */
const large = [
  'sales_orders',
  'sales_order_lines',
  'sales_order_moves',
  'invoices',
  'invoice_lines',
  'shipments',
  'commitment',
  'stock_entry',
  'audit_log',
]

export interface Company {
  accountIds: string[]
  productIds: string[]
  /** Orders that can be confirmed, each once. */
  pendingIds: string[]
  /** The same, all with the same product. */
  hotIds: string[]
  /** Confirmed orders with lines, invoice and shipping record. */
  doneIds: string[]
  seconds: number
}

/**
 * Fills an empty, migrated database with set-based SQL: orders over four years with three lines each. The newest are
 * PENDING, and every fifth of these has one line of the same product. The others are DELIVERED, with invoice, shipping
 * record and fulfilled commitments. `entries` more rows of the ledger are receipts. Foreign keys are not checked
 * during this.
 */
export async function fillCompany(
  connection: Connection,
  { size, products, entries = 0 }: { size: number; products: number; entries?: number },
): Promise<Company> {
  const begun = performance.now()
  const pending = Math.min(40_000, Math.floor(size * 0.4))
  const client = new pg.Client(connection)
  await client.connect()
  const run = (text: string) => client.query(text)
  try {
    await run(
      `set session_replication_role = replica; set synchronous_commit = off; set work_mem = '128MB'; set maintenance_work_mem = '512MB'`,
    )
    const indexes = await dropIndexes(run, large)
    await run(`insert into suppliers (id, name) values (uuidv7(), 'Supplier');
      insert into categories (id, name) values (uuidv7(), 'Category');
      insert into locations (id, name, type) values (uuidv7(), 'Warehouse', 'Warehouse')`)
    await run(`insert into accounts (id, name, code) select uuidv7(), 'Hospital ' || n, 'H-' || n
      from generate_series(1, ${accounts}) n`)
    await run(`create table bench_item as select n, uuidv7() as id, (100 + n % 9000) * 100 as price
      from generate_series(0, ${products - 1}) n;
      create unique index on bench_item (n)`)
    await run(`insert into items (id, kind, sku, name, description, category_id, supplier_id, location_id, price, cost)
      select b.id, 'product', 'SKU-' || n, 'Product ' || n || ' ' || md5(n::text), 'Seeded', c.id, s.id, l.id, b.price, b.price / 2
      from bench_item b, categories c, suppliers s, locations l`)
    await run(`insert into lots (id, item_id, lot_number) select id, id, 'none' from bench_item;
      insert into item_stock (item_id, on_hand) select id, 10000000 from bench_item;
      insert into stock_balance (item_id, location_id, lot_id, on_hand, committed)
        select b.id, l.id, b.id, 10000000, 0 from bench_item b, locations l`)
    await run(`create table bench_order as select n, uuidv7() as id, a.id as account_id, uuidv7() as invoice_id,
        uuidv7() as shipment_id, now() - (${size} - n) * interval '${(4 * 365 * 86_400) / size} seconds' as at,
        n > ${size - pending} as pending
      from generate_series(1, ${size}) n
      join (select id, row_number() over () as k from accounts) a on a.k = 1 + (n * 7) % ${accounts}`)
    await run(`create table bench_line as select o.id as order_id, o.invoice_id, o.shipment_id, o.pending, o.at, p as position,
        uuidv7() as id, i.id as item_id, 1 + (o.n + p) % 9 as quantity, i.price::bigint as price,
        (1 + (o.n + p) % 9) * i.price / 100 as total
      from bench_order o cross join generate_series(1, ${lineCount}) p
      join bench_item i on i.n = case when o.pending and o.n % 5 = 0 then 0 else (o.n * 31 + p * 7919) % ${products} end
      where p = 1 or not (o.pending and o.n % 5 = 0)`)
    await run(`insert into sales_orders (id, number, account_id, status, cycle, order_date, delivered_date, total, line_count,
        payment_status, created_at, updated_at)
      select o.id, 'SO-' || to_char(at, 'YYYY') || '-' || lpad(n::text, 7, '0'), account_id,
        case when pending then 'PENDING' else 'DELIVERED' end, case when pending then 1 else 5 end, at::date,
        case when not pending then at::date + 3 end, t.total, t.lines,
        case when not pending then 'Paid in Full' end, at, at
      from bench_order o join (select order_id, sum(total) as total, count(*) as lines from bench_line group by 1) t on t.order_id = o.id`)
    await run(`insert into sales_order_lines (id, order_id, position, item_id, quantity, price_tier, unit_price, total)
      select id, order_id, position, item_id, quantity, 'retail', price, total from bench_line`)
    await run(`insert into sales_order_moves (order_id, move, from_status, to_status, at)
      select id, m.move, m.was, m.became, at from bench_order o join (values
        (1, 'create', null, 'PENDING'), (2, 'confirm', 'PENDING', 'CONFIRMED'), (3, 'ready', 'CONFIRMED', 'READY_FOR_SHIPPING'),
        (4, 'deliver', 'SHIPPED', 'DELIVERED')) m(k, move, was, became) on not o.pending or m.k = 1 order by at, k`)
    await run(`insert into retention_customers (account_id, last_order_date)
      select a.id, max(o.at)::date from accounts a left join bench_order o on o.account_id = a.id group by 1`)
    // Written with the current time: otherwise sealing entries older than an hour would run during the measurements.
    await run(`insert into audit_log (act, entity, entity_id)
      select a.act, 'salesOrder', id from bench_order o join (values ('order.created', true), ('order.confirm', false),
        ('order.ready', false), ('order.deliver', false)) a(act, at_once) on a.at_once or not o.pending order by at`)
    await run(`insert into invoices (id, number, order_id, cycle, account_id, issued_date, due_date, total, paid)
      select o.invoice_id, 'INV-' || to_char(at, 'YYYY') || '-' || lpad(n::text, 7, '0'), o.id, 1, o.account_id, at::date,
        at::date + 30, s.total, s.total from bench_order o join sales_orders s on s.id = o.id where not o.pending;
      insert into invoice_lines (id, invoice_id, position, order_line_id, item_id, name, quantity, unit_price, total)
      select uuidv7(), invoice_id, position, l.id, item_id, i.name, quantity, l.price, total
        from bench_line l join items i on i.id = item_id where not pending`)
    await run(`insert into shipments (id, number, order_id, status, method, carrier, delivered_at, received_by)
      select shipment_id, 'SH-' || lpad(n::text, 7, '0'), id, 'DELIVERED', 'carrier', 'Carrier', at, 'Reception'
      from bench_order where not pending`)
    await run(`insert into commitment (id, source_type, source_id, source_line_id, cycle, item_id, location_id, lot_id, quantity, state)
      select uuidv7(), 'sales_order', b.order_id, b.id, 1, b.item_id, l.id, b.item_id, b.quantity, 'consumed'
      from bench_line b, locations l where not b.pending;
      insert into stock_entry (op_id, effect, item_id, location_id, lot_id, d_on_hand, d_committed, source_type, source_id,
        source_line_id, cycle, reason, at)
      select b.order_id, 'SHIP', b.item_id, l.id, b.item_id, -b.quantity, -b.quantity, 'sales_order', b.order_id, b.id, 2,
        'sales_order', b.at from bench_line b, locations l where not b.pending`)
    await run(`insert into stock_entry (op_id, effect, item_id, location_id, lot_id, d_on_hand, d_committed, source_type, source_id,
        source_line_id, cycle, reason, at)
      select b.id, 'ADD', b.id, l.id, b.id, 1, 0, 'adjustment', b.id, uuidv7(), 1, 'return',
        now() - (${entries} - e) * interval '${(4 * 365 * 86_400) / Math.max(1, entries)} seconds'
      from generate_series(1, ${entries}) e cross join locations l join bench_item b on b.n = e % ${products}`)
    for (const index of indexes) await run(index)
    await run('drop table bench_item, bench_order, bench_line')
    await run('reset session_replication_role')
    await run('vacuum analyze')
    await run('checkpoint')
    return { ...(await readCompany(client)), seconds: (performance.now() - begun) / 1000 }
  } finally {
    await client.end()
  }
}

/** The IDs of a filled company's records. */
export async function readCompany(client: pg.Client): Promise<Omit<Company, 'seconds'>> {
  const ids = async (text: string) => (await client.query<{ id: string }>(text)).rows.map(({ id }) => id)
  return {
    accountIds: await ids('select id from accounts'),
    productIds: await ids('select id from items'),
    pendingIds: await ids(
      `select id from sales_orders where status = 'PENDING' and line_count > 1 order by md5(id::text)`,
    ),
    hotIds: await ids(`select id from sales_orders where status = 'PENDING' and line_count = 1 order by md5(id::text)`),
    doneIds: await ids(`select id from sales_orders where status = 'DELIVERED' order by md5(id::text) limit 5000`),
  }
}

type RunQuery = (text: string) => Promise<{ rows: unknown[] }>

/**
 * Drops the indexes of these tables that belong to no constraint, for fast bulk inserts; returns the statements that
 * recreate them.
 */
export async function dropIndexes(runQuery: RunQuery, tables: readonly string[]): Promise<string[]> {
  const { rows } =
    await runQuery(`select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
    where indrelid = any('{${tables.join()}}'::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)
    order by indexrelid`)
  const indexes = rows as { name: string; made: string }[]
  for (const { name } of indexes) await runQuery(`drop index ${name}`)
  return indexes.map(({ made }) => made)
}
