import type { Tracking } from './api.ts'

/* What a customer can no longer do by the link of a delivery, in words for them; null where they can. */

export const whyNotInstructed = ({ status }: Pick<Tracking, 'status'>): string | null =>
  status === 'DELIVERED' ? 'The goods are delivered.' : null

export const whyNotRescheduled = ({ status }: Pick<Tracking, 'status'>): string | null =>
  status === 'FAILED_DELIVERY' ? null : 'A new day can be chosen after a failed delivery only.'
