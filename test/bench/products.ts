import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { roleDefaults } from '#shared/access/roles.ts'
import { type Connection, openDatabase } from '#server/db/database.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { addSession } from '../sessions.ts'
import { type AppProcess, startApp, urlOf } from './processes.ts'

/* node test/bench/products.ts: products and their ledger, a small company against a large one, in one run on this machine. */

const sizes = [
  { products: 1000, entries: 10_000 },
  { products: 100_000, entries: 1_000_000 },
] as const
type Size = (typeof sizes)[number]
const rounds = 25
const folder = mkdtempSync(join(tmpdir(), 'wardstock-products-'))

/** Names of three words out of twenty and a number, so that in the large company each word is in thousands of them. */
async function fill(connection: Connection, { products, entries }: Size): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  const steps = [
    `set session_replication_role = replica; set synchronous_commit = off`,
    `insert into suppliers (id, name) values (uuidv7(), 'Supplier');
      insert into categories (id, name) values (uuidv7(), 'Category');
      insert into locations (id, name, type) values (uuidv7(), 'Warehouse', 'Warehouse')`,
    `create table bench_item as select n, uuidv7() as id from generate_series(0, ${products - 1}) n;
      create unique index on bench_item (n)`,
    `insert into items (id, kind, sku, name, description, category_id, supplier_id, location_id, price, cost, barcode)
      select b.id, 'product', 'SKU-' || n, w[1 + n % 20] || ' ' || w[1 + n / 20 % 20] || ' ' || w[1 + n / 400 % 20] || ' ' || n,
        'Seeded', c.id, s.id, l.id, 10000, 5000, (4000000000000 + n::bigint * 7919)::text
      from bench_item b, categories c, suppliers s, locations l, (select array['Nitrile', 'Latex', 'Sterile', 'Surgical',
        'Infusion', 'Syringe', 'Gauze', 'Catheter', 'Gloves', 'Examination', 'Mask', 'Bandage', 'Needle', 'Cannula',
        'Suture', 'Thermometer', 'Monitor', 'Drape', 'Gown', 'Swab'] as w) words`,
    `insert into lots (id, item_id, lot_number) select id, id, 'none' from bench_item;
      insert into item_stock (item_id, on_hand) select id, ${entries / products} from bench_item;
      insert into stock_balance (item_id, location_id, lot_id, on_hand, committed)
        select b.id, l.id, b.id, ${entries / products}, 0 from bench_item b, locations l`,
    `insert into stock_entry (op_id, effect, item_id, location_id, lot_id, d_on_hand, d_committed, source_type, source_id,
        source_line_id, cycle, reason)
      select b.id, 'ADD', b.id, l.id, b.id, 1, 0, 'adjustment', b.id, uuidv7(), 1, 'return'
      from generate_series(0, ${entries - 1}) e cross join locations l join bench_item b on b.n = e % ${products}`,
    ...['items', 'item_stock', 'stock_entry', 'stock_balance', 'lots'].map((table) => `vacuum analyze ${table}`),
  ]
  for (const step of steps) await client.query(step)
  await client.end()
}

type Case = { name: string; path: string }

async function casesOf(connection: Connection, { products }: Size): Promise<Case[]> {
  const client = new pg.Client(connection)
  await client.connect()
  const deep = await client.query(
    `select id, lower(name) as key from items order by lower(name), id offset ${Math.floor(products * 0.9)} limit 1`,
  )
  const { id, key } = deep.rows[0] as { id: string; key: string }
  await client.end()
  const cursor = Buffer.from(JSON.stringify([key, id])).toString('base64url')
  const search = (q: string) => `/api/products?q=${encodeURIComponent(q)}`
  return [
    { name: 'list, first page', path: '/api/products' },
    { name: 'list, nine tenths down', path: `/api/products?cursor=${cursor}` },
    { name: 'list, last changed first', path: '/api/products?sort=-updatedAt' },
    { name: 'search: a SKU', path: search('SKU-777') },
    { name: 'search: the SKU without its hyphen', path: search('sku777') },
    { name: 'search: a barcode', path: search(String(4000000000000 + 777 * 7919)) },
    { name: 'search: three words', path: search('thermometer monitor latex') },
    { name: 'search: three words mistyped', path: search('thermometr monitro latx') },
    { name: 'search: nonsense', path: search('xqzwv') },
    { name: 'detail', path: `/api/products/${id}` },
    { name: 'stock history', path: `/api/products/${id}/stock-history` },
    { name: 'previous and next', path: `/api/products/${id}/neighbours` },
    { name: 'where it is used', path: `/api/products/${id}/uses` },
  ]
}

const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The median of some rounds, each case once a round, in ms; the counts that lists remember are let grow old in between. */
async function measure(app: AppProcess, cookie: string, cases: readonly Case[]): Promise<Map<string, number>> {
  const times = new Map(cases.map(({ name }) => [name, [] as number[]]))
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, path } of cases) {
      const begun = performance.now()
      const answer = await fetch(`http://127.0.0.1:${app.port}${path}`, { headers: { cookie } })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
      if (round > 1) times.get(name)?.push(performance.now() - begun)
    }
  }
  return new Map([...times].map(([name, taken]) => [name, middle(taken)]))
}

async function measureExport(app: AppProcess, cookie: string, format: string): Promise<string> {
  const before = app.memory()
  let most = before
  let bytes = 0
  const begun = performance.now()
  const answer = await fetch(`http://127.0.0.1:${app.port}/api/exports/products?format=${format}`, {
    headers: { cookie, 'accept-encoding': 'identity' },
  })
  for await (const part of answer.body ?? []) {
    bytes += part.length
    most = Math.max(most, app.memory())
  }
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  return `${format}: ${(bytes / 1e6).toFixed(1)} MB in ${seconds} s; memory of the process ${before} → ${most} MB at most`
}

async function main(): Promise<void> {
  console.log(`Load before: ${(loadavg()[0] ?? 0).toFixed(1)}`)
  const postgres = await startEmbedded({ dataDir: folder, log: () => {} })
  try {
    const taken: Map<string, number>[] = []
    for (const size of sizes) {
      const admin = new pg.Client(postgres.connection)
      await admin.connect()
      const name = `products_${size.products}`
      await admin.query(`create database ${name}`)
      await admin.end()
      const connection = { ...postgres.connection, database: name }
      await migrate(connection)
      await fill(connection, size)
      const database = openDatabase(connection, { max: 2 })
      const { token } = await addSession(database, 'admin', roleDefaults.admin)
      await database.close()
      const cookie = `__Host-sid=${token}`
      const app = await startApp({ DATABASE_URL: urlOf(connection), DATA_DIR: folder, LOG_LEVEL: 'error' })
      taken.push(await measure(app, cookie, await casesOf(connection, size)))
      if (size === sizes[1]) for (const format of ['csv', 'xlsx']) console.log(await measureExport(app, cookie, format))
      await app.stop()
    }
    const [small, large] = taken
    for (const [name, ms] of large ?? []) {
      const few = small?.get(name) ?? 0
      console.log(
        `${name.padEnd(36)} ${few.toFixed(1).padStart(7)} ${ms.toFixed(1).padStart(7)} ${(ms / few).toFixed(2)} ×`,
      )
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(`Load after: ${(loadavg()[0] ?? 0).toFixed(1)}`)
}

await main()
