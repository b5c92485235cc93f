import fc from 'fast-check'
import { expect, test } from 'vitest'
import { averageCost, feesOfReceipt, spread } from './landed-cost.ts'

const amount = fc.bigInt(0n, 10n ** 12n)

test('[PO-01] parts of a spread amount add up to it, in proportion to the weights (B15)', () => {
  fc.assert(
    fc.property(amount, fc.array(amount, { minLength: 1, maxLength: 40 }), (whole, weights) => {
      const parts = spread(whole, weights)
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(whole)
      const all = weights.reduce((sum, weight) => sum + weight, 0n)
      for (const [at, part] of parts.entries()) {
        expect(part).toBeGreaterThanOrEqual(0n)
        if (all === 0n) continue
        // Never a whole unit off the exact share.
        const away = part * all - whole * (weights[at] ?? 0n)
        expect(away > -all && away < all).toBe(true)
      }
    }),
  )
})

test('distributes the remainder to the largest fractions; zero weights share equally', () => {
  expect(spread(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n])
  expect(spread(10n, [7n, 2n, 1n])).toEqual([7n, 2n, 1n])
  expect(spread(1n, [1n, 3n])).toEqual([0n, 1n])
  expect(spread(5n, [0n, 0n])).toEqual([3n, 2n])
  expect(spread(0n, [])).toEqual([])
  expect(() => spread(1n, [])).toThrow('Nothing to spread')
})

test('[PO-01] the receipts of an order together carry exactly its fees, however the goods are split', () => {
  const arrivals = fc
    .tuple(amount, fc.array(fc.bigInt(0n, 10n ** 9n), { minLength: 1, maxLength: 10 }))
    .map(([fees, worths]) => ({ fees, worths }))
  fc.assert(
    fc.property(arrivals, ({ fees, worths }) => {
      const ordered = worths.reduce((sum, worth) => sum + worth, 0n)
      let landed = 0n
      let arrived = 0n
      for (const [at, worth] of worths.entries()) {
        arrived += worth
        const part = feesOfReceipt({ fees, landed, isLast: at === worths.length - 1, arrived, ordered })
        expect(part).toBeGreaterThanOrEqual(0n)
        landed += part
        expect(landed).toBeLessThanOrEqual(fees)
      }
      expect(landed).toBe(fees)
    }),
  )
})

test('[PO-01] the average cost is between the old and the new cost; a supplier return restores the old one', () => {
  const pieces = fc.integer({ min: 1, max: 1_000_000 })
  fc.assert(
    fc.property(
      pieces,
      fc.bigInt(0n, 10n ** 8n),
      pieces,
      fc.bigInt(0n, 10n ** 10n),
      (onHand, cost, quantity, value) => {
        const after = averageCost({ onHand, cost }, { quantity, value })
        const fresh = averageCost({ onHand: 0, cost: 0n }, { quantity, value })
        const [low, high] = cost < fresh ? [cost, fresh] : [fresh, cost]
        expect(after >= low - 1n && after <= high + 1n).toBe(true)
        const back = averageCost({ onHand: onHand + quantity, cost: after }, { quantity: -quantity, value: -value })
        // At most a ten-thousandth per piece is lost by rounding, spread over the remaining pieces.
        const lost = BigInt(Math.ceil((onHand + quantity) / onHand)) + 1n
        expect(back - cost <= lost && cost - back <= lost).toBe(true)
      },
    ),
  )
  expect(averageCost({ onHand: 100, cost: 60_000n }, { quantity: 50, value: 60_000n })).toBe(80_000n)
  expect(averageCost({ onHand: 0, cost: 60_000n }, { quantity: 3, value: 1_000n })).toBe(33_333n)
  expect(averageCost({ onHand: 5, cost: 60_000n }, { quantity: -5, value: -3_000n })).toBe(60_000n)
})
