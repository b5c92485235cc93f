import type pg from 'pg'

/*
 * A company of many years, grown from the demo company: each of its documents is copied with all its rows, with new
 * IDs, numbers and dates. So every table that grows with a company is large, and rows that belong together in the demo
 * do so in the copies.
 */

/** Tables of which only one copy is made for this many copies of the documents. */
const seldom: Readonly<Record<string, number>> = {
  items: 10,
  lots: 10,
  demand_forecasts: 10,
  demand_shares: 10,
  stock_balance: 10,
  item_stock: 10,
  item_attributes: 10,
  bill_of_materials: 10,
  kit_components: 10,
  price_changes: 10,
  accounts: 30,
  contacts: 5,
  addresses: 1,
  retention_customers: 30,
  customer_credit: 30,
  shelves: 30,
  suppliers: 30,
  prospects: 5,
  audit_log: 3,
  categories: 100,
}

/** Tables that stay small in any company, and those with file contents. */
const single = new Set(
  `attributes attribute_choices call_tasks closing_balances company_logo company_setup counters drivers export_parts idempotency journal_accounts
  limits list_settings list_views locations mail_attachments mail_outbox mail_settings migrations period_lock portal_views proofs
  retention_settings retention_templates sales_days purchase_days item_sales_days stock_days service_types sessions settings users
  vehicles zones tracking_links delivery_proofs estimate_links`.split(/\s+/),
)

/** Only the first copies include documents in progress: a company has a limited number of them at a time. */
const recent = 10
const finished: Readonly<Record<string, string>> = {
  sales_orders: `status in ('DELIVERED', 'CANCELLED', 'RETURNED')`,
  shipments: `status = 'DELIVERED'`,
  route_stops: `status = 'DELIVERED'`,
  routes: `status = 'COMPLETED'`,
  commitment: `state <> 'open'`,
  estimates: `status not in ('Draft', 'Sent')`,
  purchase_orders: `status in ('Received', 'Cancelled')`,
  recalls: `status = 'CLOSED'`,
  sales_returns: `status = 'Completed'`,
  stock_counts: `status = 'APPLIED'`,
  stock_transfers: `status in ('completed', 'cancelled')`,
  kit_orders: `status = 'completed'`,
  consignment_counts: `status = 'Posted'`,
  lots: `status = 'AVAILABLE'`,
  invoices: `(paid >= total or voided_at is not null)`,
}

const numbered = ['number', 'order_number', 'sku', 'name', 'code', 'barcode', 'email', 'title', 'external_ref', 'sscc']
/** Dates of validity, which are not moved into the past. */
const lasting = [
  'expiry_date',
  'manufactured_on',
  'holds_from',
  'holds_until',
  'first_week',
  'old_expiry',
  'new_expiry',
  'deleted_at',
]
const days = 1400

interface Column {
  table: string
  name: string
  type: string
  target: string | null
}

/** Copies the documents in the database of `client` until there are at least that many orders; returns their number. */
export async function growCompany(client: pg.Client, orders: number): Promise<number> {
  const queryRows = async <R>(text: string) => (await client.query(text)).rows as R[]
  const [finishedOrders] = await queryRows<{ n: number }>(
    `select count(*)::int as n from sales_orders where ${finished['sales_orders']}`,
  )
  const copies = Math.ceil(orders / (finishedOrders?.n ?? 1))
  const columns = await queryRows<Column>(`select c.table_name as table, c.column_name as name, c.data_type as type, (
      select k.confrelid::regclass::text from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attname = c.column_name
        join pg_attribute r on r.attrelid = k.confrelid and r.attname = 'id'
      where k.contype = 'f' and k.conrelid = (quote_ident(c.table_name))::regclass
        and k.confkey[array_position(k.conkey, a.attnum)] = r.attnum limit 1) as target
    from information_schema.columns c join pg_tables t on t.schemaname = 'public' and t.tablename = c.table_name
    where c.table_schema = 'public' and c.is_generated = 'NEVER' and c.is_identity = 'NO' order by c.ordinal_position`)
  const tables = [...new Set(columns.map(({ table }) => table))].filter((table) => !single.has(table))
  // PostgreSQL can't skip conflicts (on conflict do nothing) of deferrable constraints.
  const late = await queryRows<{ name: string }>(
    `select distinct conrelid::regclass::text as name from pg_constraint where condeferrable and contype in ('u', 'p')`,
  )
  const deferred = new Set(late.map(({ name }) => name))
  const isCopied = (table: string) => !single.has(table)
  await client.query(
    `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '512MB'`,
  )
  for (const table of tables) {
    const own = columns.filter((one) => one.table === table)
    const names = own.map(({ name }) => name)
    const every = seldom[table] ?? 1
    const values = own.map((one) => valueOf(one, isCopied))
    const only = finished[table] ? `where k < ${recent} or ${finished[table]}` : ''
    await client
      .query(`insert into ${table} (${names.join()}) select ${values.join()}
      from (select t.* from ${table} t) t cross join (select n * ${every} as k from generate_series(1, ${Math.floor(copies / every)}) n) n
      ${only} order by k ${deferred.has(table) ? '' : 'on conflict do nothing'}`)
      .catch((error: Error) => {
        throw new Error(`${table}: ${error.message}`)
      })
  }
  await client.query('reset session_replication_role')
  // Otherwise the hourly digest job would process all of them.
  await client.query('update notifications set settled_at = at')
  await client.query('vacuum analyze')
  const [made] = await queryRows<{ n: number }>('select count(*)::int as n from sales_orders')
  return made?.n ?? 0
}

/** The SQL of a column in the k-th copy. */
function valueOf({ table, name, type, target }: Column, isCopied: (table: string) => boolean): string {
  const own = `t.${name}`
  if (type === 'uuid') {
    const of = name === 'id' ? table : (target ?? targetByName(name))
    if (!isCopied(of)) return own
    const copy = `(k / ${seldom[of] ?? 1})`
    return `case when ${copy} = 0 then ${own} else ${idOf(`${own}::text || ${copy}`)} end`
  }
  if (numbered.includes(name) && type === 'text') return `${own} || '-' || k`
  if (lasting.includes(name)) return own
  if (type === 'date') return `${own} - (k % ${days})::int`
  if (type === 'timestamp with time zone') return `${own} - (k % ${days}) * interval '1 day'`
  return own
}

/** An ID derived from a text, with the version digits of a valid UUID. */
const idOf = (text: string) => `overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`

/**
 * The table of an ID column without a foreign key, by its name; by default that of the documents, which are copied each
 * time.
 */
function targetByName(name: string): string {
  if (/(_by|actor|owner|user|author)(_id)?$/.test(name)) return 'users'
  if (name === 'item_id' || name === 'product_id' || name === 'kit_id') return 'items'
  if (name === 'lot_id') return 'lots'
  if (name === 'account_id') return 'accounts'
  return name.endsWith('location_id') || name === 'zone_id' ? 'locations' : 'sales_orders'
}
