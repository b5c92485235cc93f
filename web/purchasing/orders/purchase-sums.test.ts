import { expect, test } from 'vitest'
import { sumsOf } from './purchase-sums.ts'

test('[PO-01] the sums of a purchase order add up to its total, with each fee listed once', () => {
  const fee = (label: string | null, amount: string) => ({ kind: 'freight' as const, label, amount })
  const sums = sumsOf({
    goodsTotal: '1000.10',
    fees: [fee(null, '20.20'), fee('Sea', '3.30')],
    total: '1023.60',
  })
  const amounts = sums.map(({ values }) => Number(String(values['total']).replaceAll(',', '')))
  expect(sums.map(({ label }) => label)).toEqual(['Goods', 'Freight', 'Freight, Sea', 'Total'])
  expect(amounts.slice(0, -1).reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(amounts.at(-1) ?? 0, 2)
  // Without fees there is no subtotal.
  expect(sumsOf({ goodsTotal: '5.00', fees: [], total: '5.00' }).map(({ label }) => label)).toEqual(['Total'])
})
