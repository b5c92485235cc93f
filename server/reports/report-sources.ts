import { type RawBuilder, sql } from 'kysely'
import { unplacedPurchases } from '#shared/purchasing/orders/purchase-transitions.ts'
import { notSales } from '#shared/reports/api.ts'
import { oneOf } from '#server/db/one-of.ts'

interface DimensionSource {
  /** What rows are told apart by. */
  key: RawBuilder<unknown>
  /** What a row is called, where `g.key` is its key; the key itself where left out. */
  label?: RawBuilder<unknown>
  /** What the key needs joined. */
  join?: RawBuilder<unknown>
}

/** Where a report's figures come from: `f` is a row of a day, with what it adds. */
export interface ReportSource {
  /** Rows `f` with a date `day`. */
  rows: RawBuilder<unknown>
  where: RawBuilder<unknown>
  measures: Readonly<Record<string, RawBuilder<unknown>>>
  dimensions: Readonly<Record<string, DimensionSource>>
}

const nameIn = (table: string) => sql`(select n.name from ${sql.table(table)} n where n.id = g.key)`
const column = (name: string) => sql`f.${sql.ref(name)}`

/** By the name of the report. */
export const reportSources: Readonly<Record<string, ReportSource>> = {
  sales: {
    rows: sql`sales_days f`,
    where: sql`f.status <> all(${notSales})`,
    measures: { total: column('total'), orders: column('orders') },
    dimensions: { customer: { key: column('account_id'), label: nameIn('accounts') } },
  },
  items: {
    rows: sql`item_sales_days f`,
    where: sql`true`,
    measures: { net: column('net'), quantity: column('quantity') },
    dimensions: {
      item: { key: column('item_id'), label: nameIn('items') },
      category: { key: sql`i.category_id`, join: sql`join items i on i.id = f.item_id`, label: nameIn('categories') },
    },
  },
  orders: {
    rows: sql`sales_days f`,
    where: sql`true`,
    measures: { orders: column('orders'), total: column('total') },
    dimensions: { status: { key: column('status') } },
  },
  purchases: {
    rows: sql`purchase_days f`,
    where: sql`f.status not in ${oneOf(unplacedPurchases)}`,
    measures: { total: column('total'), orders: column('orders') },
    dimensions: { supplier: { key: column('supplier_id'), label: nameIn('suppliers') } },
  },
  prospects: {
    rows: sql`(select company_day(created_at) as day, status, source, 1 as prospects, (status = 'Converted')::int as converted
      from prospects where deleted_at is null) f`,
    where: sql`true`,
    measures: { prospects: column('prospects'), converted: column('converted') },
    dimensions: { status: { key: column('status') }, source: { key: column('source') } },
  },
}
