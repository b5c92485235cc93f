import { daysBetween } from '#shared/dates.ts'
import { useToday } from '#web/session/today.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Lots that expire within this many days get a warning on receipt. */
const warningDays = 90

/** Warns if received goods expire soon or have expired; shows nothing until the date is complete. */
export function ExpiryPrompt({ date, lot }: { date: string; lot?: string }) {
  const today = useToday()
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(date)) return null
  const left = daysBetween(today, date)
  if (left > warningDays) return null
  return left < 0 ? (
    <Notice tone="warn" title={lot ? `Lot ${lot} has expired` : 'This lot has expired'}>
      It can be received but not reserved or sold. Check the label.
    </Notice>
  ) : (
    <Notice tone="warn" title={`${lot ? `Lot ${lot}` : 'It'} expires in ${left === 1 ? '1 day' : `${left} days`}`}>
      Check the label. Customers who require a longer shelf life won’t receive it.
    </Notice>
  )
}
