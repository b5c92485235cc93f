import type { ReactNode } from 'react'
import { periodsApi } from '#shared/accounting/periods-api.ts'
import { addDays } from '#shared/dates.ts'
import { formatDay } from '#shared/format-day.ts'
import { isGivenUp } from '#web/api/missing-parts.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { ReadError } from './read-error.tsx'

/** Props for a posting date field: days in closed periods can't be chosen, and the help text says why. */
export function usePostingDate(): { min?: string; help?: ReactNode } {
  const lock = useApiQuery(periodsApi.getPeriodLock, {}, { untold: true })
  if (isGivenUp(lock)) return { help: <ReadError read={lock}>Closed periods could not be loaded.</ReadError> }
  const closedUntil = lock.data?.closedUntil
  if (!closedUntil) return {}
  return { min: addDays(closedUntil, 1), help: `Books are closed up to ${formatDay(closedUntil)}.` }
}
