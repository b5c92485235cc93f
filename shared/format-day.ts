const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** A business date (YYYY-MM-DD) as people read it: "21 Nov 2026". A day has no time zone of its own. */
export const formatDay = (date: string) => day.format(new Date(`${date}T00:00:00Z`))
