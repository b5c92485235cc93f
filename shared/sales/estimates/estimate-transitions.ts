import { whyDeleted } from '#shared/http/why-deleted.ts'
import { formatDay } from '#shared/format-day.ts'
import { stateMachine } from '#shared/state-machine.ts'

export const estimateStatuses = ['Draft', 'Sent', 'Accepted', 'Converted', 'Declined', 'Expired', 'Cancelled'] as const
export type EstimateStatus = (typeof estimateStatuses)[number]

/** The state machine of estimates; they never reserve stock. */
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

/** The actions of users, in the order of the page. */
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
  /** Deleted records that a copy would refer to. */
  deleted: readonly string[]
  isRevised: boolean
  hasLink: boolean
}

/** A customer's answer to an estimate. */
export interface GivenAnswer {
  answer: 'accepted' | 'declined'
  name: string
  /** Its day in the company's time zone. */
  day: string
}

/** Why a customer can't answer by the mailed link now, in words for them; null if they can. */
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

/** Why an action on an estimate is not possible now; null if it is. The page and the server both use it. */
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
    return `The estimate is ${status === 'Draft' ? 'a draft' : status.toLowerCase()}.`
  }
  if ((action === 'send' || action === 'accept') && validUntil < today) return 'It has expired. Extend it or revise it.'
  if ((action === 'send' || action === 'convert') && !facts.accountActive) return inactiveCustomer
  return null
}

/** Estimates that await an answer, or have an order. */
const notDeletable: readonly EstimateStatus[] = ['Sent', 'Accepted', 'Converted']

/** Why an estimate can't be deleted, in words for the user; null if it can. */
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
