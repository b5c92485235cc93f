import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sum } from './money.ts'
import {
  type Discount,
  discountable,
  DiscountInput,
  formatPercent,
  type Part,
  partOfPieces,
  PercentInput,
  prorate,
  sumDocument,
  taxByRule,
  taxKinds,
  taxOf,
} from './money-lines.ts'

const amount = fc.oneof(fc.bigInt({ min: 0n, max: 10_000n }), fc.bigInt({ min: 0n, max: 10n ** 12n }))
const part: fc.Arbitrary<Part> = fc.record({
  amount,
  tax: fc.record({ kind: fc.constantFrom(...taxKinds), rate: fc.integer({ min: 0, max: 100_000 }) }),
  isDiscounted: fc.boolean(),
})
const discount: fc.Arbitrary<Discount | null> = fc.oneof(
  fc.constant(null),
  fc.record({ kind: fc.constant('amount' as const), value: amount }),
  fc.record({ kind: fc.constant('percent' as const), value: fc.bigInt({ min: 0n, max: 100_000n }) }),
)
const document = fc.tuple(fc.array(part, { maxLength: 6 }), discount)
const negated = (parts: readonly Part[]) => parts.map((one) => ({ ...one, amount: -one.amount }))
const runs = { numRuns: 100_000 }
const half = (value: bigint, by: bigint) => (value < 0n ? -value : value) * 2n <= by

/** A faster `expect`, for millions of comparisons: `expect` itself is called only if the values differ. */
function same<T>(value: T, expected: T): void {
  if (value !== expected) expect(value).toBe(expected)
}
const holds = (condition: boolean) => same(condition, true)

test('(B15) document totals equal the sums of their parts, 100,000 times', () => {
  fc.assert(
    fc.property(document, ([parts, taken]) => {
      const sums = sumDocument(parts, taken)
      same(sums.total, sum(sums.parts.map((one) => one.gross)))
      same(sums.total, sums.net + sums.tax)
      same(sums.discount, sum(sums.parts.map((one) => one.discount)))
      const onTop = sum(sums.parts.map((one, at) => (parts[at]?.tax.kind === 'exclusive' ? one.tax : 0n)))
      same(sums.total, sums.subtotal - sums.discount + onTop)
      if (taken?.kind === 'amount') {
        const maximum = discountable(parts)
        same(sums.discount, taken.value < maximum ? taken.value : maximum)
      }
      for (const [at, one] of sums.parts.entries()) {
        holds(one.discount >= 0n && one.discount <= (parts[at]?.amount ?? 0n))
        holds(one.net >= 0n && one.tax >= 0n)
        if (!parts[at]?.isDiscounted) same(one.discount, 0n)
      }
    }),
    runs,
  )
})

test('(B15) inclusive tax matches exclusive tax on the net amount to within one cent, 100,000 times', () => {
  fc.assert(
    fc.property(amount, fc.integer({ min: 0, max: 100_000 }), (gross, rate) => {
      const tax = taxOf(gross, { kind: 'inclusive', rate })
      const net = gross - tax
      // The exact tax is gross × rate / (1 + rate): a single rounding is off by at most half a cent.
      holds(half(tax * BigInt(100_000 + rate) - gross * BigInt(rate), BigInt(100_000 + rate)))
      const again = net + taxOf(net, { kind: 'exclusive', rate })
      const off = again - gross
      holds(off >= -1n && off <= 1n)
      // The reverse is exact: for rates up to 100 %, tax that was added can be taken out again.
      const taxed = gross + taxOf(gross, { kind: 'exclusive', rate })
      same(taxed - taxOf(taxed, { kind: 'inclusive', rate }), gross)
    }),
    runs,
  )
})

test('(B15) a credit has the amounts of the document, negated, 100,000 times', () => {
  fc.assert(
    fc.property(document, ([parts, taken]) => {
      const sums = sumDocument(parts, taken)
      const mirror = taken && { ...taken, value: taken.kind === 'amount' ? -taken.value : taken.value }
      const credit = sumDocument(negated(parts), mirror)
      for (const what of ['subtotal', 'discount', 'net', 'tax', 'total'] as const) same(credit[what], -sums[what])
      same(credit.parts.length, sums.parts.length)
      for (const [at, one] of credit.parts.entries()) same(-one.gross, sums.parts[at]?.gross)
    }),
    runs,
  )
})

