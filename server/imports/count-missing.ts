import { type RawBuilder, sql } from 'kysely'
import { type ImportCounts, noCounts } from '#shared/imports/api.ts'
import type { Db } from '#server/db/database.ts'
import { catalogueOf } from './catalogue.ts'
import type { DeliveryLine } from './delivery-line.ts'

interface Wanted {
  ref: string
  name: string
  code?: string
}

/** The records that the lines would add if they were imported now. */
export async function countMissing(db: Db, lines: readonly DeliveryLine[]): Promise<ImportCounts> {
  const named = catalogueOf(lines)
  const wanted = (from: ReadonlyMap<string, { key: string; name: string }>): Wanted[] =>
    [...from.values()].map(({ key, name }) => ({ ref: key, name }))
  const byName = sql`lower(t.name) = lower(w.name)`
  const accounts = [...named.accounts.values()].map(({ key, name, code }) => ({ ref: key, name, code }))
  const orders = distinct(lines, (line) => line.orderNumber)
  const shipments = distinct(lines, (line) => `${line.orderNumber}/${line.deliveryNumber}`)
  return {
    ...noCounts,
    suppliers: await missing(db, 'suppliers', wanted(named.suppliers), byName),
    factories: await missing(db, 'locations', wanted(named.factories), byName),
    categories: await missing(db, 'categories', wanted(named.categories), byName),
    products: await missing(db, 'items', [...named.products.values()], sql`t.kind = 'product' and ${byName}`),
    accounts: await missing(db, 'accounts', accounts, sql`(lower(t.code) = lower(w.code) or ${byName})`),
    orders: await missing(db, 'sales_orders', orders, null),
    lines: lines.length,
    shipments: await missing(db, 'shipments', shipments, null),
  }
}

const distinct = (lines: readonly DeliveryLine[], refOf: (line: DeliveryLine) => string): Wanted[] =>
  [...new Set(lines.map(refOf))].map((ref) => ({ ref, name: ref }))

type Table = 'suppliers' | 'locations' | 'categories' | 'items' | 'accounts' | 'sales_orders' | 'shipments'

/** How many of `wanted` have no row: neither one with that reference, nor, if `matches` is given, a matching one without a reference. */
async function missing(
  db: Db,
  table: Table,
  wanted: readonly Wanted[],
  matches: RawBuilder<unknown> | null,
): Promise<number> {
  const hasRef = table !== 'categories'
  const ways = [
    ...(hasRef
      ? [sql`select 1 from ${sql.table(table)} t where t.external_ref = w.ref ${matches ? alive : sql``}`]
      : []),
    ...(matches
      ? [
          sql`select 1 from ${sql.table(table)} t where ${matches} ${hasRef ? sql`and t.external_ref is null` : sql``} ${alive}`,
        ]
      : []),
  ].map((way) => sql`not exists (${way})`)
  const { rows } = await sql<{ count: number }>`select count(*) as count
    from json_to_recordset(${JSON.stringify(wanted)}) as w(ref text, name text, code text)
    where ${sql.join(ways, sql` and `)}`.execute(db)
  return rows[0]?.count ?? 0
}

const alive = sql`and t.deleted_at is null`
