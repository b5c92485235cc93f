import type { OpportunityRow } from '#shared/crm/opportunities/api.ts'
import { businessDate } from '#shared/dates.ts'
import { formatDay } from '#shared/format-day.ts'
import { useSettings } from '#web/session/settings.ts'

const none = <span className="text-muted">–</span>

/** The expected closing date, highlighted if it is past. */
export function CloseDay({ row }: { row: Pick<OpportunityRow, 'expectedClose' | 'late'> }) {
  if (row.expectedClose === null) return none
  if (!row.late) return formatDay(row.expectedClose)
  return <span className="font-medium text-bad">{formatDay(row.expectedClose)} · late</span>
}

/** The date of winning or losing, in the company's time zone. */
export function ClosedDay({ row: { closedAt } }: { row: Pick<OpportunityRow, 'closedAt'> }) {
  const { timeZone } = useSettings()
  return closedAt === null ? none : formatDay(businessDate(new Date(closedAt), timeZone))
}
