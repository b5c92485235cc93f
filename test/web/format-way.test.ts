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
])('[DRV-01] a way of %s metres is called %s; of one that is not known nothing is said', (metres, words) => {
  expect(formatWay(metres)).toBe(words)
})
