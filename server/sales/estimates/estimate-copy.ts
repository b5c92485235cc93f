import { sql } from 'kysely'
import type { Work } from '#server/kernel/work.ts'
import { type EnteredRow, type EnteredValues, valuesOf } from '#server/sales/orders/order-copy.ts'

/**
 * Values in an estimate that were entered by users with the right to: they survive changes by users without it. `all`: every
 * price of it, for the order that is made from an accepted estimate.
 */
export async function enteredIntoEstimate(work: Work, id: string, all = false): Promise<EnteredValues> {
  const { rows } =
    await sql<EnteredRow>`select coalesce(item_id, service_type_id) as item, unit_price as price, own_price as typed,
      json_build_object('name', tax_name, 'kind', tax_kind, 'rate', tax_rate) as tax
    from estimate_lines where estimate_id = ${id}`.execute(work.tx)
  const header = await sql<{ kind: string | null; value: number | null }>`
    select discount_kind as kind, discount_value as value from estimates where id = ${id}`.execute(work.tx)
  return valuesOf(all ? rows.map((row) => ({ ...row, typed: true })) : rows, header.rows[0])
}
