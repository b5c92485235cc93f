import { sql } from 'kysely'
import { formatAmount, formatPrice, sum } from '#shared/money.ts'
import { formatDiscount, formatPercent, type TaxRule } from '#shared/money-lines.ts'

export type AmountName = 'unitPrice' | 'total' | 'discount' | 'net' | 'taxed'
export type Amounts = Record<AmountName, number> & { tax: TaxRule }

export interface Totals {
  discount_kind: 'amount' | 'percent' | null
  discount_value: number | null
  discount: number
  tax: number
}

/** The amounts of a line `l` or a charge `c`. */
export const amountsOf = (row: 'l' | 'c') => {
  const of = sql.raw(row)
  return sql`'quantity', ${of}.quantity, 'unitPrice', ${of}.unit_price, 'total', ${of}.total, 'discount', ${of}.discount,
    'net', ${of}.net, 'taxed', ${of}.tax, 'tax', json_build_object('name', ${of}.tax_name, 'kind', ${of}.tax_kind, 'rate', ${of}.tax_rate)`
}

export const written = ({ tax, ...line }: Amounts) => ({
  unitPrice: formatPrice(line.unitPrice),
  total: formatAmount(line.total),
  discount: formatAmount(line.discount),
  net: formatAmount(line.net),
  taxed: formatAmount(line.taxed),
  tax: { name: tax.name, kind: tax.kind, percent: formatPercent(tax.rate) },
})

/** The totals of a document with these lines and charges. */
export const totalsOf = (
  { discount_kind, discount_value, discount, tax }: Totals,
  lines: readonly Pick<Amounts, 'total'>[],
) => ({
  subtotal: formatAmount(sum(lines.map((one) => BigInt(one.total)))),
  discount: discount_kind && {
    ...formatDiscount({ kind: discount_kind, value: discount_value ?? 0 }),
    amount: formatAmount(discount),
  },
  tax: formatAmount(tax),
})
