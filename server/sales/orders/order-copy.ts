import { sql } from 'kysely'
import type { Discount, TaxRule } from '#shared/money-lines.ts'
import type { Work } from '#server/kernel/work.ts'

/** Values that a document already has: they stay valid for it, even if they changed elsewhere. */
export interface EnteredValues {
  /** `id` of a product or a service type. */
  hasPrice(id: string, price: bigint): boolean
  hasDiscount(discount: Discount): boolean
  taxes: readonly TaxRule[]
  /** Ids of products and service types. */
  items: readonly string[]
}

export const nothingEntered: EnteredValues = { hasPrice: () => false, hasDiscount: () => false, taxes: [], items: [] }

export interface EnteredRow {
  /** Id of a product or a service type. */
  item: string | null
  price: number
  typed: boolean
  tax: TaxRule
}

export async function enteredInto(work: Work, orderId: string): Promise<EnteredValues> {
  const { rows } = await sql<EnteredRow>`
    select item_id as item, unit_price as price, price_tier is null as typed,
      json_build_object('name', tax_name, 'kind', tax_kind, 'rate', tax_rate) as tax
      from sales_order_lines where order_id = ${orderId}
    union all select service_type_id, unit_price, own_price,
      json_build_object('name', tax_name, 'kind', tax_kind, 'rate', tax_rate)
      from sales_order_charges where order_id = ${orderId}`.execute(work.tx)
  const order = await sql<{ kind: string | null; value: number | null }>`
    select discount_kind as kind, discount_value as value from sales_orders where id = ${orderId}`.execute(work.tx)
  return valuesOf(rows, order.rows[0])
}

/** `given`: the document's discount. */
export function valuesOf(
  rows: readonly EnteredRow[],
  given: { kind: string | null; value: number | null } | undefined,
): EnteredValues {
  const keyOf = (id: string | null, price: bigint | number) => `${id} ${price}`
  const prices = new Set(rows.filter((row) => row.typed).map((row) => keyOf(row.item, row.price)))
  return {
    hasPrice: (id, price) => prices.has(keyOf(id, price)),
    hasDiscount: ({ kind, value }) => given?.kind === kind && given.value === Number(value),
    taxes: rows.map((row) => row.tax),
    items: rows.flatMap((row) => row.item ?? []),
  }
}
