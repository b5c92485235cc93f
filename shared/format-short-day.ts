import { businessDate } from './dates.ts'
import { formatDay } from './format-day.ts'

const dayOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** A short business date: "21 Nov", with the year if it isn't the current one. */
export const formatShortDay = (date: string, today: string) =>
  date.slice(0, 4) === today.slice(0, 4) ? dayOfYear.format(new Date(`${date}T00:00:00Z`)) : formatDay(date)

/** A short date and time: "21 Nov, 14:30", with the year if it isn't the current one. */
export function formatShortMoment(moment: Date, timeZone: string, now = new Date()): string {
  const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone })
  return `${formatShortDay(businessDate(moment, timeZone), businessDate(now, timeZone))}, ${clock.format(moment)}`
}
