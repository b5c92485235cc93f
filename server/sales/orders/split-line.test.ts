import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitLine } from './split-line.ts'

const line = fc
  .record({
    quantity: fc.integer({ min: 1, max: 1_000_000 }),
    total: fc.integer({ min: 0, max: 1_000_000_000_000 }),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
    rate: fc.double({ min: 0, max: 1, noNaN: true }),
    picked: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ quantity, total, part, rate, picked }) => {
    const discount = Math.floor(total * part)
    const whole = { quantity, total, discount, tax: Math.floor((total - discount) * rate) }
    return { whole, picked: Math.floor(quantity * picked) }
  })

test('[SO-01] both parts of a split line add up to the whole, to the smallest unit, and neither is negative (B15)', () => {
  fc.assert(
    fc.property(line, ({ whole, picked }) => {
      const { now, later } = splitLine(whole, picked)
      for (const name of ['quantity', 'total', 'discount', 'tax'] as const) {
        expect(now[name] + later[name]).toBe(whole[name])
        expect(Math.min(now[name], later[name])).toBeGreaterThanOrEqual(0)
      }
      for (const half of [now, later]) expect(half.discount).toBeLessThanOrEqual(half.total)
      if (picked === 0) expect(now).toEqual({ quantity: 0, total: 0, discount: 0, tax: 0 })
    }),
    { numRuns: 20_000 },
  )
})
