import { expect, test } from 'vitest'
import { formatUnits } from './format-units.ts'

test('one unit is singular, also where it left', () => {
  expect([0, 1, -1, 2, 1200].map(formatUnits)).toEqual(['0 units', '1 unit', '-1 unit', '2 units', '1,200 units'])
})
