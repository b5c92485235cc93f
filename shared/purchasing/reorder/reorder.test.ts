import fc from 'fast-check'
import { expect, test } from 'vitest'
import { piecesOfCases, receivableOf } from '#shared/purchasing/orders/purchase-amounts.ts'
import { serviceFactor, suggest, suggestByForecast } from './reorder.ts'

const facts = {
  available: 100,
  waiting: 0,
  onOrder: 0,
  consumed: 900,
  leadTimeDays: 14,
  lowAt: 10,
  moq: null,
  pcsPerCase: 1,
}

test('[PO-01] suggests consumption of lead time plus cover, rounded up to the minimum order and whole cases', () => {
  // Ten a day for a lead time of 14 days plus 30 days of cover: 440.
  expect(suggest(facts, 30)).toEqual({
    position: 100,
    needed: 440,
    target: 440,
    isShort: true,
    missing: 340,
    quantity: 340,
  })
  expect(suggest({ ...facts, pcsPerCase: 100 }, 30).quantity).toBe(400)
  expect(suggest({ ...facts, moq: 1000, pcsPerCase: 300 }, 30).quantity).toBe(1200)
  expect(suggest({ ...facts, onOrder: 300 }, 30).missing).toBe(40)
  expect(suggest({ ...facts, onOrder: 340 }, 30)).toMatchObject({ isShort: false, quantity: 0 })
  expect(suggest({ ...facts, onOrder: 340, waiting: 25 }, 30).missing).toBe(25)
})

test('[PO-01] an item without consumption is reordered only to exceed its reorder point', () => {
  const idle = { ...facts, consumed: 0 }
  expect(suggest({ ...idle, available: 11 }, 30).quantity).toBe(0)
  expect(suggest({ ...idle, available: 10 }, 30).quantity).toBe(1)
  expect(suggest({ ...idle, available: 0, lowAt: 50 }, 30).quantity).toBe(51)
})

test('[PO-01] after ordering the suggested quantity, nothing more is suggested', () => {
  const pieces = fc.integer({ min: 0, max: 100_000 })
  const any = fc.record({
    available: pieces,
    waiting: pieces,
    onOrder: pieces,
    consumed: pieces,
    leadTimeDays: fc.integer({ min: 0, max: 200 }),
    lowAt: pieces,
    moq: fc.option(fc.integer({ min: 1, max: 5000 })),
    pcsPerCase: fc.integer({ min: 1, max: 1000 }),
  })
  fc.assert(
    fc.property(any, fc.integer({ min: 0, max: 365 }), (given, cover) => {
      const { quantity, missing } = suggest(given, cover)
      expect(quantity % given.pcsPerCase).toBe(0)
      expect(quantity).toBeGreaterThanOrEqual(missing)
      if (quantity > 0) expect(quantity).toBeGreaterThanOrEqual(given.moq ?? 1)
      expect(suggest({ ...given, onOrder: given.onOrder + quantity }, cover).quantity).toBe(0)
    }),
  )
})

test('[PO-01] suggests from the forecast: demand of lead time and cover, plus safety stock for the forecast error', () => {
  const weeks = Array.from({ length: 12 }, () => 70)
  // Ten a day for 44 days. The lead time of 14 days is half a month, so the safety stock is 1.645 × 40 × √½.
  const by = (serviceLevelPercent: number) => ({ coverDays: 30, serviceLevelPercent })
  expect(suggestByForecast(facts, by(95), { weeks, monthError: 40 })).toMatchObject({
    demand: 440,
    safetyStock: 47,
    reorderPoint: 140 + 47,
    needed: 487,
    target: 487,
    missing: 387,
    quantity: 387,
  })
  // 0 and 2.326 standard deviations.
  const stocks = [50, 99].map((level) => suggestByForecast(facts, by(level), { weeks, monthError: 40 }).safetyStock)
  expect(stocks).toEqual([0, 66])
  const exact = suggestByForecast({ ...facts, pcsPerCase: 100 }, by(95), { weeks, monthError: 0 })
  expect([exact.safetyStock, exact.missing, exact.quantity]).toEqual([0, 340, 400])
  expect(suggestByForecast(facts, by(95), { weeks: [0], monthError: 0 })).toMatchObject({
    needed: 0,
    target: 11,
    quantity: 0,
  })
})

test('service factors match the tables of the normal distribution', () => {
  const known = [50, 80, 84, 90, 95, 98, 99].map((level) => Number(serviceFactor(level).toFixed(3)))
  expect(known).toEqual([0, 0.842, 0.994, 1.282, 1.645, 2.054, 2.326])
})

test('converts cases to whole pieces, or to null', () => {
  expect(piecesOfCases('2', 12)).toBe(24)
  expect(piecesOfCases('2.25', 12)).toBe(27)
  expect(piecesOfCases('0.1', 12)).toBeNull()
  expect(piecesOfCases('0', 12)).toBeNull()
  expect(piecesOfCases('-1', 12)).toBeNull()
  expect(piecesOfCases('x', 12)).toBeNull()
  expect(piecesOfCases('1000000001', 1)).toBeNull()
})

test('the tolerance for over-delivery is in whole pieces, rounded down', () => {
  expect(receivableOf(100, 10)).toBe(110)
  expect(receivableOf(9, 10)).toBe(9)
  expect(receivableOf(9, 0)).toBe(9)
  expect(receivableOf(1_000_000_000, 100)).toBe(1_000_000_000)
})
