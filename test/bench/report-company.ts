import { sql } from 'kysely'
import type { Database, Tx } from '#server/db/database.ts'
import { mergeSums, rebuildSums } from '#server/reports/read-models.ts'
import { dropIndexes } from './company.ts'

export interface ReportCompany {
  /** Order lines per year. */
  lines: number
  products: number
  customers: number
  years: number
}

export const benchDay = '2026-06-30'
const linesPerOrder = 10
const filled = ['sales_orders', 'sales_order_lines']

/**
 * Customers, products and orders for every day of the years until the benchmark's day, as an import would write them.
 * With `inBulk`, triggers and foreign keys are off, indexes are created afterwards, and the sums come from the app's
 * own rebuild. Both ways give the same rows: test/tooling/report-company.test.ts.
 */
export async function fillCompany(database: Database, company: ReportCompany, inBulk = true): Promise<void> {
  const { db } = database
  await fillPartners(database, company)
  const indexes = inBulk ? await dropIndexes((text) => sql.raw(text).execute(db), filled) : []
  for (let month = 0; month < company.years * 12; month += 1)
    await unhurried(database, async (tx) => {
      if (inBulk) await sql`set local session_replication_role = replica`.execute(tx)
      await fillMonth(tx, month, company)
    })
  for (const index of indexes) await unhurried(database, (tx) => sql.raw(index).execute(tx))
  // Statistics for the query plans of the rebuild.
  await unhurried(database, (tx) => sql.raw(`analyze ${filled.join(', ')}`).execute(tx))
  if (inBulk) await rebuildSums(database)
  await mergeSums(db)
}

async function fillPartners({ db }: Database, { customers, products }: ReportCompany): Promise<void> {
  await sql
    .raw(`insert into accounts (id, name) select uuidv7(), 'Hospital ' || n from generate_series(1, ${customers}) n`)
    .execute(db)
  await sql
    .raw(`insert into items (id, kind, sku, name) select uuidv7(), 'product', 'S' || n, 'Item ' || n
      from generate_series(1, ${products}) n`)
    .execute(db)
}

/** A pseudo-random number from 0 to 1 that depends only on its input. */
const chance = (of: string) => `((hashtextextended(${of}, 0) & 2147483647) / 2147483648.0)`

/** Month 0 is the one that ends on the benchmark's day. */
async function fillMonth(tx: Tx, month: number, { lines, customers, products }: ReportCompany): Promise<void> {
  const perDay = Math.max(1, Math.round(lines / linesPerOrder / 365))
  const first = `(date '${benchDay}' - interval '${month + 1} months')::date`
  await sql
    .raw(`create temporary table fresh on commit drop as
      select uuidv7() as id, d::date as day, d::date || '-' || n as number
      from generate_series(${first} + 1, date '${benchDay}' - interval '${month} months', interval '1 day') d,
        generate_series(1, ${perDay}) n`)
    .execute(tx)
  await sql
    .raw(`insert into sales_orders (id, number, account_id, status, order_date, total, line_count, origin)
      select f.id, f.number, a.ids[1 + floor(${chance('f.number')} * ${customers})::int], 'DELIVERED', f.day, 10000,
        ${linesPerOrder}, 'import'
      from fresh f cross join (select array_agg(id order by id) as ids from accounts) a`)
    .execute(tx)
  await sql
    .raw(`insert into sales_order_lines (id, order_id, position, item_id, quantity, unit_price, total)
      select uuidv7(), f.id, n, i.ids[1 + floor(${chance("f.number || '/' || n")} * ${chance("n || '/' || f.number")}
        * ${products})::int], 5, 20000, 1000
      from fresh f cross join generate_series(1, ${linesPerOrder}) n cross join (select array_agg(id order by id) as ids from items) i`)
    .execute(tx)
}

const unhurried = (database: Database, work: (tx: Tx) => Promise<unknown>) =>
  database.transaction(async (tx) => {
    await sql.raw(`set local statement_timeout = 0; set local maintenance_work_mem = '512MB'`).execute(tx)
    await work(tx)
  })
