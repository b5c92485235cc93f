import type { Order } from '#shared/sales/orders/order.ts'
import { formatPercent } from '#shared/format-percent.ts'
import type { LineSum } from '#web/documents/lines-table.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

/* Shared by the lines of orders and estimates. */

type Charge = Pick<Order['charges'][number], 'kind' | 'unit'>
export const chargeKind = ({ kind, unit }: Charge) =>
  kind === 'fee' ? 'Fee' : unit ? `Service, per ${unit}` : 'Service'

/** The tax of a line; false if it is exempt. */
export const taxNote = ({ tax }: Pick<Order['orderLines'][number], 'tax'>) =>
  tax.kind !== 'exempt' &&
  `${tax.name}, ${formatPercent(tax.percent)}${tax.kind === 'inclusive' ? ' in the price' : ''}`

/** The sums below the lines: the total and, where there are any, subtotal, discount and tax. */
export function salesSums(sums: Pick<Order, 'subtotal' | 'discount' | 'tax' | 'total'>): LineSum[] {
  const { subtotal, discount, tax, total } = sums
  const percent = discount?.kind === 'percent' ? ` ${formatPercent(discount.value)}` : ''
  const sum = (label: string, value: string, isTotal = false) => ({
    label,
    values: { total: formatDecimalInput(value, 2) },
    isTotal,
  })
  return [
    ...(discount === null && Number(tax) === 0 ? [] : [sum('Subtotal', subtotal)]),
    ...(discount ? [sum(`Discount${percent}`, `-${discount.amount}`)] : []),
    ...(Number(tax) === 0 ? [] : [sum('Tax', tax)]),
    sum('Total', total, true),
  ]
}
