import { useState } from 'react'
import { businessDate } from '#shared/dates.ts'
import { useSettings } from './settings.ts'

/** Today's date in the company's time zone, as of the last render. */
export function useToday(): string {
  const { timeZone } = useSettings()
  const [today] = useState(() => businessDate(new Date(), timeZone))
  return today
}
