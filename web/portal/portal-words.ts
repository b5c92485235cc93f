import { businessDate } from '#shared/dates.ts'
import { formatDay } from '#shared/format-day.ts'
import type { PortalEstimateRow } from '#shared/portal/estimates-api.ts'
import type { PortalHome } from '#shared/portal/home-api.ts'
import { clockTime, dayAndTime } from '#web/logistics/public/tracking-times.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { type Portal, useMayInPortal, usePortal } from './portal-context.ts'

/** Amounts as the portal shows them, on one line: "EUR 1,250.00". */
export function useMoney(): (amount: string) => string {
  const { currency } = usePortal().home
  return (amount) => `${currency}\u00a0${formatDecimalInput(amount, 2)}`
}

/** Whom a customer can ask for what they may not see; the office that looks at their portal has its own administrators. */
export const whoPermits = ({ account }: Portal['query'], seller = 'your supplier'): string =>
  account === undefined ? `an owner of your account or ${seller}` : 'an administrator'

/** Statuses of estimates as a customer calls them; only owners are told that it is they who answer. */
export function useEstimateStatusName(): (status: PortalEstimateRow['status']) => string {
  const mayAnswer = useMayInPortal('answerEstimate')
  return (status) => {
    if (status === 'Sent') return mayAnswer ? 'Awaiting your answer' : 'Awaiting an answer'
    return status === 'Converted' ? 'Ordered' : status
  }
}

/** "1 piece", "12 pieces". */
export const pieces = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'piece' : 'pieces'}`

/** When a delivery comes, by the company's clock and day. */
export function formatArrival(
  { today, timeZone }: Pick<PortalHome, 'today' | 'timeZone'>,
  eta: string | null,
  expectedDate: string | null,
  stopsBefore: number | null,
): string {
  const isToday = eta !== null && businessDate(new Date(eta), timeZone) === today
  const when = eta
    ? `Expected ${isToday ? `at ${clockTime(eta, timeZone)}` : dayAndTime(eta, timeZone)}`
    : expectedDate
      ? `${expectedDate < today ? 'Was expected' : 'Expected'} on ${formatDay(expectedDate)}`
      : 'On the road'
  return stopsBefore ? `${when}, ${stopsBefore} ${stopsBefore === 1 ? 'stop' : 'stops'} before you` : when
}
