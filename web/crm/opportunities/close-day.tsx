import type { OpportunityRow } from '#shared/crm/opportunities/api.ts'
import { formatDay } from '#shared/format-day.ts'

/** The day on which it is expected to close, and whether that is past. */
export function CloseDay({ row }: { row: Pick<OpportunityRow, 'expectedClose' | 'late'> }) {
  if (row.expectedClose === null) return <span className="text-muted">–</span>
  if (!row.late) return formatDay(row.expectedClose)
  return <span className="font-medium text-bad">{formatDay(row.expectedClose)} · late</span>
}
