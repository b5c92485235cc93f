import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  AmountInput,
  divideHalfEven,
  formatAmount,
  formatPrice,
  lineAmount,
  parseDecimal,
  PositiveAmountInput,
  PriceInput,
  sum,
} from './money.ts'

describe('money', () => {
  test('parses every amount and price that it formats, 20,000 times', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), (units) => {
        expect(parseDecimal(formatAmount(units), 2)).toBe(units)
        expect(parseDecimal(formatPrice(units), 4)).toBe(units)
      }),
      { numRuns: 20_000 },
    )
  })

  test('division rounds to the nearest, half to even', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
        fc.integer({ min: 1, max: 10_000 }),
        (value, by) => {
          const divisor = BigInt(by)
          const result = divideHalfEven(value, divisor)
          const twice = (value - result * divisor) * 2n
          expect(twice <= divisor && twice >= -divisor).toBe(true)
          if (twice === divisor || twice === -divisor) expect(result % 2n).toBe(0n)
          expect(divideHalfEven(-value, divisor)).toBe(-result)
        },
      ),
      { numRuns: 20_000 },
    )
  })

  test('a line amount is exact for prices in whole cents, up to the maximum quantity', () => {
    expect(lineAmount(1_000_000_000, 1n)).toBe(10_000_000n)
    expect(lineAmount(3, 10_050n)).toBe(302n)
    expect(lineAmount(1, 10_050n)).toBe(100n)
    expect(lineAmount(1, 10_150n)).toBe(102n)
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000_000 }),
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        (quantity, cents) => {
          expect(lineAmount(quantity, cents * 100n)).toBe(BigInt(quantity) * cents)
        },
      ),
    )
  })

  test('a sum equals the total of its parts', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n })), (parts) => {
        expect(sum(parts)).toBe(parts.reduce((total, part) => total + part, 0n))
      }),
    )
  })

  test.each([
    ['12.5', 1250n],
    [' 12.50 ', 1250n],
    [12.5, 1250n],
    ['0', 0n],
    ['1.500', 150n],
    ['10000000000', 1_000_000_000_000n],
  ])('accepts %j as an amount', (value, units) => {
    expect(AmountInput.parse(value)).toBe(units)
  })

  test.each([
    '1e3',
    '1.005',
    '-1',
    '',
    'NaN',
    'Infinity',
    '0x10',
    '1,5',
    '10000000000.01',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e-7,
    null,
    true,
    [],
    {},
  ])('refuses %j as an amount', (value) => {
    expect(AmountInput.safeParse(value).success).toBe(false)
  })

  test('a payment must be above zero; a price has at most four decimals', () => {
    expect(PositiveAmountInput.safeParse('0').success).toBe(false)
    expect(PriceInput.parse('0.0001')).toBe(1n)
    expect(PriceInput.safeParse('0.00001').success).toBe(false)
  })
})
