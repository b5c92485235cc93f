import pg from 'pg'
import { inventoryApi } from '#shared/inventory/api.ts'
import type { Db } from '#server/db/database.ts'
import { listProducts } from '#server/inventory/product-list.ts'
import { exportMemory } from './export-memory.ts'
import { fillProducts, sharedHits, sharedWords } from './product-company.ts'
import { type Company, middle, noteFirst, part, sideBySide, withPostgres } from './scene.ts'

/*
 * node test/bench/products.ts [rounds]: products and their ledger, a small company against a large one, in one run on this
 * machine: how much longer the same answer takes in the large one, and how much longer than the rows alone by pg. Cases of
 * which as many are found in both compare the program; the others find more where there is more.
 */

const sizes = { small: { products: 1000, entries: 10_000 }, large: { products: 100_000, entries: 1_000_000 } } as const
const rounds = Number(process.argv[2] ?? 25)
const goalGrowth = 1.3

interface Case {
  name: string
  query?: Record<string, string>
  path?: string
  /** How many are found, where that is the same in both companies. */
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

/** The places that depend on what is in the company: nine tenths down the list, and that product. */
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
    (db: Db) => listProducts(db, inventoryApi.listProducts.spec.query.parse(query), true),
    (text) => !text.includes('count(*) as count'),
  )
const nothing = { text: 'select 1', values: [] }

async function measure(company: Company, products: number) {
  const taken = new Map<string, { ours: number; p95: number; raw: number | null; found: number | null }>()
  for (const { name, query, path, finds } of [...everywhere, ...(await placesOf(company, products))]) {
    const raw = query ? await rowsAlone(company, query) : nothing
    const asked = path ?? `/api/products?${new URLSearchParams(query)}`
    const both = await sideBySide(company, asked, raw, rounds)
    const found = query ? (both.body as { total: number }).total : null
    if (finds !== undefined && found !== finds) throw new Error(`${name}: found ${found}, not ${finds}`)
    taken.set(name, {
      ours: middle(both.ours),
      p95: part(both.ours, 0.95),
      raw: query ? middle(both.raw) : null,
      found,
    })
  }
  return taken
}

const cell = (value: number | null | undefined, places: number, width = 8) =>
  (value == null ? '–' : value.toFixed(places)).padStart(width)

await withPostgres(async (open) => {
  const small = await open('products_small', (connection) => fillProducts(connection, sizes.small))
  const few = await measure(small, sizes.small.products)
  await small.app.stop()
  const large = await open('products_large', (connection) => fillProducts(connection, sizes.large))
  const many = await measure(large, sizes.large.products)
  const exports = await exportMemory(large, sizes.large.products)
  await large.app.stop()
  const rows = [...many].map(([name, there]) => {
    const here = few.get(name)
    return { name, here, there, growth: here ? there.ours / here.ours : null }
  })
  console.log(
    `${'medians, ms'.padEnd(36)}   found:   small /    large    small    large  p95 large  growth (goal ${goalGrowth})  large ÷ rows alone`,
  )
  for (const { name, here, there, growth } of rows)
    console.log(
      `${name.padEnd(36)} ${cell(here?.found, 0, 16)} / ${cell(there.found, 0)} ${cell(here?.ours, 1)} ${cell(there.ours, 1)} ${cell(there.p95, 1, 10)} ${cell(growth, 2)} × ${cell(there.raw === null ? null : there.ours / there.raw, 1, 20)} ×`,
    )
  for (const line of exports) console.log(line.told)
  return { rounds, rows, exports }
}, 'products.json')
