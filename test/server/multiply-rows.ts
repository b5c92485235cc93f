import type { Database } from '#server/db/database.ts'

interface Grown {
  table: string
  rows: number
  /** Columns whose values are spread over all rows of another table. */
  spread?: Readonly<Record<string, string>>
  /** Columns of the new rows, in SQL. */
  set?: Readonly<Record<string, string>>
}

const ofAccounts = { account_id: 'accounts' }
/** The tables that lists show; those that others refer to come first. */
const tables: readonly Grown[] = [
  { table: 'accounts', rows: 3000 },
  { table: 'suppliers', rows: 1500 },
  { table: 'users', rows: 3000, set: { bootstrap: 'false' } },
  { table: 'contacts', rows: 5000 },
  { table: 'prospects', rows: 5000 },
  { table: 'opportunities', rows: 5000 },
  { table: 'items', rows: 12_000, spread: { supplier_id: 'suppliers' } },
  { table: 'lots', rows: 20_000, spread: { item_id: 'items' } },
  { table: 'sales_orders', rows: 20_000, spread: ofAccounts },
  { table: 'invoices', rows: 20_000, spread: ofAccounts, set: { order_id: 'null', reference: `'old ' || n` } },
  { table: 'estimates', rows: 10_000, spread: ofAccounts, set: { order_id: 'null', status: `'Sent'`, revision: '1' } },
  { table: 'sales_returns', rows: 10_000, spread: { ...ofAccounts, order_id: 'sales_orders' } },
  { table: 'shipments', rows: 20_000, spread: { order_id: 'sales_orders' } },
  {
    table: 'purchase_orders',
    rows: 10_000,
    spread: { supplier_id: 'suppliers' },
    set: { goods_total: 'goods_total + n' },
  },
  { table: 'stock_transfers', rows: 10_000 },
  { table: 'kit_orders', rows: 10_000 },
  { table: 'production_runs', rows: 10_000, set: { reverse_reason: 'null', quantity: 'abs(quantity) + n' } },
  { table: 'stock_counts', rows: 5000, set: { status: `'APPLIED'` } },
  { table: 'recalls', rows: 5000 },
  {
    table: 'routes',
    rows: 5000,
    set: { status: `'PLANNED'`, started_at: 'null', ended_at: 'null', cancel_reason: 'null' },
  },
  { table: 'vehicles', rows: 3000 },
  { table: 'categories', rows: 3000 },
  { table: 'attributes', rows: 3000 },
  { table: 'service_types', rows: 3000 },
  { table: 'locations', rows: 3000 },
]

/** Values that must differ in each row: names and numbers of records. */
const named = ['name', 'number', 'sku', 'lot_number', 'code', 'title', 'email', 'email_key', 'barcode', 'plate']
/** Columns that are null in new rows: unique references, parents, and deletions. */
const only = ['deleted_at', 'external_ref', 'revises_id', 'reverses_id', 'return_id', 'parent_id']
const amounts = ['total', 'price', 'pieces', 'value']

/** The SQL of a column of the n-th new row, from the row that it is copied from. */
function valueOf(column: string, type: string, { spread, set }: Grown): string {
  const other = spread?.[column]
  if (set?.[column]) return set[column]
  if (other) return `(array(select id from ${other}))[1 + floor(random() * (select count(*) from ${other}))::int]`
  if (column === 'id') return 'gen_random_uuid()'
  if (only.includes(column)) return 'null'
  if (named.includes(column)) return `${column} || ' ' || n`
  if (amounts.includes(column)) return `${column} + n`
  if (type === 'date') return `${column} - (n % 700)::int`
  if (type === 'timestamp with time zone') return `${column} - n * interval '1 minute'`
  return column
}

/**
 * Grows the lists of a company to thousands of rows, as copies of its own. Its ledger is inconsistent afterwards.
 * `times` multiplies the number of rows, for measurements.
 */
export async function multiplyRows({ pool }: Database, times = 1): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    for (const grown of tables) {
      const { table } = grown
      const rows = grown.rows * times
      const { rows: columns } = await client.query<{ name: string; type: string }>(
        `select column_name as name, data_type as type from information_schema.columns
         where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO'`,
        [table],
      )
      const names = columns.map(({ name }) => name)
      await client.query(`insert into ${table} (${names.join()}) select ${columns
        .map(({ name, type }) => valueOf(name, type, grown))
        .join()} from (select t.*, row_number() over () as n
          from ${table} t, generate_series(1, 1 + ${rows} / (select greatest(1, count(*)) from ${table})) limit ${rows}) t`)
    }
    await client.query(`insert into item_stock (item_id) select id from items on conflict do nothing`)
    await client.query(`insert into stock_balance (item_id, lot_id, location_id, on_hand, committed)
      select item_id, id, (select id from locations limit 1), 5, 0 from lots on conflict do nothing`)
    await client.query(`insert into demand_forecasts (item_id, first_week, made_at, history, weeks, low, high, demand, method,
        intermittent, wape, month_error, tested, weekdays)
      select id, '2026-11-23', now(), '{}', '{}', '{}', '{}', random() * 1000, 'average', false, random(), 1, 1, '{}'
      from items on conflict do nothing`)
    await client.query(`insert into retention_customers (account_id, last_order_date)
      select a.id, max(o.order_date) from accounts a left join sales_orders o on o.account_id = a.id group by 1
      on conflict (account_id) do update set last_order_date = excluded.last_order_date`)
    await client.query(`insert into supplier_last_orders (supplier_id, last_order_date)
      select s.id, max(o.order_date) from suppliers s left join purchase_orders o on o.supplier_id = s.id group by 1
      on conflict (supplier_id) do update set last_order_date = excluded.last_order_date`)
    await client.query(`update shipments s set account_id = o.account_id from sales_orders o where o.id = s.order_id`)
    await client.query('commit')
  } finally {
    client.release()
  }
  await pool.query('analyze')
}
