import { useEffect, useState } from 'react'

const steps = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })
const printed = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'medium' })

/** "just now", "5 min. ago", "yesterday"; the date if it is a week or more away. */
function describeMoment(moment: Date, now: Date) {
  const seconds = Math.round((moment.getTime() - now.getTime()) / 1000)
  if (Math.abs(seconds) >= 7 * 86_400) return day.format(moment)
  for (const [unit, size] of steps)
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit)
  return 'just now'
}

/** A relative time, with the exact time as its title. Printed, it is the exact time: "yesterday" is wrong tomorrow. */
export function RelativeTime({ at }: { at: string }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000)
    return () => clearInterval(timer)
  }, [])
  const moment = new Date(at)
  return (
    <time
      dateTime={at}
      title={exact.format(moment)}
      data-printed={printed.format(moment)}
      className="whitespace-nowrap"
    >
      {describeMoment(moment, now)}
    </time>
  )
}
