import { daysBetween } from '#shared/dates.ts'
import { useToday } from '#web/session/today.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Goods that expire within so many days are worth a second look at the label. */
const warningDays = 90

/** Asks to look twice where what arrives expires soon, or has expired; a date that is being typed says nothing. */
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
