import { businessDate } from '#shared/dates.ts'
import { formatDay } from '#shared/format-day.ts'
import type { PortalEstimateRow } from '#shared/portal/estimates-api.ts'
import type { PortalHome } from '#shared/portal/home-api.ts'
import { clockTime, dayAndTime } from '#web/logistics/public/tracking-times.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { type Portal, useMayInPortal, usePortal } from './portal-context.ts'

/** Formats amounts as the portal shows them, without line breaks: "EUR 1,250.00". */
export function useMoney(): (amount: string) => string {
  const { currency } = usePortal().home
  return (amount) => `${currency}\u00a0${formatDecimalInput(amount, 2)}`
}

/**
 * Who can grant a missing permission: for customers an owner or the supplier, for staff viewing the portal an
 * administrator.
 */
export const whoPermits = ({ account }: Portal['query'], seller = 'your supplier'): string =>
  account === undefined ? `an owner of your account or ${seller}` : 'an administrator'

/** The customer's names for estimate statuses; only owners are asked to answer. */
export function useEstimateStatusName(): (status: PortalEstimateRow['status']) => string {
  const mayAnswer = useMayInPortal('answerEstimate')
  return (status) => {
    if (status === 'Sent') return mayAnswer ? 'Awaiting your answer' : 'Awaiting an answer'
    return status === 'Converted' ? 'Ordered' : status
  }
}

/** "1 piece", "12 pieces". */
export const pieces = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'piece' : 'pieces'}`

/** The expected delivery time, in the company's time zone. */
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
