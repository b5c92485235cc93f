/** Aging buckets of open invoices, by days overdue. */
export const ageBuckets = ['not-due', '1-30', '31-60', '61-90', 'over-90'] as const
export type AgeBucket = (typeof ageBuckets)[number]

export const ageNames: Record<AgeBucket, string> = {
  'not-due': 'Not due',
  '1-30': '1–30 days',
  '31-60': '31–60 days',
  '61-90': '61–90 days',
  'over-90': 'Over 90 days',
}

/** The first and last day overdue of each bucket; null is unbounded. */
export const ageDays: Record<AgeBucket, readonly [from: number | null, to: number | null]> = {
  'not-due': [null, 0],
  '1-30': [1, 30],
  '31-60': [31, 60],
  '61-90': [61, 90],
  'over-90': [91, null],
}
