import { useMemo } from 'react'
import { useSettings } from '#web/session/settings.ts'

/** Formats timestamps as the time of day in the company's time zone: "14:05". */
export function useClockTime(): (at: string) => string {
  const { timeZone } = useSettings()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone })
    return (at) => format.format(new Date(at))
  }, [timeZone])
}
