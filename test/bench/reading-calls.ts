import { z } from 'zod'
import type { Route } from '#shared/http/route.ts'
import type { Database } from '#server/db/database.ts'
import { addsUp } from './known-waste.ts'

/** One GET, with an existing record and the query parameters that the contract requires. */
export interface ReadingCall {
  /** The route, and the filters that are set. */
  call: string
  path: string
}

/** Queries for the IDs of a path's `:id`; records with most data come first. */
const records: Readonly<Record<string, string>> = {
  accounts: `select account_id as id from sales_orders group by 1 order by count(*) desc`,
  products: `select e.item_id as id from stock_entry e join items i on i.id = e.item_id where i.kind = 'product' group by 1 order by count(*) desc`,
  'raw-materials': `select e.item_id as id from stock_entry e join items i on i.id = e.item_id where i.kind = 'raw_material' group by 1 order by count(*) desc`,
  kits: `select id from items where kind = 'kit'`,
  forecasts: `select item_id as id from demand_forecasts`,
  suppliers: `select supplier_id as id from purchase_orders group by 1 order by count(*) desc`,
  lots: `select l.id from stock_entry e join lots l on l.id = e.lot_id where l.id <> l.item_id group by 1 order by count(*) desc`,
  'sales-orders': `select id from sales_orders where status = 'DELIVERED' order by created_at desc`,
  locations: `select location_id as id from stock_entry group by 1 order by count(*) desc`,
}

const tables: Readonly<Record<string, string>> = { returns: 'sales_returns' }

/** Query parameters that a contract requires. */
const month = { from: '2026-10-01', until: '2026-10-31' }
const requiredQueries: Readonly<Record<string, Record<string, string>>> = {
  'GET /api/scan': { code: 'SO-2026-0001' },
  'GET /api/search': { q: 'gloves' },
  'GET /api/list-views': { list: 'orders' },
  'GET /api/route-plans/waiting': { date: '2026-11-24' },
  'GET /api/accounts/:id/statement': month,
  'GET /api/journal': month,
  'GET /api/journal/trial-balance': month,
}

/** Search words: one that many names contain, and the beginning of a document number. */
const words = ['gloves', 'SO-2026-0001']

/** `withOrders`: also each sort order of a list. `withReports`: also reports, which sum up what they read. */
export async function readingCalls(
  { pool }: Database,
  routes: readonly Route[],
  { withOrders = false, withReports = false } = {},
): Promise<ReadingCall[]> {
  const { rows } = await pool.query(`select tablename as name from pg_tables where schemaname = 'public'`)
  const known = new Set(rows.map(({ name }) => name as string))
  const ids = new Map<string, string>()
  const idOf = async (resource: string): Promise<string | null> => {
    const table = tables[resource] ?? resource.replaceAll('-', '_')
    const from = records[resource] ?? (known.has(table) ? `select id from ${table} order by id` : null)
    if (!from) return null
    if (!ids.has(resource)) ids.set(resource, (await pool.query(`${from} limit 1`)).rows[0]?.id ?? '')
    return ids.get(resource) || null
  }
  const calls: ReadingCall[] = []
  const left = addsUp.filter((prefix) => !withReports || !prefix.startsWith('GET /api/reports/'))
  for (const { method, path, spec } of routes) {
    if (method !== 'GET') continue
    const [, , resource = ''] = path.split('/')
    const id = path.includes(':') ? await idOf(resource) : ''
    const isSimple = /^\/api\/[\w-]+(\/:id)?(\/[\w-]+(\.\w+)?)*$/.test(path)
    // Files of whole lists and reports, and pictures, are left out.
    if (id === null || !isSimple || spec.download || left.some((prefix) => `GET ${path}`.startsWith(prefix))) continue
    const call = `GET ${path}`
    const at = path.replace(':id', id)
    const needed = requiredQueries[call] ?? {}
    calls.push({ call, path: withQuery(at, needed) })
    for (const [key, value] of filtersOf(spec.query, withOrders))
      calls.push({ call: `${call} ${key}=${value}`, path: withQuery(at, { ...needed, [key]: value }) })
  }
  return calls
}

/** Each value of each filter of a list. */
function filtersOf(query: z.ZodType | undefined, withOrders: boolean): [key: string, value: string][] {
  if (!(query instanceof z.ZodObject)) return []
  return Object.entries(query.shape as Record<string, z.ZodType>).flatMap(([key, type]): [string, string][] => {
    if (key === 'q') return words.map((word): [string, string] => [key, word])
    if (key === 'sort' && !withOrders) return []
    const inner = innerOf(type)
    return inner instanceof z.ZodEnum ? inner.options.map((value): [string, string] => [key, String(value)]) : []
  })
}

function innerOf(type: z.ZodType): z.ZodType {
  if (type instanceof z.ZodOptional || type instanceof z.ZodDefault || type instanceof z.ZodNullable)
    return innerOf(type.unwrap() as z.ZodType)
  return type
}

const withQuery = (path: string, query: Record<string, string>) => {
  const text = new URLSearchParams(query).toString()
  return text ? `${path}?${text}` : path
}
