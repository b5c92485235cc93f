import type { RetentionSummary } from '#shared/retention/candidates-api.ts'
import { whyNotRun } from '#shared/retention/messages-api.ts'
import { maxCounted } from '#shared/http/paging.ts'

export const messages = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'message' : 'messages'}`
export const customers = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'customer' : 'customers'}`

/** The confirmation of "Run now": how many customers are messaged and held out, with "at least" if not all were counted. */
export function runQuestion({ ready, toHoldOut: heldOut, isMore, isEmailSetUp }: RetentionSummary) {
  const atLeast = isMore ? 'at least ' : ''
  const willMessage = ready > 0 || isMore
  const sentences = [
    willMessage && 'Each gets the message shown under Candidates, once.',
    heldOut > 0 &&
      `${isMore ? 'At least ' : ''}${customers(heldOut)} held out for comparison ${heldOut === 1 ? 'gets' : 'get'} no message.`,
    isMore && `Only the first ${maxCounted.toLocaleString()} candidates were counted.`,
    willMessage && !isEmailSetUp && 'No mail server is set up: emails will be logged as Failed.',
  ]
  return {
    /** Null if there are candidates, or not all were counted. */
    whyNot: isMore ? null : whyNotRun({ ready, heldOut }),
    title:
      ready > 0
        ? `Message ${atLeast}${customers(ready)}?`
        : willMessage
          ? 'Message all customers who are ready?'
          : `Hold out ${customers(heldOut)}?`,
    text: sentences.filter(Boolean).join(' '),
    label: willMessage ? 'Send messages' : 'Hold out',
  }
}
