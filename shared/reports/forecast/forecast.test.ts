import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forecastMethodNames, forecastMethods } from './demand-methods.ts'
import { demandOfDays, forecastDemand, forecastWeeks } from './forecast.ts'

const repeat = (count: number, of: (at: number) => number) => Array.from({ length: count }, (_none, at) => of(at))
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

test('forecasts constant demand exactly, without error', () => {
  const { weeks, low, high, error, naive } = forecastDemand(repeat(60, () => 20))
  expect(weeks).toEqual(repeat(forecastWeeks, () => 20))
  expect([low, high]).toEqual([weeks, weeks])
  expect([error, naive]).toEqual([
    { wape: 0, bias: 0 },
    { wape: 0, bias: 0 },
  ])
})

test('forecasts yearly seasonality better than the naive method', () => {
  // High in the first half of the year, low in the second.
  const seasonal = repeat(52 * 4, (at) => (at % 52 < 26 ? 100 : 20))
  const { method, weeks, naive, error } = forecastDemand(seasonal)
  expect(['season', 'lastYear']).toContain(method)
  expect(weeks[0]).toBeGreaterThan(80)
  expect(error?.wape ?? 1).toBeLessThan(naive?.wape ?? 0)
})

test('treats demand in few weeks as intermittent and forecasts its mean, not the last month', () => {
  const lumpy = repeat(104, (at) => (at % 6 === 0 ? 60 : 0))
  const { intermittent, weeks, error, naive } = forecastDemand(lumpy)
  expect(intermittent).toBe(true)
  expect(total(weeks)).toBeGreaterThan(80)
  expect(total(weeks)).toBeLessThan(160)
  expect(error?.wape ?? 1).toBeLessThan(naive?.wape ?? 0)
})

test('forecasts close to zero for an item that has not sold for two years', () => {
  const gone = [...repeat(52, (at) => (at % 3 === 0 ? 30 : 0)), ...repeat(104, () => 0)]
  expect(total(forecastDemand(gone).weeks)).toBeLessThan(10)
})

test('returns a finite, non-negative forecast for empty, short, huge, negative and invalid histories', () => {
  const broken = fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -5)
  const week = fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: 50 }),
    fc.double({ min: 0, max: 1e12, noNaN: true }),
    broken,
  )
  fc.assert(
    fc.property(fc.array(week, { maxLength: 320 }), (history) => {
      const { weeks, low, high, error, monthError, tested } = forecastDemand(history)
      for (const values of [weeks, low, high]) {
        expect(values).toHaveLength(forecastWeeks)
        expect(values.every((value) => Number.isFinite(value) && value >= 0)).toBe(true)
      }
      expect(weeks.every((value, at) => (low[at] ?? 0) <= value && value <= (high[at] ?? 0))).toBe(true)
      expect(Number.isFinite(monthError)).toBe(true)
      expect(error === null).toBe(tested === 0)
      expect(error?.wape ?? 0).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 300 },
  )
})

test('in the back-test the chosen method is at least as good as the naive one, including bias', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 12, maxLength: 160 }), (history) => {
      const { error, naive } = forecastDemand(history)
      if (error?.wape == null || naive?.wape == null) return
      const score = ({ wape, bias }: typeof error) => (wape ?? 0) + Math.abs(bias ?? 0) / 2
      expect(score(error)).toBeLessThanOrEqual(score(naive) + 1e-9)
    }),
  )
})

test('every method forecasts twice as much for twice the demand', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 160 }), (history) => {
      for (const name of forecastMethodNames) {
        if (history.length < forecastMethods[name].needs) continue
        const { run } = forecastMethods[name]
        const once = run(history, forecastWeeks)
        const twice = run(
          history.map((value) => 2 * value),
          forecastWeeks,
        )
        for (const [at, value] of once.entries()) expect(twice[at]).toBeCloseTo(2 * value, 6)
      }
    }),
    { numRuns: 50 },
  )
})

test('demand of a number of days is a proportion of the weeks, then their mean beyond the horizon', () => {
  const weeks = repeat(forecastWeeks, (at) => at + 1)
  expect(demandOfDays(weeks, 0)).toBe(0)
  expect(demandOfDays(weeks, 7)).toBe(1)
  expect(demandOfDays(weeks, 10.5)).toBe(2)
  expect(demandOfDays(weeks, 84)).toBe(78)
  expect(demandOfDays(weeks, 91)).toBe(84.5)
})
