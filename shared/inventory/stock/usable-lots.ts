import { daysBetween } from '#shared/dates.ts'

/** What of a lot decides whether its pieces may be used. */
export interface LotFacts {
  lotStatus: string
  /** YYYY-MM-DD, the last day of use; null where it doesn't expire. */
  expiryDate: string | null
}

export interface UseRule {
  /** The day on which the goods should arrive. */
  expectedOn: string
  /** Shelf life that the customer asks to be left on that day. */
  minShelfLifeDays: number
}

/** Somebody keeps it back: it is on hold, quarantined or recalled. */
export const isBlocked = ({ lotStatus }: Pick<LotFacts, 'lotStatus'>): boolean => lotStatus !== 'AVAILABLE'

/** Its last day of use is over; that day itself counts. */
export const hasExpired = ({ expiryDate }: Pick<LotFacts, 'expiryDate'>, today: string): boolean =>
  expiryDate !== null && daysBetween(today, expiryDate) < 0

/**
 * May pieces of this lot be promised, picked and sent? Only what is neither blocked nor expired and is good for long enough:
 * the product's first rule of safety. server/kernel/usable-lots.ts says the same in SQL; a test compares them.
 */
export function mayUse(lot: LotFacts, { expectedOn, minShelfLifeDays }: UseRule): boolean {
  if (isBlocked(lot)) return false
  return lot.expiryDate === null || daysBetween(expectedOn, lot.expiryDate) >= minShelfLifeDays
}

/** For uses of a day that ask for no shelf life beyond it. */
export const onDay = (today: string): UseRule => ({ expectedOn: today, minShelfLifeDays: 0 })

/** The day on which an order's goods should arrive: the one that was asked for, but not before today. */
export const arrivalDay = (requested: string | null, today: string): string =>
  requested !== null && requested > today ? requested : today

/** First expiring first; what doesn't expire last. */
export function byExpiry(a: Pick<LotFacts, 'expiryDate'>, b: Pick<LotFacts, 'expiryDate'>): number {
  if (a.expiryDate === b.expiryDate) return 0
  if (a.expiryDate === null) return 1
  return b.expiryDate === null ? -1 : -daysBetween(a.expiryDate, b.expiryDate)
}
