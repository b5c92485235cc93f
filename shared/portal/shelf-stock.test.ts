import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lotsLeft, topUpOf } from './shelf-stock.ts'

const pieces = (max: number) => fc.integer({ min: 0, max })
const lacking = fc.record({
  par: fc.integer({ min: 1, max: 5000 }),
  counted: pieces(6000),
  onOrder: pieces(3000),
  packSize: fc.integer({ min: 1, max: 200 }),
  minimum: fc.option(fc.integer({ min: 1, max: 1000 })),
})

test('[CUS-01] a top-up is the smallest number of whole packs that reaches the par level and the minimum', () => {
  fc.assert(
    fc.property(lacking, (one) => {
      const { par, counted, onOrder, packSize, minimum } = one
      const quantity = topUpOf(one)
      const missing = par - counted - onOrder
      expect(quantity % packSize).toBe(0)
      if (missing <= 0) expect(quantity).toBe(0)
      if (missing <= 0) return
      expect(quantity).toBeGreaterThanOrEqual(minimum ?? 0)
      expect(counted + onOrder + quantity).toBeGreaterThanOrEqual(par)
      expect(quantity - packSize).toBeLessThan(Math.max(missing, minimum ?? 0))
    }),
  )
})

const day = fc.option(fc.integer({ min: 10, max: 28 }).map((one) => `2027-01-${one}`))
const lots = fc.array(
  fc.record({ lotNumber: fc.constant('L'), expiryDate: day, quantity: fc.integer({ min: 1, max: 90 }) }),
)

test('[CUS-01] the lots left on a shelf are those that expire last, with at most the delivered quantity', () => {
  fc.assert(
    fc.property(lots, pieces(400), (delivered, counted) => {
      const left = lotsLeft(delivered, counted)
      const sum = (rows: typeof left) => rows.reduce((total, row) => total + row.quantity, 0)
      expect(sum(left)).toBe(Math.min(counted, sum(delivered)))
      // Piece by piece, equal to the last of all delivered pieces.
      const days = (rows: typeof left) =>
        rows.flatMap((row) => Array.from({ length: row.quantity }, () => row.expiryDate ?? 'never')).toSorted()
      expect(days(left)).toEqual(days(delivered).slice(-sum(left) || Number.POSITIVE_INFINITY))
    }),
  )
})
