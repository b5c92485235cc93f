import { expect, test } from 'vitest'
import { Quantity, QuantityOrNone, wholeCases } from './quantity.ts'

test.each([1, 7, 1_000_000_000])('accepts %s as a quantity', (value) => {
  expect(Quantity.parse(value)).toBe(value)
})

test.each([0, -1, -0, 1.5, 1_000_000_001, Number.POSITIVE_INFINITY, Number.NaN, 2 ** 53 + 2, '3', null, true])(
  'refuses %s as a quantity',
  (value) => {
    expect(Quantity.safeParse(value).success).toBe(false)
  },
)

test('accepts zero only where it is allowed', () => {
  expect(QuantityOrNone.parse(0)).toBe(0)
  expect(QuantityOrNone.safeParse(-1).success).toBe(false)
})

test('(B27) converts pieces to whole cases, or to null', () => {
  expect([wholeCases(60, 30), wholeCases(61, 30)]).toEqual([2, null])
})
