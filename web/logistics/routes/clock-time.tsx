import { useMemo } from 'react'
import { useSettings } from '#web/session/settings.ts'

/** Formats timestamps as the time of day in the company's time zone: "14:05". */
export function useClock(): (at: string | number) => string {
  const { timeZone } = useSettings()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone })
    return (at) => format.format(new Date(at))
  }, [timeZone])
}

/** A timestamp as the time of day; a dash if null. */
export function ClockTime({ at }: { at: string | null }) {
  const clock = useClock()
  if (at === null) return <span className="text-muted">–</span>
  return (
    <time dateTime={at} className="figures whitespace-nowrap">
      {clock(at)}
    </time>
  )
}

/** A delivery window: "08:00–10:00". */
export function WindowHours({ from, to }: { from: string; to: string }) {
  const clock = useClock()
  return (
    <span className="figures whitespace-nowrap">
      {clock(from)}–{clock(to)}
    </span>
  )
}
