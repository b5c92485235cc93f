import { type Recall, recallStatusNames } from './recall.ts'

/* Why an action on a recall is not possible, in words for the user; null if it is. Buttons and refusals use the same text. */

/** For all actions on a recall: notifying, booking returns, closing it. */
export const whyRecallNotOpen = ({ number, status }: Pick<Recall, 'number' | 'status'>): string | null =>
  status === 'OPEN' ? null : `Recall ${number} is ${recallStatusNames[status].toLowerCase()}.`

/** For closing an open recall: everything that has to be done first. */
export const whyRecallNotClosed = ({ openPoints }: { openPoints: readonly string[] }): string | null =>
  openPoints.length > 0 ? openPoints.join(' ') : null
