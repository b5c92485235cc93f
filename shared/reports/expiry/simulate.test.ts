import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceActions, promotion } from './actions.ts'
import { simulateLots } from './simulate.ts'

const steady = (quantity: number) => ({
  weeks: Array.from({ length: 12 }, () => quantity),
  firstDays: 7,
  history: Array.from({ length: 20 }, () => quantity),
})

test('a lot that demand sells in time has no risk; excess pieces expire for certain', () => {
  const lots = [
    { id: 'first', days: 28, quantity: 30 },
    { id: 'second', days: 56, quantity: 80 },
  ]
  // Ten a week: 30 are sold after three weeks, which leaves five weeks for the second lot.
  expect(simulateLots(lots, steady(10))).toEqual([
    { id: 'first', chance: 0, units: 0 },
    { id: 'second', chance: 1, units: expect.closeTo(30, 6) },
  ])
})

test('an expired lot takes no demand from later lots', () => {
  const lots = [
    { id: 'first', days: 7, quantity: 100 },
    { id: 'second', days: 21, quantity: 20 },
  ]
  const [first, second] = simulateLots(lots, steady(10))
  expect(first?.units).toBeCloseTo(90)
  expect(second).toEqual({ id: 'second', chance: 0, units: 0 })
})

test('without demand everything expires; a lot that expires today sells only today’s demand', () => {
  const none = { weeks: [0, 0], firstDays: 3, history: [] }
  expect(simulateLots([{ id: 'a', days: 90, quantity: 7 }], none)[0]).toMatchObject({
    chance: 1,
    units: expect.closeTo(7),
  })
  expect(simulateLots([{ id: 'a', days: 1, quantity: 7 }], steady(7))[0]?.units).toBeCloseTo(6)
})

test('risks are deterministic, between zero and the quantity, and fall with more demand', () => {
  const lot = fc.record({ days: fc.integer({ min: 0, max: 400 }), quantity: fc.integer({ min: 1, max: 1000 }) })
  const weeks = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(
      fc.array(lot, { minLength: 1, maxLength: 4 }),
      weeks,
      fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 60 }),
      (given, forecast, history) => {
        const lots = given.map((one, at) => ({ ...one, id: String(at) }))
        const demand = { weeks: forecast, firstDays: 7, history }
        const outcomes = simulateLots(lots, demand)
        expect(simulateLots(lots, demand)).toEqual(outcomes)
        for (const { id, chance, units } of outcomes) {
          expect(chance).toBeGreaterThanOrEqual(0)
          expect(chance).toBeLessThanOrEqual(1)
          expect(units).toBeLessThanOrEqual((lots[Number(id)]?.quantity ?? 0) + 1e-6)
        }
        const total = (all: typeof outcomes) => all.reduce((sum, { units }) => sum + units, 0)
        expect(total(simulateLots(lots, demand, 1.5))).toBeLessThanOrEqual(total(outcomes) + 0.5 * lots.length)
      },
    ),
    { numRuns: 40 },
  )
})

test('lists actions by savings, highest first, and always the write-off', () => {
  const facts = {
    quantity: 100,
    units: 40,
    unitsPromoted: 10,
    unitsWithout: (gone: number) => 40 - gone,
    price: 50_000,
    unitCost: 30_000,
    returnable: 25,
    usualQuantity: 20,
  }
  expect(priceActions(facts)).toEqual([
    { action: 'return', quantity: 25, units: 25, saved: 750_000 },
    // 30 more at four fifths of the price, less a fifth of the price of the 60 that would be sold anyway.
    { action: 'promote', quantity: 30, units: 30, saved: 600_000 },
    { action: 'offer', quantity: 10, units: 10, saved: 500_000 },
    { action: 'writeOff', quantity: 40, units: 40, saved: 0 },
  ])
  expect(priceActions({ ...facts, returnable: 0, usualQuantity: 0, unitsPromoted: 40 })).toEqual([
    { action: 'writeOff', quantity: 40, units: 40, saved: 0 },
  ])
})

test('no action claims to save more units or money than it prevents from expiring', () => {
  const count = (max: number) => fc.integer({ min: 0, max })
  const lot = fc.record({ days: count(120), quantity: fc.integer({ min: 1, max: 600 }) })
  fc.assert(
    fc.property(
      fc.array(lot, { minLength: 1, maxLength: 4 }),
      fc.array(count(60), { minLength: 1, maxLength: 12 }),
      fc.array(count(50), { maxLength: 60 }),
      count(400),
      count(400),
      (given, weeks, history, returnable, usualQuantity) => {
        const lots = given.map((one, at) => ({ ...one, id: String(at) }))
        const demand = { weeks, firstDays: 7, history }
        const left = (all: typeof lots, times = 1) =>
          simulateLots(all, demand, times).find(({ id }) => id === '0')?.units ?? 0
        const without = (gone: number) =>
          left(lots.map((one) => (one.id === '0' ? { ...one, quantity: one.quantity - gone } : one)))
        const units = left(lots)
        const actions = priceActions({
          quantity: lots[0]?.quantity ?? 0,
          units,
          unitsPromoted: left(lots, 1 + promotion.moreDemand),
          unitsWithout: without,
          price: 50_000,
          unitCost: 30_000,
          returnable,
          usualQuantity,
        })
        for (const { action, quantity, units: promised, saved } of actions) {
          if (action === 'writeOff') continue
          const after = action === 'promote' ? left(lots, 1 + promotion.moreDemand) : without(quantity)
          expect(promised).toBeLessThanOrEqual(units - after + 1e-6)
          expect(saved).toBeLessThanOrEqual((units - after) * 50_000 + 1e-3)
        }
      },
    ),
    { numRuns: 60 },
  )
})
