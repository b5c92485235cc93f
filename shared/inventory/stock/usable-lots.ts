import { daysBetween } from '#shared/dates.ts'

/** The facts of a lot that decide whether its pieces may be used. */
export interface LotFacts {
  lotStatus: string
  /** YYYY-MM-DD, the last day of use; null if it doesn't expire. */
  expiryDate: string | null
}

export interface UseRule {
  /** The day on which the goods should arrive. */
  expectedOn: string
  /** The shelf life that the customer requires on that day. */
  minShelfLifeDays: number
}

/** On hold, quarantined or recalled. */
export const isBlocked = ({ lotStatus }: Pick<LotFacts, 'lotStatus'>): boolean => lotStatus !== 'AVAILABLE'

/** True after the last day of use; that day itself is still valid. */
export const hasExpired = ({ expiryDate }: Pick<LotFacts, 'expiryDate'>, today: string): boolean =>
  expiryDate !== null && daysBetween(today, expiryDate) < 0

/**
 * May pieces of this lot be reserved, picked and sent? Only if it is neither blocked nor expired and is valid for long enough:
 * the product's first safety rule. server/kernel/usable-lots.ts has the same in SQL; a test compares them.
 */
export function mayUse(lot: LotFacts, { expectedOn, minShelfLifeDays }: UseRule): boolean {
  if (isBlocked(lot)) return false
  return lot.expiryDate === null || daysBetween(expectedOn, lot.expiryDate) >= minShelfLifeDays
}

/** For uses on a day without a required shelf life. */
export const onDay = (today: string): UseRule => ({ expectedOn: today, minShelfLifeDays: 0 })

/** The day on which an order's goods should arrive: the requested date, but not before today. */
export const arrivalDay = (requested: string | null, today: string): string =>
  requested !== null && requested > today ? requested : today

/** First expired first; without expiry last. */
export function byExpiry(a: Pick<LotFacts, 'expiryDate'>, b: Pick<LotFacts, 'expiryDate'>): number {
  if (a.expiryDate === b.expiryDate) return 0
  if (a.expiryDate === null) return 1
  return b.expiryDate === null ? -1 : -daysBetween(a.expiryDate, b.expiryDate)
}
