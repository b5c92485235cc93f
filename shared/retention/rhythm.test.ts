import fc from 'fast-check'
import { expect, test } from 'vitest'
import { median, productRhythm, usualRhythm } from './rhythm.ts'

const days = fc.uniqueArray(fc.integer({ min: 0, max: 720 }), { minLength: 4, maxLength: 30 })
const gapsOf = (given: readonly number[]) => {
  const sorted = given.toSorted((a, b) => a - b)
  return sorted.slice(1).map((day, at) => day - (sorted[at] ?? day))
}

test('fewer than four order days have no rhythm; two orders on one day count once', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 720 }), { maxLength: 3 }), (few) => {
      expect(productRhythm([...few, ...few])).toBeNull()
    }),
  )
})

test('the rhythm is between the shortest and longest interval, whatever the order and start of the days', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: -1000, max: 1000 }), (given, shift) => {
      const rhythm = productRhythm(given) ?? Number.NaN
      const gaps = gapsOf(given)
      expect(rhythm).toBeGreaterThanOrEqual(Math.min(...gaps))
      expect(rhythm).toBeLessThanOrEqual(Math.max(...gaps))
      expect(productRhythm(given.toReversed())).toBe(rhythm)
      expect(productRhythm(given.map((day) => day + shift))).toBe(rhythm)
    }),
  )
})

test('a single pause of any length does not change a steady rhythm', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 4, max: 12 }),
      fc.integer({ min: 1, max: 10 }),
      fc.integer({ min: 0, max: 600 }),
      (every, count, at, pause) => {
        const steady = Array.from({ length: count }, (_, index) => index * every)
        const broken = steady.map((day, index) => (index >= Math.min(at, count - 1) ? day + pause : day))
        expect(productRhythm(broken)).toBe(every)
      },
    ),
  )
})

test('half of the values are at or below the median and half at or above, apart from rounding', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 40 }), (values) => {
      const middle = median(values) ?? Number.NaN
      expect(values.filter((one) => one <= middle).length).toBeGreaterThanOrEqual(values.length / 2)
      expect(values.filter((one) => one >= middle - 1).length).toBeGreaterThanOrEqual(values.length / 2)
    }),
  )
})

test('a customer’s rhythm is the median of the product rhythms; one outlier does not change it', () => {
  const steady = (every: number) => [0, 1, 2, 3, 4].map((at) => at * every)
  expect(usualRhythm([steady(14), steady(14), steady(365)])).toBe(14)
  expect(usualRhythm([steady(14), [0, 5, 9]])).toBe(14)
  expect(usualRhythm([[0, 5, 9]])).toBeNull()
})
