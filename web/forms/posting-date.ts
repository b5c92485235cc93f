import { periodsApi } from '#shared/accounting/periods-api.ts'
import { addDays } from '#shared/dates.ts'
import { useApiQuery } from '#web/api/query.ts'
import { formatDay } from '#shared/format-day.ts'

/** For the field of a day on which something is posted: days of closed periods can't be chosen, and the field says why. */
export function usePostingDate(): { min?: string; help?: string } {
  const { data } = useApiQuery(periodsApi.getPeriodLock, {}, { untold: true })
  const closedUntil = data?.closedUntil
  if (!closedUntil) return {}
  return { min: addDays(closedUntil, 1), help: `Books are closed up to ${formatDay(closedUntil)}.` }
}
