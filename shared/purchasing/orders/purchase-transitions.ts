import type { Right } from '#shared/http/route.ts'
import { whyDeleted } from '#shared/http/why-deleted.ts'
import { whyLent } from '#shared/inventory/stock/why-lent.ts'
import { stateMachine, wrongStatus } from '#shared/state-machine.ts'

export const purchaseStatuses = [
  'Draft',
  'Pending Approval',
  'Open',
  'Partially Received',
  'Received',
  'Closed',
  'Cancelled',
] as const
export type PurchaseStatus = (typeof purchaseStatuses)[number]

/** Every way a purchase order's status may change. Receiving chooses its move by what has arrived then. */
const purchaseMoves = {
  place: { from: ['Draft'], to: 'Open' },
  submit: { from: ['Draft'], to: 'Pending Approval' },
  approve: { from: ['Pending Approval'], to: 'Open' },
  redraft: { from: ['Pending Approval', 'Open'], to: 'Draft' },
  receivePart: { from: ['Open', 'Partially Received'], to: 'Partially Received' },
  receiveRest: { from: ['Open', 'Partially Received'], to: 'Received' },
  takeBackPart: { from: ['Partially Received', 'Received'], to: 'Partially Received' },
  takeBackAll: { from: ['Partially Received', 'Received'], to: 'Open' },
  close: { from: ['Partially Received'], to: 'Closed' },
  reopen: { from: ['Closed'], to: 'Partially Received' },
  cancel: { from: ['Draft', 'Pending Approval', 'Open'], to: 'Cancelled' },
} as const satisfies Record<string, { from: readonly PurchaseStatus[]; to: PurchaseStatus }>
export type PurchaseTransition = keyof typeof purchaseMoves

export const purchaseMachine = stateMachine<PurchaseStatus, PurchaseTransition>(
  purchaseStatuses,
  'Draft',
  purchaseMoves,
)

/** What is recorded in the history without a change of status. */
const purchaseEvents = ['send', 'return'] as const
export type PurchaseEvent = (typeof purchaseEvents)[number]

/** The status that follows from what has arrived of an order that is placed. */
export function receivedStatus(
  lines: readonly { quantity: number; received: number }[],
): 'Open' | 'Partially Received' | 'Received' {
  if (lines.every((line) => line.received === 0)) return 'Open'
  return lines.every((line) => line.received >= line.quantity) ? 'Received' : 'Partially Received'
}

/** Who approves has the right that goes furthest; nobody approves what they wrote or submitted themselves. */
const approvalRight = 'purchaseOrders.delete' satisfies Right
const edit = 'purchaseOrders.edit' satisfies Right

/** What a user does with an order, in the order in which the page offers it; `from` are the statuses in which it makes sense. */
export const purchaseActions = {
  submit: { label: 'Place order', right: edit, kind: 'forward', from: ['Draft'] },
  approve: { label: 'Approve', right: approvalRight, kind: 'forward', from: ['Pending Approval'] },
  receive: { label: 'Receive', right: edit, kind: 'forward', from: ['Open', 'Partially Received'] },
  send: { label: 'Send to supplier', right: edit, kind: 'side', from: ['Open', 'Partially Received'] },
  return: {
    label: 'Return to supplier',
    right: edit,
    kind: 'side',
    from: ['Partially Received', 'Received', 'Closed'],
  },
  close: { label: 'Close short', right: edit, kind: 'side', from: ['Partially Received'] },
  reopen: { label: 'Reopen', right: edit, kind: 'forward', from: ['Closed'] },
  redraft: { label: 'Back to draft', right: edit, kind: 'back', from: ['Pending Approval', 'Open'] },
  cancel: { label: 'Cancel order', right: edit, kind: 'danger', from: ['Draft', 'Pending Approval', 'Open'] },
} as const satisfies Record<
  string,
  { label: string; right: Right; kind: 'forward' | 'side' | 'back' | 'danger'; from: readonly PurchaseStatus[] }
>
export type PurchaseAction = keyof typeof purchaseActions
export const purchaseActionNames = Object.keys(purchaseActions) as [PurchaseAction, ...PurchaseAction[]]

/** What decides, beside the status, whether something may be done. */
export interface PurchaseFacts {
  status: PurchaseStatus
  supplierActive: boolean
  /** Whether the one who asks wrote, changed or submitted it. */
  isOwn: boolean
  /** Whether goods are there that came with it and did not go back. */
  hasReturnable: boolean
  /** Names of what a closed order is of and was deleted since; empty where nobody has looked. */
  deleted: readonly string[]
}

/** Why an action is not open, in words for the user; null where it is. */
export function whyPurchaseNotOpen(action: PurchaseAction, facts: PurchaseFacts): string | null {
  const from: readonly PurchaseStatus[] = purchaseActions[action].from
  if (!from.includes(facts.status)) return wrongStatus('order', facts.status, from)
  if ((action === 'submit' || action === 'approve') && !facts.supplierActive) return 'The supplier is inactive.'
  if (action === 'approve' && facts.isOwn)
    return 'Orders you created, changed or submitted must be approved by someone else.'
  if (action === 'reopen') return whyDeleted(facts.deleted)
  if (action === 'return' && !facts.hasReturnable)
    return 'Nothing is left to return: all that was received has been returned, used, reserved or moved.'
  return null
}

/** What is thrown away at once: it never meant anything to anybody outside. */
const deletableStatuses: readonly PurchaseStatus[] = ['Draft', 'Cancelled']

type StatusFact = Pick<PurchaseFacts, 'status'>

/** Why an order can't be deleted, in words for the user; null where it can. */
export const whyPurchaseNotDeletable = ({ status }: StatusFact): string | null =>
  deletableStatuses.includes(status) ? null : `The order is ${status}. Cancel or close it instead.`

/** Why it can't be edited; null where it can. */
export const whyPurchaseNotEditable = ({ status }: StatusFact): string | null =>
  status === 'Draft' ? null : 'Only a draft can be changed. Move it back to draft first.'

/** Why a receipt of it can't be reversed; null where it can. */
export function whyReceiptNotReversed(
  { status }: StatusFact,
  receipt?: { number: string; lines: readonly { returned: number }[] },
  /** Names of the locations that it came to and that were lent since. */
  lent: readonly string[] = [],
): string | null {
  if (status !== 'Partially Received' && status !== 'Received')
    return `The order is ${status}. ${status === 'Closed' ? 'Reopen it first.' : 'It has no receipts.'}`
  if (receipt?.lines.some(({ returned }) => returned > 0))
    return `Goods of ${receipt.number} were returned to the supplier, so it can’t be reversed.`
  return whyLent(lent, reverseLent)
}
export const reverseLent = 'Reverse the receipt'

/** Orders of which something is still to come, or may be. */
export const openPurchases: readonly PurchaseStatus[] = ['Draft', 'Pending Approval', 'Open', 'Partially Received']
/** Orders that the supplier has and still owes us goods of. */
export const awaitedPurchases: readonly PurchaseStatus[] = ['Open', 'Partially Received']
/** Orders that the supplier never got, or that nothing came of. */
export const unplacedPurchases: readonly PurchaseStatus[] = ['Draft', 'Pending Approval', 'Cancelled']
