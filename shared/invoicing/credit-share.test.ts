import fc from 'fast-check'
import { expect, test } from 'vitest'
import { creditShare } from './credit-share.ts'

const lines = fc
  .record({ quantity: fc.integer({ min: 1, max: 1_000_000_000 }), net: fc.nat(1e12), tax: fc.nat(1e12) })
  .map(({ quantity, net, tax }) => ({ quantity, tax, total: net + tax }))

test('[RTN-01] the credits of all partial returns of a line add up to its total and tax, to the cent', () => {
  fc.assert(
    fc.property(lines, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }), (line, cuts) => {
      const steps = [...cuts.map((cut) => Math.floor(cut * line.quantity)).toSorted((a, b) => a - b), line.quantity]
      let before = 0
      const sum = { tax: 0, total: 0 }
      for (const step of steps) {
        const part = creditShare(line, before, step - before)
        expect(part.tax).toBeGreaterThanOrEqual(0)
        expect(part.total).toBeGreaterThanOrEqual(part.tax)
        sum.tax += part.tax
        sum.total += part.total
        before = step
      }
      expect(sum).toEqual({ tax: line.tax, total: line.total })
    }),
    { numRuns: 20_000 },
  )
})

test('splits 10 over three pieces as 3, 4 and 3', () => {
  const line = { quantity: 3, tax: 0, total: 10 }
  expect([0, 1, 2].map((before) => creditShare(line, before, 1).total)).toEqual([3, 4, 3])
})
