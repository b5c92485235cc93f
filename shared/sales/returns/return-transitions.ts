import type { Right } from '#shared/http/route.ts'
import { whyLent } from '#shared/inventory/stock/why-lent.ts'
import { stateMachine, wrongStatus } from '#shared/state-machine.ts'

export const returnStatuses = [
  'Requested',
  'Approved',
  'Received',
  'Inspected',
  'Completed',
  'Rejected',
  'Cancelled',
] as const
export type ReturnStatus = (typeof returnStatuses)[number]

/** The state machine of returns. An inspection can be corrected until the return is completed. */
export const returnTransitions = {
  approve: { from: ['Requested'], to: 'Approved' },
  reject: { from: ['Requested'], to: 'Rejected' },
  receive: { from: ['Approved'], to: 'Received' },
  inspect: { from: ['Received', 'Inspected'], to: 'Inspected' },
  complete: { from: ['Inspected'], to: 'Completed' },
  cancel: { from: ['Requested', 'Approved'], to: 'Cancelled' },
} as const satisfies Record<string, { from: readonly ReturnStatus[]; to: ReturnStatus }>
export type ReturnTransition = keyof typeof returnTransitions

export const returnMachine = stateMachine<ReturnStatus, ReturnTransition>(
  returnStatuses,
  'Requested',
  returnTransitions,
)

const edit = 'invoices.edit' satisfies Right

/** The actions of users, in the order of the page. */
export const returnActions = {
  approve: { label: 'Approve', right: edit, kind: 'forward' },
  receive: { label: 'Receive goods', right: edit, kind: 'forward' },
  inspect: { label: 'Inspect', right: edit, kind: 'forward' },
  complete: { label: 'Complete', right: edit, kind: 'forward' },
  reject: { label: 'Reject', right: edit, kind: 'danger' },
  cancel: { label: 'Cancel return', right: edit, kind: 'danger' },
} as const satisfies Record<ReturnTransition, { label: string; right: Right; kind: 'forward' | 'danger' }>

/**
 * Why a transition is not possible, in words for the user; null if it is. `lent` is the goods' location, if it has been lent to
 * a customer since.
 */
export function whyReturnNotOpen(
  move: ReturnTransition,
  status: ReturnStatus,
  lent: string | null = null,
): string | null {
  if (!returnMachine.next(status, move)) return wrongStatus('return', status, returnTransitions[move].from)
  return move === 'complete' && lent !== null ? whyLent([lent], completeLent) : null
}
export const completeLent = 'Complete the return'

/** Returns without goods: the same goods can be returned again. */
export const droppedReturns: readonly ReturnStatus[] = ['Rejected', 'Cancelled']

export const returnReasons = [
  'damaged',
  'wrong_item',
  'quality',
  'expired',
  'recalled',
  'not_needed',
  'refused',
  'other',
] as const
export type ReturnReason = (typeof returnReasons)[number]
export const returnReasonNames: Record<ReturnReason, string> = {
  damaged: 'Damaged',
  wrong_item: 'Wrong item',
  quality: 'Quality complaint',
  expired: 'Expired or too short-dated',
  recalled: 'Recalled',
  not_needed: 'No longer needed',
  refused: 'Refused at the door',
  other: 'Other',
}

/** The disposition of returned goods. */
export const dispositions = ['restock', 'quarantine', 'scrap', 'supplier'] as const
export type Disposition = (typeof dispositions)[number]
export const dispositionNames: Record<Disposition, string> = {
  restock: 'Restock',
  quarantine: 'Quarantine',
  scrap: 'Scrap',
  supplier: 'Return to supplier',
}

/** Open returns. */
export const openReturns: readonly ReturnStatus[] = ['Requested', 'Approved', 'Received', 'Inspected']
/** Returns whose goods the customer still has. */
export const expectedReturns: readonly ReturnStatus[] = ['Requested', 'Approved']
/** Returns whose goods have arrived and are not booked yet. */
export const arrivedReturns: readonly ReturnStatus[] = ['Received', 'Inspected']
