import { expect, test } from 'vitest'
import { Quantity, QuantityOrNone, wholeCases } from './quantity.ts'

test.each([1, 7, 1_000_000_000])('%s pieces are a quantity', (value) => {
  expect(Quantity.parse(value)).toBe(value)
})

test.each([0, -1, -0, 1.5, 1_000_000_001, Number.POSITIVE_INFINITY, Number.NaN, 2 ** 53 + 2, '3', null, true])(
  '%s are not',
  (value) => {
    expect(Quantity.safeParse(value).success).toBe(false)
  },
)

test('none is a quantity where none may be', () => {
  expect(QuantityOrNone.parse(0)).toBe(0)
  expect(QuantityOrNone.safeParse(-1).success).toBe(false)
})

test('(B27) cases convert exactly or not at all', () => {
  expect([wholeCases(60, 30), wholeCases(61, 30)]).toEqual([2, null])
})
