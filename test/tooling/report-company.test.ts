import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { differences, readModels } from '#server/reports/read-models.ts'
import { fillCompany } from '../bench/report-company.ts'
import { cloneDatabase } from '../database.ts'

/** Random values. */
const drawn = ['hold_out_bucket', 'unsubscribe_key']
const small = { lines: 3650, products: 20, customers: 5, years: 1 }

test('filling the report benchmark’s company in bulk gives the same rows as row-by-row inserts with triggers', async () => {
  const [bulk, written] = [(await cloneDatabase()).database, (await cloneDatabase()).database]
  await fillCompany(bulk, small)
  await fillCompany(written, small, false)

  expect(await everything(bulk)).toEqual(await everything(written))
  for (const model of readModels) expect((await sql.raw(differences(model)).execute(bulk.db)).rows).toEqual([])
})

/** Every row of every table, with names instead of IDs and without timestamps; and every index. */
async function everything({ db }: Database): Promise<Record<string, unknown>> {
  const named = await sql<{
    id: string
    name: string
  }>`select id, name from accounts union all select id, name from items
    union all select id, number from sales_orders union all select l.id, o.number || ' ' || l.position
      from sales_order_lines l join sales_orders o on o.id = l.order_id`.execute(db)
  const names = new Map(named.rows.map(({ id, name }) => [id, name]))
  const found: Record<string, unknown> = {}
  const tables = await sql<{ name: string }>`select quote_ident(tablename) as name from pg_tables
    where schemaname = 'public' order by 1`.execute(db)
  for (const { name } of tables.rows) {
    const { rows } = await sql<{
      row: Record<string, unknown>
    }>`select to_jsonb(t) as row from ${sql.raw(name)} t`.execute(db)
    if (rows.length === 0) continue
    found[name] = rows
      .map(({ row }) => {
        const known = Object.entries(row).filter(
          ([column, value]) =>
            !drawn.includes(column) && !(typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)),
        )
        return JSON.stringify(known.map(([column, value]) => [column, names.get(String(value)) ?? value]))
      })
      .toSorted((a, b) => (a < b ? -1 : 1))
  }
  const indexes = await sql`select indexdef from pg_indexes where schemaname = 'public' order by 1`.execute(db)
  return { ...found, indexes: indexes.rows }
}
