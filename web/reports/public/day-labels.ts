import { addDays } from '#shared/dates.ts'
import { formatDay } from '#shared/format-day.ts'
import { formatShortDay } from '#shared/format-short-day.ts'
import { type DateSpan, daysOf, type Grouping } from '#shared/reports/date-range.ts'

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })

const whole = format({ dateStyle: 'medium' })
const month = format({ month: 'short', year: 'numeric' })

const momentOf = (day: string) => new Date(`${day}T00:00:00Z`)

/** 2026-11-21 → "21 Nov 2026" */
export const dayLabel = (day: string) => whole.format(momentOf(day))

/** "17 May – 15 Jun 2026" */
export const spanLabel = ({ start, end }: DateSpan) => whole.formatRange(momentOf(start), momentOf(end))

/** The label of a point in a chart; unique within a range. */
export function periodLabel(period: DateSpan, groupBy: Grouping, range: DateSpan): string {
  if (groupBy === 'year') return period.start.slice(0, 4)
  if (groupBy === 'month') return month.format(momentOf(period.start))
  const isOneYear = addDays(range.start, 365) > range.end
  return isOneYear ? formatShortDay(period.start, new Date().toISOString()) : formatDay(period.start)
}

export const groupingNames: Record<Grouping, string> = { day: 'Day', week: 'Week', month: 'Month', year: 'Year' }

/** "30 days" */
export function lengthLabel(span: DateSpan): string {
  const days = daysOf(span)
  return days === 1 ? 'day' : `${days.toLocaleString()} days`
}
