import { expect, test } from 'vitest'
import { formatShortDay, formatShortMoment } from './format-short-day.ts'

test('a day of another year than today’s shows its year', () => {
  expect(formatShortDay('2026-12-31', '2026-11-25')).toBe('31 Dec')
  expect(formatShortDay('2027-01-04', '2026-11-25')).toBe('4 Jan 2027')
})

test('so does a moment, by the year where the company is', () => {
  const now = new Date('2026-12-31T12:00:00Z')
  const moment = new Date('2026-12-31T23:30:00Z')
  expect(formatShortMoment(moment, 'UTC', now)).toBe('31 Dec, 23:30')
  expect(formatShortMoment(moment, 'Europe/Paris', now)).toBe('1 Jan 2027, 00:30')
})
