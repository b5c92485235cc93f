import { expect, test } from 'vitest'
import { gridLines } from './map-grid.ts'

test('[LOC-01] a map draws its grid at round degrees, named by their side', () => {
  expect(gridLines(-2.2, 2.4, 'latitude')).toEqual([
    { at: -2, words: '2° S' },
    { at: -1, words: '1° S' },
    { at: 0, words: '0°' },
    { at: 1, words: '1° N' },
    { at: 2, words: '2° N' },
  ])
  expect(gridLines(5.28, 5.33, 'longitude').map(({ words }) => words)).toEqual([
    '5.28° E',
    '5.29° E',
    '5.3° E',
    '5.31° E',
    '5.32° E',
    '5.33° E',
  ])
  expect(gridLines(-180, 180, 'longitude').map(({ at }) => at)).toEqual([-180, -90, 0, 90, 180])
})
