import { expect, test } from 'vitest'
import { compareNames } from './natural-order.ts'

test('sorts names by the numbers in them, not digit by digit, ignoring case', () => {
  const names = ['size 100', 'Bay 3', 'size 10', 'Size 2', 'bay 12', 'size 1', 'Élan', 'Filter']
  expect(names.toSorted(compareNames)).toEqual([
    'Bay 3',
    'bay 12',
    'Élan',
    'Filter',
    'size 1',
    'Size 2',
    'size 10',
    'size 100',
  ])
})
