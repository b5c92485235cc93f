import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canMake, costByLine, costOfPart } from './production-costs.ts'

const total = fc.bigInt({ min: 0n, max: 10n ** 15n })

test('[KIT-01] disassembly in any steps returns exactly the cost that went in, to the smallest unit', () => {
  fc.assert(
    fc.property(
      total,
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 12 }),
      fc.array(fc.bigInt({ min: 0n, max: 10n ** 9n }), { minLength: 1, maxLength: 8 }),
      (cost, steps, costs) => {
        const quantity = steps.reduce((sum, step) => sum + step, 0)
        const lines = costs.map((one) => ({ per: 1, cost: one }))
        let before = 0
        let out = 0n
        for (const step of steps) {
          const part = costOfPart(cost, quantity, before, step)
          expect(part >= 0n).toBe(true)
          const shares = costByLine(lines, part)
          expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(part)
          out += part
          before += step
        }
        expect(out).toBe(cost)
      },
    ),
    { numRuns: 1000 },
  )
})

test('[KIT-01] the buildable quantity is limited by the scarcest components, which are named', () => {
  const parts = [
    { name: 'gauze', per: 4, available: 43 },
    { name: 'tape', per: 1, available: 10 },
    { name: 'scissors', per: 1, available: 99 },
  ]
  expect(canMake(parts)).toEqual({ count: 10, limits: [parts[0], parts[1]] })
  expect(canMake([])).toEqual({ count: 0, limits: [] })
  fc.assert(
    fc.property(
      fc.array(fc.record({ per: fc.integer({ min: 1, max: 99 }), available: fc.integer({ min: -5, max: 9999 }) }), {
        minLength: 1,
      }),
      (some) => {
        const { count, limits } = canMake(some)
        expect(some.every((part) => count * part.per <= Math.max(0, part.available))).toBe(true)
        expect(limits.length > 0 && limits.every((part) => (count + 1) * part.per > part.available)).toBe(true)
      },
    ),
  )
})
