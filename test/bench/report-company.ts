import { sql } from 'kysely'
import type { Database } from '#server/db/database.ts'

export interface ReportCompany {
  /** Order lines a year. */
  lines: number
  products: number
  customers: number
}

export const benchDay = '2026-06-30'
const linesPerOrder = 10

/** Customers and products, without an order. */
export async function fillPartners({ db }: Database, { customers, products }: ReportCompany): Promise<void> {
  await sql
    .raw(
      `insert into accounts (id, name) select gen_random_uuid(), 'Hospital ' || n from generate_series(1, ${customers}) n`,
    )
    .execute(db)
  await sql
    .raw(`insert into items (id, kind, sku, name) select gen_random_uuid(), 'product', 'S' || n, 'Item ' || n
      from generate_series(1, ${products}) n`)
    .execute(db)
}

/** Orders of every day of a year, as an import would write them; year 0 is the one that ends on the bench's day. */
export async function fillYear(database: Database, year: number, company: ReportCompany): Promise<void> {
  const { lines, customers, products } = company
  const perDay = Math.max(1, Math.round(lines / linesPerOrder / 365))
  for (let month = 0; month < 12; month += 1) {
    const first = `(date '${benchDay}' - interval '${year * 12 + month + 1} months')::date`
    await database.transaction(async (tx) => {
      await sql.raw('set local statement_timeout = 0').execute(tx)
      await sql
        .raw(`create temporary table fresh on commit drop as
          select gen_random_uuid() as id, d::date as day, d::text || '-' || n as number,
            (select array_agg(id) from accounts) as accounts
          from generate_series(${first} + 1, ${first} + interval '1 month', interval '1 day') d, generate_series(1, ${perDay}) n`)
        .execute(tx)
      await sql
        .raw(`insert into sales_orders (id, number, account_id, status, order_date, total, line_count, origin)
          select id, number, accounts[1 + floor(random() * ${customers})::int], 'DELIVERED', day, 10000, ${linesPerOrder}, 'import' from fresh`)
        .execute(tx)
      await sql
        .raw(`insert into sales_order_lines (id, order_id, position, item_id, quantity, unit_price, total)
          select gen_random_uuid(), f.id, n, i.ids[1 + floor(random() * random() * ${products})::int], 5, 20000, 1000
          from fresh f cross join generate_series(1, ${linesPerOrder}) n cross join (select array_agg(id) as ids from items) i`)
        .execute(tx)
    })
  }
}
