import { type Recall, recallStatusNames } from './recall.ts'

/* Why something of a recall is not open, in words for the user; null where it is. Buttons and refusals say the same. */

/** Of everything that is done about a recall: notifying, booking returns, ending it. */
export const whyRecallNotOpen = ({ number, status }: Pick<Recall, 'number' | 'status'>): string | null =>
  status === 'OPEN' ? null : `Recall ${number} is ${recallStatusNames[status].toLowerCase()}.`

/** Of closing one that is open: everything that is still to be done. */
export const whyRecallNotClosed = ({ openPoints }: { openPoints: readonly string[] }): string | null =>
  openPoints.length > 0 ? openPoints.join(' ') : null
