/** HH:MM in the sender's time zone. */
export const clockTime = (moment: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(new Date(moment))

/** "22 Nov 2026, 14:30" in the sender's time zone. */
export const dayAndTime = (moment: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(new Date(moment))
