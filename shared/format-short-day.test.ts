import { expect, test } from 'vitest'
import { formatShortDay, formatShortMoment } from './format-short-day.ts'

test('shows the year of a day only if it is not the current year', () => {
  expect(formatShortDay('2026-12-31', '2026-11-25')).toBe('31 Dec')
  expect(formatShortDay('2027-01-04', '2026-11-25')).toBe('4 Jan 2027')
})

test('shows the year of a date and time only if it is not the current year in the company’s time zone', () => {
  const now = new Date('2026-12-31T12:00:00Z')
  const moment = new Date('2026-12-31T23:30:00Z')
  expect(formatShortMoment(moment, 'UTC', now)).toBe('31 Dec, 23:30')
  expect(formatShortMoment(moment, 'Europe/Paris', now)).toBe('1 Jan 2027, 00:30')
})
