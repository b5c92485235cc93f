import { expect, test } from 'vitest'
import { gridLines, marksApart } from './map-grid.ts'

test('[LOC-01] the map grid is at round degrees, labelled with N, S, E or W', () => {
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

test('[LOC-01] on a narrow map, degree labels are shown only where they do not overlap', () => {
  const shown = (xs: number[], end = 300) =>
    marksApart(
      xs.map((x) => ({ x })),
      60,
      end,
    ).map(({ x }) => x)
  expect(shown([-10, 10, 60, 75, 130, 190])).toEqual([10, 75, 190])
  expect(shown([0, 60, 120, 240])).toEqual([0, 60, 120])
  expect(shown([0, 60, 120, 239])).toEqual([0, 60, 120, 239])
})