test('(B15) prorated shares add up to the amount, each less than one unit off the exact share, 100,000 times', () => {
  fc.assert(
    fc.property(amount, fc.array(amount, { minLength: 1, maxLength: 20 }), (given, weights) => {
      const shares = prorate(given, weights)
      const all = sum(weights)
      same(sum(shares), all === 0n ? 0n : given)
      for (const [at, share] of shares.entries()) {
        const off = share * all - given * (weights[at] ?? 0n)
        holds(all === 0n || (off < all && off > -all))
      }
    }),
    runs,
  )
})

test('(B15) credits for partial quantities add up to the paid amount, 100,000 times', () => {
  fc.assert(
    fc.property(amount, fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 8 }), (paid, steps) => {
      const of = steps.reduce((total, step) => total + step, 0)
      let before = 0
      let credited = 0n
      for (const step of steps) {
        const now = partOfPieces(paid, step, before, of)
        holds(now >= 0n)
        credited += now
        before += step
      }
      same(credited, paid)
    }),
    runs,
  )
})

test('(B15) rounds tax half to even, per line; distributes a discount by largest remainder; fees are not discounted', () => {
  const line = (units: bigint, rate: number, kind: Part['tax']['kind'] = 'exclusive'): Part => ({
    amount: units,
    tax: { kind, rate },
    isDiscounted: true,
  })
  // 0.50 × 5 % = 0.025 → 0.02; 1.50 × 5 % = 0.075 → 0.08.
  expect(sumDocument([line(50n, 5000), line(150n, 5000)], null).tax).toBe(10n)
  expect(sumDocument([line(12_000n, 20_000, 'inclusive')], null)).toMatchObject({
    net: 10_000n,
    tax: 2000n,
    total: 12_000n,
  })
  const shared = sumDocument([line(100n, 0), line(100n, 0), line(100n, 0)], { kind: 'amount', value: 100n })
  expect(shared.parts.map((one) => one.discount)).toEqual([34n, 33n, 33n])
  const fee: Part = { amount: 1000n, tax: { kind: 'exclusive', rate: 20_000 }, isDiscounted: false }
  expect(sumDocument([line(10_000n, 20_000), fee], { kind: 'percent', value: 10_000n })).toMatchObject({
    subtotal: 11_000n,
    discount: 1000n,
    net: 10_000n,
    tax: 2000n,
    total: 12_000n,
  })
})

test('sums net amount and tax by tax rate', () => {
  const twenty = { name: 'VAT', kind: 'exclusive' as const, rate: 20_000 }
  const none = { name: 'No tax', kind: 'exempt' as const, rate: 0 }
  expect(
    taxByRule([
      { tax: twenty, net: 100n, taxed: 20n },
      { tax: none, net: 50n, taxed: 0n },
      { tax: twenty, net: 10n, taxed: 2n },
    ]),
  ).toEqual([
    { rule: twenty, net: 110n, tax: 22n },
    { rule: none, net: 50n, tax: 0n },
  ])
})

test('parses percentages and discounts, and refuses values out of range', () => {
  expect([PercentInput.parse('7.5'), PercentInput.parse('100'), formatPercent(7500), formatPercent(20_000)]).toEqual([
    7500n,
    100_000n,
    '7.5',
    '20',
  ])
  for (const wrong of ['100.1', '-1', '1.2345', 'x', '']) expect(PercentInput.safeParse(wrong).success).toBe(false)
  expect(DiscountInput.parse({ kind: 'amount', value: '12.5' })).toEqual({ kind: 'amount', value: 1250n })
  expect(DiscountInput.safeParse({ kind: 'amount', value: '1.005' }).success).toBe(false)
  expect(DiscountInput.safeParse({ kind: 'percent', value: '101' }).success).toBe(false)
})
