import { daysBetween } from '#shared/dates.ts'
import { useToday } from '#web/session/today.ts'
import { Badge } from '#web/ui/badge.tsx'
import { formatDay } from '#shared/format-day.ts'

/** Lots that expire within this many days get a warning. */
const warningDays = 90

/** The expiry date of a lot, marked if past or near; pass `showExpired` as false if a badge says already that it has expired. */
export function ExpiryDate({ date, showExpired = true }: { date: string | null; showExpired?: boolean }) {
  const today = useToday()
  if (date === null) return <span className="text-muted">–</span>
  const left = daysBetween(today, date)
  return (
    <span className="inline-flex items-center gap-2">
      {formatDay(date)}
      {left < 0 && showExpired && <Badge tone="bad">Expired</Badge>}
      {left >= 0 && left <= warningDays && <Badge tone="warn">{left === 1 ? '1 day left' : `${left} days left`}</Badge>}
    </span>
  )
}
