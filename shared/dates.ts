/** Creating a DateTimeFormat costs a hundred times as much as using it, so they are cached. */
const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** The business date (YYYY-MM-DD) of a timestamp in a time zone. */
export function businessDate(moment: Date, timeZone: string): string {
  let format = dayFormats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    dayFormats.set(timeZone, format)
  }
  return format.format(moment)
}

/** Adds days to a YYYY-MM-DD date, without time zones; the result is at most the calendar's last day. */
export function addDays(date: string, days: number): string {
  const moment = new Date(`${date}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + days)
  if (moment.getUTCFullYear() > 9999) return '9999-12-31'
  return moment.toISOString().slice(0, 10)
}

/** Days from one date to another; negative when `to` lies before. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}

export const isTimeZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
