import { whyDeleted } from '#shared/http/why-deleted.ts'
import { formatDay } from '#shared/format-day.ts'
import { stateMachine } from '#shared/state-machine.ts'

export const estimateStatuses = ['Draft', 'Sent', 'Accepted', 'Converted', 'Declined', 'Expired', 'Cancelled'] as const
export type EstimateStatus = (typeof estimateStatuses)[number]

/** Every way an estimate's status may change; nothing of it ever promises stock. */
export const estimateTransitions = {
  send: { from: ['Draft', 'Sent'], to: 'Sent' },
  accept: { from: ['Sent'], to: 'Accepted' },
  decline: { from: ['Sent'], to: 'Declined' },
  expire: { from: ['Sent'], to: 'Expired' },
  cancel: { from: ['Draft', 'Sent', 'Accepted'], to: 'Cancelled' },
  convert: { from: ['Accepted'], to: 'Converted' },
} as const satisfies Record<string, { from: readonly EstimateStatus[]; to: EstimateStatus }>
export type EstimateTransition = keyof typeof estimateTransitions

export const estimateMachine = stateMachine<EstimateStatus, EstimateTransition>(
  estimateStatuses,
  'Draft',
  estimateTransitions,
)

/** What a user can do with an estimate, in the order in which the page offers it. */
export const estimateActions = {
  send: 'Send',
  convert: 'Convert to order',
  accept: 'Record acceptance',
  decline: 'Record decline',
  revise: 'Revise',
  edit: 'Edit',
  revoke: 'Revoke link',
  cancel: 'Cancel estimate',
} as const
export type EstimateAction = keyof typeof estimateActions
export const estimateActionNames = Object.keys(estimateActions) as [EstimateAction, ...EstimateAction[]]

export interface EstimateFacts {
  status: EstimateStatus
  validUntil: string
  today: string
  accountActive: boolean
  /** What a copy of it would name that is deleted. */
  deleted: readonly string[]
  isRevised: boolean
  hasLink: boolean
}

/** What a customer has answered to an estimate. */
export interface GivenAnswer {
  answer: 'accepted' | 'declined'
  name: string
  /** The company's day of it. */
  day: string
}

/** Why a customer can't answer by the mailed link now, in words for them; null where they can. */
export function whyNotAnswerable({
  status,
  validUntil,
  today,
  answer,
}: Pick<EstimateFacts, 'status' | 'validUntil' | 'today'> & { answer: GivenAnswer | null }): string | null {
  if (answer) return `This estimate was ${answer.answer} by ${answer.name} on ${formatDay(answer.day)} already.`
  if (status === 'Expired' || (status === 'Sent' && validUntil < today))
    return `This estimate was valid until ${formatDay(validUntil)}. Ask us for another.`
  return status === 'Sent' ? null : 'This estimate can no longer be answered. Ask us for another.'
}

const inactiveCustomer = 'The customer is inactive.'

/** Why something can't be done with an estimate now; null where it can. The page and the server ask the same. */
export function whyNotEstimate(action: EstimateAction | 'duplicate', facts: EstimateFacts): string | null {
  const { status, validUntil, today } = facts
  if (action === 'duplicate') return whyDeleted(facts.deleted) ?? (facts.accountActive ? null : inactiveCustomer)
  if (action === 'edit') return status === 'Draft' ? null : 'Already sent. Create a revision instead.'
  if (action === 'revise') {
    if (status === 'Draft') return 'It is a draft. Edit it instead.'
    if (status === 'Converted') return 'It has been converted to an order.'
    return facts.isRevised ? 'It has already been revised.' : whyDeleted(facts.deleted)
  }
  if (action === 'revoke') return facts.hasLink ? null : 'There is no active link.'
  if (estimateMachine.next(status, action) === null) {
    if (action === 'convert' && status === 'Sent') return 'The customer has not accepted it yet.'
    return `It is ${status.toLowerCase()}.`
  }
  if ((action === 'send' || action === 'accept') && validUntil < today) return 'It has expired. Extend it or revise it.'
  if ((action === 'send' || action === 'convert') && !facts.accountActive) return inactiveCustomer
  return null
}

/** What somebody waits for, or an order has come of. */
const notDeletable: readonly EstimateStatus[] = ['Sent', 'Accepted', 'Converted']

/** Why an estimate can't be deleted, in words for the user; null where it can. */
export const whyEstimateNotDeletable = ({
  number,
  status,
}: {
  number: string
  status: EstimateStatus
}): string | null =>
  notDeletable.includes(status) ? `Estimate ${number} is ${status.toLowerCase()}. Cancel it first.` : null

/** Estimates that the customer does not see: not offered yet, or taken back. */
export const unofferedEstimates: readonly EstimateStatus[] = ['Draft', 'Cancelled']
/** Estimates that may still become an order. */
export const openEstimates: readonly EstimateStatus[] = ['Draft', 'Sent', 'Accepted']
