import { expect, test } from 'vitest'
import { expectedWords } from './audit-values.ts'

test('[INV-07] an audit line shows the expected quantity and location, and how much of it is in transit', () => {
  expect(expectedWords({ expected: 1200, inTransit: 0 }, null)).toBe('1,200 expected')
  expect(expectedWords({ expected: 12, inTransit: 1 }, 'North, lot A1')).toBe(
    '12 expected at North, lot A1. 1 of them is in transit: count them as well.',
  )
  expect(expectedWords({ expected: 12, inTransit: 5 }, null)).toBe(
    '12 expected. 5 of them are in transit: count them as well.',
  )
})
