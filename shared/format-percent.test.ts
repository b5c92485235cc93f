import { expect, test } from 'vitest'
import { formatPercent, formatShare } from './format-percent.ts'

test('formats percentages with no space before the percent sign', () => {
  expect(formatPercent('7.5')).toBe('7.5%')
  expect([formatShare(0.8), formatShare(0.125, 1), formatShare(12)]).toEqual(['80%', '12.5%', '1,200%'])
})
