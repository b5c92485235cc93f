const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** Formats a business date (YYYY-MM-DD): "21 Nov 2026". It has no time zone. */
export const formatDay = (date: string) => day.format(new Date(`${date}T00:00:00Z`))
