import { useSettings } from '#web/session/settings.ts'

/** When a schedule runs, in the company's time zone, as the time of the schedule is. */
export function RunTime({ at }: { at: string }) {
  const { timeZone } = useSettings()
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(at))
}
