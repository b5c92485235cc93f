import { daysBetween } from '#shared/dates.ts'
import { fiscalYearStart, type JournalFormat, maxJournalDays } from './journal-api.ts'

interface Days {
  from: string
  until: string
}

export const isOneFinancialYear = ({ from, until }: Days, fiscalMonth: number): boolean =>
  fiscalYearStart(from, fiscalMonth) === fiscalYearStart(until, fiscalMonth)

/** Why there is no such file for these days; null if there is one. Checked before, as a download can't show a refusal. */
export function whyNoJournalFile(format: JournalFormat, days: Days, fiscalMonth: number): string | null {
  if (days.until < days.from) return 'The period ends before it starts.'
  if (daysBetween(days.from, days.until) >= maxJournalDays) return `Choose at most ${maxJournalDays} days.`
  if (format === 'datev' && !isOneFinancialYear(days, fiscalMonth)) return 'Choose days of one financial year.'
  return null
}
