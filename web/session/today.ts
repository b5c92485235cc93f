import { useState } from 'react'
import { businessDate } from '#shared/dates.ts'
import { useSettings } from './settings.ts'

/** The company's day, as it was when the page was drawn. */
export function useToday(): string {
  const { timeZone } = useSettings()
  const [today] = useState(() => businessDate(new Date(), timeZone))
  return today
}
