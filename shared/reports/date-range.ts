import { z } from 'zod'
import { addDays, daysBetween } from '#shared/dates.ts'
import { DateOnly } from '#shared/fields.ts'
import { formatDay } from '#shared/format-day.ts'
import { invalid } from '#shared/http/refusal.ts'

export const groupings = ['day', 'week', 'month', 'year'] as const
export type Grouping = (typeof groupings)[number]

/** Presets by name: the last so many days, or from the first sale to the last. */
export const rangePresets = ['7', '30', '90', '365', 'all'] as const
export type RangePreset = (typeof rangePresets)[number]

const earliest = '1900-01-01'
const latest = '2999-12-31'
/** The maximum number of periods of a chart or response. */
const maxPeriods = 1100
/** The longest range, in days, for each automatic grouping; years for longer ones. */
const chosenUpTo = { day: 31, week: 120, month: 1100 } as const
const shortest = { day: 1, week: 7, month: 28, year: 365 } as const satisfies Record<Grouping, number>

const Day = DateOnly.refine(
  (day) => day >= earliest && day <= latest,
  `must be between ${formatDay(earliest)} and ${formatDay(latest)}`,
)

/** The days of a report: a preset, or a start and an end (both included). The last 30 days by default. */
export const RangeQuery = z
  .strictObject({
    range: z.enum(rangePresets).optional(),
    start: Day.optional(),
    end: Day.optional(),
    groupBy: z.enum(groupings).optional(),
  })
  .superRefine(({ range, start, end }, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (start && end && start > end) refuse('end', 'is before the start')
    if (range && (start || end)) refuse('range', 'is not allowed with a start and an end')
  })
export type RangeQuery = z.output<typeof RangeQuery>

/** Days from the first to the last, both included. */
export interface DateSpan {
  start: string
  end: string
}

/** All days that a range can have. */
export const allDays: DateSpan = { start: earliest, end: latest }

export interface DateRange extends DateSpan {
  groupBy: Grouping
  /** The same number of days right before; null for all time. */
  previous: DateSpan | null
  /** The same days a year before; null for all time. */
  yearAgo: DateSpan | null
}

export const daysOf = ({ start, end }: DateSpan): number => daysBetween(start, end) + 1

/** The range and grouping of a query. `all`: the range for "all time"; null if there is no data. Throws INVALID. */
export function rangeOf(query: RangeQuery, today: string, all: DateSpan | null): DateRange {
  if (query.range === 'all' && all) {
    return { ...all, groupBy: groupingOf(all, query.groupBy), previous: null, yearAgo: null }
  }
  const days = Number(query.range) || 30
  const end = query.end ?? today
  const start = query.start ?? addDays(end, 1 - days)
  if (start > end) throw invalid('start', 'is in the future: enter an end as well')
  const span = { start, end }
  const length = daysOf(span)
  const previous = { start: addDays(start, -length), end: addDays(start, -1) }
  const yearAgo = { start: yearBefore(start), end: yearBefore(end) }
  return { ...span, groupBy: groupingOf(span, query.groupBy), previous, yearAgo }
}

/** The same day a year before; for 29 February, the day before that. */
function yearBefore(day: string): string {
  const before = `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${day.slice(4)}`
  return before.endsWith('-02-29') ? before.replace(/29$/, '28') : before
}

/** True if a grouping doesn't make too many periods. */
export const mayGroup = (span: DateSpan, groupBy: Grouping): boolean => daysOf(span) / shortest[groupBy] <= maxPeriods

/** The first day of the next period. */
function nextPeriod(day: string, groupBy: Grouping): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const date = (ofYear: number, ofMonth: number) =>
    `${String(ofYear).padStart(4, '0')}-${String(ofMonth).padStart(2, '0')}-01`
  if (groupBy === 'year') return date(year + 1, 1)
  if (groupBy === 'month') return month === 12 ? date(year + 1, 1) : date(year, month + 1)
  // 1900-01-01 was a Monday.
  return groupBy === 'day' ? addDays(day, 1) : addDays(day, 7 - (daysBetween(earliest, day) % 7))
}

/** The periods of a span, cut at its ends. */
export function periodsOf({ start, end, groupBy }: DateSpan & { groupBy: Grouping }): DateSpan[] {
  const periods: DateSpan[] = []
  for (let first = start; first <= end; ) {
    const next = nextPeriod(first, groupBy)
    const last = addDays(next, -1)
    periods.push({ start: first, end: last < end ? last : end })
    first = next
  }
  return periods
}

function groupingOf(span: DateSpan, wanted: Grouping | undefined): Grouping {
  const days = daysOf(span)
  if (!wanted) {
    if (days <= chosenUpTo.day) return 'day'
    if (days <= chosenUpTo.week) return 'week'
    return days <= chosenUpTo.month ? 'month' : 'year'
  }
  if (mayGroup(span, wanted)) return wanted
  throw invalid('groupBy', `has more than ${maxPeriods} periods: group by longer periods or shorten the range`)
}
