import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#shared/dates.ts'
import { allocate, type Place } from './allocate.ts'
import { mayUse } from './usable-lots.ts'

const today = '2026-06-15'
const place: fc.Arbitrary<Place> = fc.record({
  itemId: fc.constant('item'),
  locationId: fc.constantFrom('loc-a', 'loc-b'),
  lotId: fc.uuid(),
  lotStatus: fc.constantFrom('AVAILABLE', 'AVAILABLE', 'AVAILABLE', 'ON_HOLD', 'QUARANTINED', 'RECALLED'),
  expiryDate: fc.option(fc.integer({ min: -60, max: 400 }).map((days) => addDays(today, days))),
  available: fc.integer({ min: 0, max: 50 }),
  isHome: fc.boolean(),
})
const rule = fc.record({ expectedOn: fc.constant(today), minShelfLifeDays: fc.constantFrom(0, 30, 180) })

describe('FEFO allocation (first expired, first out)', () => {
  test('takes the quantity or reports the shortage, only from usable lots, earliest expiry first', () => {
    fc.assert(
      fc.property(
        fc.array(place, { maxLength: 12 }),
        fc.integer({ min: 1, max: 300 }),
        rule,
        (places, quantity, terms) => {
          const { taken, short } = allocate(places, quantity, terms)
          const fit = places.filter((one) => mayUse(one, terms))
          const total = fit.reduce((sum, one) => sum + one.available, 0)
          expect(short).toBe(Math.max(0, quantity - total))
          expect(taken.reduce((sum, one) => sum + one.quantity, 0)).toBe(quantity - short)
          for (const one of taken) {
            expect(one.quantity).toBeGreaterThan(0)
            expect(one.quantity).toBeLessThanOrEqual(one.place.available)
            expect(fit).toContain(one.place)
          }
          // No usable lot that expires earlier has pieces left while a later one was taken.
          const latest = taken.at(-1)?.place.expiryDate ?? '9999-12-31'
          const takenOf = new Map(taken.map((one) => [one.place, one.quantity]))
          for (const one of fit) {
            if (taken.length > 0 && (one.expiryDate ?? '9999-12-31') < latest)
              expect(takenOf.get(one) ?? 0).toBe(one.available)
          }
        },
      ),
      { numRuns: 3000 },
    )
  })

  test('does not depend on the order of the input', () => {
    fc.assert(
      fc.property(
        fc.array(place, { maxLength: 10 }),
        fc.integer({ min: 1, max: 200 }),
        rule,
        (places, quantity, terms) => {
          const view = (list: Place[]) =>
            allocate(list, quantity, terms).taken.map((one) => [one.place.lotId, one.quantity])
          expect(view([...places].toReversed())).toEqual(view(places))
        },
      ),
    )
  })

  test('the expiry date is the last day on which a lot may be used', () => {
    const lot = { lotStatus: 'AVAILABLE', expiryDate: '2026-07-15' }
    expect(mayUse(lot, { expectedOn: '2026-07-15', minShelfLifeDays: 0 })).toBe(true)
    expect(mayUse(lot, { expectedOn: '2026-07-16', minShelfLifeDays: 0 })).toBe(false)
    expect(mayUse(lot, { expectedOn: '2026-06-15', minShelfLifeDays: 30 })).toBe(true)
    expect(mayUse(lot, { expectedOn: '2026-06-16', minShelfLifeDays: 30 })).toBe(false)
  })
})
