import { sql } from 'kysely'
import { unplacedPurchases } from '#shared/purchasing/orders/purchase-transitions.ts'
import { notSales } from '#shared/reports/api.ts'
import { oneOf } from '#server/db/one-of.ts'
import { companyDay } from '#server/kernel/company-day.ts'
import { inventorySources } from './sources/inventory-sources.ts'
import { otherSources } from './sources/other-sources.ts'
import { customer, item, supplier } from './sources/dimensions.ts'
import { column, nameIn, type ReportSource } from './sources/report-source.ts'
import { salesSources } from './sources/sales-sources.ts'
import { supplySources } from './sources/supply-sources.ts'

/** The lines behind item_sales_days. */
const soldLines = sql`(
  select l.id as row_id, o.order_date as day, l.item_id, l.net, l.quantity, 'order' as record_kind, o.id as record_id,
    o.number as record_name, i.name || ', ' || a.name as detail
  from sales_orders o join sales_order_lines l on l.order_id = o.id join items i on i.id = l.item_id
    join accounts a on a.id = o.account_id
  where is_sale(o.status, o.deleted_at)) f`

/** The orders behind sales_days. */
const orderRecords = sql`(
  select o.id as row_id, o.order_date as day, o.account_id, o.status, 1 as orders, o.total, 'order' as record_kind,
    o.id as record_id, o.number as record_name, a.name as detail
  from sales_orders o join accounts a on a.id = o.account_id where o.deleted_at is null) f`

const purchaseRecords = sql`(
  select o.id as row_id, o.order_date as day, o.supplier_id, o.status, 1 as orders, o.total, 'purchase' as record_kind,
    o.id as record_id, o.number as record_name, s.name as detail
  from purchase_orders o join suppliers s on s.id = o.supplier_id where o.deleted_at is null) f`

/** By the name of the report. */
export const reportSources: Readonly<Record<string, ReportSource>> = {
  sales: {
    rows: sql`sales_days f`,
    records: orderRecords,
    where: sql`f.status <> all(${notSales})`,
    measures: { total: column('total'), orders: column('orders') },
    dimensions: {
      customer,
      country: { key: sql`b.country`, join: sql`join accounts b on b.id = f.account_id` },
    },
  },
  ...salesSources,
  ...supplySources,
  ...otherSources,
  ...inventorySources,
  items: {
    rows: sql`item_sales_days f`,
    records: soldLines,
    where: sql`true`,
    measures: { net: column('net'), quantity: column('quantity') },
    dimensions: {
      item,
      category: { key: sql`i.category_id`, join: sql`join items i on i.id = f.item_id`, label: nameIn('categories') },
    },
  },
  orders: {
    rows: sql`sales_days f`,
    records: orderRecords,
    where: sql`true`,
    measures: { orders: column('orders'), total: column('total') },
    dimensions: { status: { key: column('status') } },
  },
  purchases: {
    rows: sql`purchase_days f`,
    records: purchaseRecords,
    where: sql`f.status not in ${oneOf(unplacedPurchases)}`,
    measures: { total: column('total'), orders: column('orders') },
    dimensions: { supplier },
  },
  prospects: {
    rows: sql`(select id as row_id, ${companyDay('created_at')} as day, status, source, 1 as prospects,
        (status = 'Converted')::int as converted, 'prospect' as record_kind, id as record_id, name as record_name, status as detail
      from prospects where deleted_at is null) f`,
    where: sql`true`,
    measures: { prospects: column('prospects'), converted: column('converted') },
    dimensions: { status: { key: column('status') }, source: { key: column('source') } },
  },
}
