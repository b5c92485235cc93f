import { feeKindNames } from '#shared/purchasing/orders/purchase-amounts.ts'
import type { PurchaseOrder } from '#shared/purchasing/orders/purchase-order.ts'
import type { LineSum } from '#web/documents/lines-table.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

/** The sums below the lines of a purchase order; the rows above the total add up to it. */
export function sumsOf({ fees, goodsTotal, total }: Pick<PurchaseOrder, 'fees' | 'goodsTotal' | 'total'>): LineSum[] {
  const sum = (label: string, value: string, isTotal = false) => ({
    label,
    values: { total: formatDecimalInput(value, 2) },
    isTotal,
  })
  return [
    ...(fees.length > 0 ? [sum('Goods', goodsTotal)] : []),
    ...fees.map(({ kind, label, amount }) =>
      sum(label ? `${feeKindNames[kind]}, ${label}` : feeKindNames[kind], amount),
    ),
    sum('Total', total, true),
  ]
}
