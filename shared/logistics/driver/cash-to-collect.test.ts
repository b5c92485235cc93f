import fc from 'fast-check'
import { expect, test } from 'vitest'
import { creditShare } from '#shared/invoicing/credit-share.ts'
import { formatAmount } from '#shared/money.ts'
import { cashToCollect } from './cash-to-collect.ts'

const invoiced = { id: 'line', quantity: 3, tax: '0.67', total: '10.00', credited: 0 }
const back = (refused: number, damaged = 0) => ({ refused, damaged })

test('[DRV-02] the cash to collect is the balance less the credit for refused and damaged pieces, tax included', () => {
  const stop = { cashDue: '15.00', lines: [{ id: 'a', invoiced }] }
  expect(cashToCollect(stop, {})).toBe('15.00')
  expect(cashToCollect(stop, { a: back(1) })).toBe('11.67')
  expect(cashToCollect(stop, { a: back(1, 1) })).toBe('8.33')
  expect(cashToCollect(stop, { a: back(0, 3) })).toBe('5.00')
  expect(cashToCollect({ ...stop, cashDue: null }, { a: back(1) })).toBeNull()
  // Paid in advance: the credit is larger than the balance.
  expect(cashToCollect({ ...stop, cashDue: '2.00' }, { a: back(1) })).toBe('0.00')
  // A route stored by an older version, and a line that the invoice doesn't have.
  for (const line of [{ id: 'a' }, { id: 'a', invoiced: null }])
    expect(cashToCollect({ ...stop, lines: [line] }, { a: back(1) })).toBe('15.00')
})

test('[DRV-02] lots of one line of the invoice are credited together, after earlier credit notes', () => {
  const amount = fc.integer({ min: 0, max: 1_000_000 })
  fc.assert(
    fc.property(fc.array(fc.nat(9), { minLength: 1 }), fc.nat(9), amount, amount, (lots, credited, net, tax) => {
      const pieces = lots.reduce((sum, one) => sum + one, 0)
      const quantity = Math.max(pieces + credited, 1)
      const total = net + tax
      const line = { id: 'line', quantity, tax: formatAmount(tax), total: formatAmount(total), credited }
      const lines = lots.map((_, at) => ({ id: String(at), invoiced: line }))
      const handed = Object.fromEntries(lots.map((one, at) => [String(at), back(one)]))
      const credit = creditShare({ quantity, tax, total }, credited, pieces).total
      expect(cashToCollect({ cashDue: formatAmount(total), lines }, handed)).toBe(formatAmount(total - credit))
    }),
  )
})
