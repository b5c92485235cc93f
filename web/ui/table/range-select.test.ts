import { expect, test } from 'vitest'
import { between } from './range-select.ts'

test('(L7) a range goes from either end to the other, and is one row where its beginning is gone', () => {
  const ids = ['a', 'b', 'c', 'd']
  expect(between(ids, 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(between(ids, 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(between(ids, 'c', 'c')).toEqual(['c'])
  expect(between(ids, 'gone', 'b')).toEqual(['b'])
})
