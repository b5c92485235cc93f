import pg from 'pg'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import type { Db } from '#server/db/database.ts'
import { listProducts } from '#server/inventory/stock/product-list.ts'
import { exportMemory } from './export-memory.ts'
import { fillProducts, sharedHits, sharedWords } from './product-company.ts'
import { answerOf, type Company, inTurn, middle, noteFirst, part, withoutApp, withPostgres } from './environment.ts'

/*
 * npm run bench:products -- [rounds]: products and their ledger in a small company and a large one, in one run on this
 * machine: how much longer the same request takes in the large one, and how much longer than reading only the rows with
 * pg. Cases that find the same number of rows in both compare the program; the others find more in the large company.
 */

const sizes = { small: { products: 1000, entries: 10_000 }, large: { products: 100_000, entries: 1_000_000 } } as const
const rounds = Number(process.argv[2] ?? 25)
const goalGrowth = 1.3

interface Case {
  name: string
  query?: Record<string, string>
  path?: string
  /** The number of rows found, if it is the same in both companies. */
  finds?: number
}

const mistyped = 'trachael speculm forcpes'
const barcode = String(4_000_000_000_000 + 777 * 7919)
const everywhere: readonly Case[] = [
  { name: 'list, first page', query: {} },
  { name: 'list, last changed first', query: { sort: '-updatedAt' } },
  { name: 'search: a whole SKU', query: { q: 'SKU-777-A' }, finds: 1 },
  { name: 'search: the SKU without hyphens', query: { q: 'sku777a' }, finds: 1 },
  { name: 'search: a barcode', query: { q: barcode }, finds: 1 },
  { name: 'search: three words', query: { q: sharedWords }, finds: sharedHits },
  { name: 'search: three words mistyped', query: { q: mistyped }, finds: sharedHits },
  { name: 'search: nonsense', query: { q: 'xqzwv' }, finds: 0 },
  { name: 'search: the beginning of SKUs', query: { q: 'SKU-777' } },
  { name: 'search: three words, more there', query: { q: 'thermometer monitor latex' } },
  { name: 'search: a word that is in a seventh', query: { q: 'nitrile' } },
  { name: 'status: most have it', query: { stockStatus: 'lowStock' } },
  { name: 'status: nobody has it', query: { stockStatus: 'outOfStock' }, finds: 0 },
]

/** Cases that depend on the company: a cursor after nine tenths of the list, and the product there. */
async function placesOf({ connection }: Company, products: number): Promise<Case[]> {
  const client = new pg.Client(connection)
  await client.connect()
  const deep = await client.query(
    `select id, lower(name) as key from items order by lower(name), id offset ${Math.floor(products * 0.9)} limit 1`,
  )
  await client.end()
  const { id, key } = deep.rows[0] as { id: string; key: string }
  const cursor = Buffer.from(JSON.stringify([key, id])).toString('base64url')
  return [
    { name: 'list, nine tenths down', query: { cursor } },
    { name: 'product', path: `/api/products/${id}` },
    { name: 'stock history', path: `/api/products/${id}/stock-history` },
    { name: 'previous and next product', path: `/api/products/${id}/neighbours` },
    { name: 'where a product is used', path: `/api/products/${id}/uses` },
  ]
}

const rowsAlone = (company: Company, query: Record<string, string>) =>
  noteFirst(
    company.connection,
    (db: Db) => listProducts(db, inventoryApi.listProducts.spec.query.parse(query)),
    (text) => !text.includes('count(*) as count from'),
  )

/** Runs one case in both companies and in the large one's database alone, in turns. */
async function compare(small: { company: Company; one: Case }, large: { company: Company; one: Case }) {
  const pathOf = ({ path, query }: Case) => path ?? `/api/products?${new URLSearchParams(query)}`
  const { name, query, finds } = large.one
  const answerCase = ({ company, one }: typeof small) => answerOf(company, pathOf(one))
  const alone = await withoutApp(large.company.connection)
  const raw = query ? await rowsAlone(large.company, query) : null
  const times = await inTurn(
    { small: () => answerCase(small), large: () => answerCase(large), raw: async () => raw && alone.query(raw) },
    rounds,
  )
  await alone.end()
  const found = await Promise.all(
    [small, large].map(async (side) => ((await answerCase(side)) as { total?: number }).total ?? null),
  )
  if (finds !== undefined && found.some((count) => count !== finds))
    throw new Error(`${name}: found ${found.join(', ')}`)
  return {
    name,
    found,
    small: middle(times.small),
    large: middle(times.large),
    p95: part(times.large, 0.95),
    growth: middle(times.large) / middle(times.small),
    ofRaw: raw ? middle(times.large) / middle(times.raw) : null,
  }
}

const cell = (value: number | null | undefined, places: number, width = 8) =>
  (value == null ? '–' : value.toFixed(places)).padStart(width)

await withPostgres(async (open) => {
  const small = await open('products_small', (connection) => fillProducts(connection, sizes.small))
  const large = await open('products_large', (connection) => fillProducts(connection, sizes.large))
  const casesOf = async (company: Company, products: number) => [...everywhere, ...(await placesOf(company, products))]
  const here = await casesOf(small, sizes.small.products)
  const there = await casesOf(large, sizes.large.products)
  console.log(`${'found'.padStart(53)}${'medians, ms'.padStart(20)}`)
  const rows = []
  for (const [at, one] of there.entries()) {
    const row = await compare({ company: small, one: here[at] ?? one }, { company: large, one })
    const cells = [
      cell(row.found[0], 0),
      cell(row.found[1], 0),
      cell(row.small, 1),
      cell(row.large, 1),
      cell(row.p95, 1),
    ]
    console.log(
      `${row.name.padEnd(38)} ${cells.join(' ')}  growth ${row.growth.toFixed(2)} (goal ${goalGrowth}), ${cell(row.ofRaw, 1, 4)} × the rows alone`,
    )
    rows.push(row)
  }
  const exports = await exportMemory(large, sizes.large.products)
  for (const { summary } of exports) console.log(summary)
  await small.app.stop()
  await large.app.stop()
  return { rounds, rows, exports }
}, 'products.json')
