import { type RawBuilder, sql } from 'kysely'

/** The number of the document that an entry (the alias of a row with source_type and source_id) refers to, as one SQL value. */
export const documentNumber = (entry: string): RawBuilder<unknown> => {
  const e = sql.raw(entry)
  return sql`case
    when ${e}.source_type in ('sales_order', 'import') then (select d.number from sales_orders d where d.id = ${e}.source_id)
    when ${e}.source_type = 'adjustment' then (select d.number from stock_adjustments d where d.id = ${e}.source_id)
    when ${e}.source_type = 'purchase_order' then (select d.number from purchase_orders d where d.id = ${e}.source_id)
    when ${e}.source_type = 'count' then (select d.number from stock_counts d where d.id = ${e}.source_id)
    when ${e}.source_type = 'recall' then (select d.number from recalls d where d.id = ${e}.source_id)
    when ${e}.source_type = 'return' then (select d.number from sales_returns d where d.id = ${e}.source_id)
    when ${e}.source_type = 'set_aside' then (select d.number from sales_returns d join sales_return_lines l
      on l.return_id = d.id where l.id = ${e}.source_id)
    when ${e}.source_type = 'transfer' then (select d.number from stock_transfers d where d.id = ${e}.source_id)
    when ${e}.source_type = 'kit' then (select d.number from kit_orders d where d.id = ${e}.source_id)
    when ${e}.source_type = 'production' then (select d.number from production_runs d where d.id = ${e}.source_id) end`
}
