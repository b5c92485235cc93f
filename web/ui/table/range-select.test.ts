import { expect, test } from 'vitest'
import { between } from './range-select.ts'

test('(L7) selects the range in either direction, and only one row if the start row no longer exists', () => {
  const ids = ['a', 'b', 'c', 'd']
  expect(between(ids, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(between(ids, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(between(ids, 'c', 'c')).toEqual(['c'])
  expect(between(ids, 'gone', 'b')).toEqual(['b'])
})
