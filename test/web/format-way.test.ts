import { expect, test } from 'vitest'
import { formatWay } from '#web/logistics/public/format-way.ts'

test.each([
  [null, null],
  [0, null],
  [10, '50\u00a0m'],
  [130, '150\u00a0m'],
  [960, '1.0\u00a0km'],
  [9_460, '9.5\u00a0km'],
  [9_960, '10\u00a0km'],
  [12_400, '12\u00a0km'],
])('[DRV-01] a distance of %s metres is shown as %s; zero or unknown shows nothing', (metres, words) => {
  expect(formatWay(metres)).toBe(words)
})
