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

/** Whether the order has left the company's hands: before, its order date is the day of the draft and is not shown. */
export const isPlaced = (status: PurchaseStatus): boolean => status !== 'Draft' && status !== 'Pending Approval'

/** The state machine of purchase orders. Receiving chooses its transition by the quantity received. */
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

/** Events of the history without a change of status. */
const purchaseEvents = ['send', 'return'] as const
export type PurchaseEvent = (typeof purchaseEvents)[number]

/** The status of a placed order by the quantity received. */
export function receivedStatus(
  lines: readonly { quantity: number; received: number }[],
): 'Open' | 'Partially Received' | 'Received' {
  if (lines.every((line) => line.received === 0)) return 'Open'
  return lines.every((line) => line.received >= line.quantity) ? 'Received' : 'Partially Received'
}

/** Approval needs the strongest right; users can't approve orders that they wrote or submitted. */
const approvalRight = 'purchaseOrders.delete' satisfies Right
const edit = 'purchaseOrders.edit' satisfies Right

/** The actions of users, in the order of the page; `from` are the statuses in which they make sense. */
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

/** The facts, besides the status, that actions depend on. */
export interface PurchaseFacts {
  status: PurchaseStatus
  supplierActive: boolean
  /** True if the caller wrote, changed or submitted it. */
  isOwn: boolean
  /** True if goods of the order are on hand and not returned. */
  hasReturnable: boolean
  /** Names of deleted records that a closed order refers to; empty if they weren't read. */
  deleted: readonly string[]
}

/** Why an action is not possible, in words for the user; null if it is. */
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

/** Can be deleted: they have no effect outside the company. */
const deletableStatuses: readonly PurchaseStatus[] = ['Draft', 'Cancelled']

type StatusFact = Pick<PurchaseFacts, 'status'>

/** Why an order can't be deleted, in words for the user; null if it can. */
export const whyPurchaseNotDeletable = ({ status }: StatusFact): string | null =>
  deletableStatuses.includes(status) ? null : `The order is ${status}. Cancel or close it instead.`

/** Why it can't be edited; null if it can. */
export const whyPurchaseNotEditable = ({ status }: StatusFact): string | null =>
  status === 'Draft' ? null : 'Only a draft can be changed. Move it back to draft first.'

/** Why a receipt can't be reversed; null if it can. */
export function whyReceiptNotReversed(
  { status }: StatusFact,
  receipt?: { number: string; lines: readonly { returned: number }[] },
  /** Names of its receiving locations that have been lent to customers since. */
  lent: readonly string[] = [],
): string | null {
  if (status !== 'Partially Received' && status !== 'Received')
    return `The order is ${status}. ${status === 'Closed' ? 'Reopen it first.' : 'It has no receipts.'}`
  if (receipt?.lines.some(({ returned }) => returned > 0))
    return `Goods of ${receipt.number} were returned to the supplier, so it can’t be reversed.`
  return whyLent(lent, reverseLent)
}
export const reverseLent = 'Reverse the receipt'

/** Orders with goods that are or may be still to come. */
export const openPurchases: readonly PurchaseStatus[] = ['Draft', 'Pending Approval', 'Open', 'Partially Received']
/** Orders that were placed and are not fully received. */
export const awaitedPurchases: readonly PurchaseStatus[] = ['Open', 'Partially Received']
/** Orders that were never placed, or were cancelled. */
export const unplacedPurchases: readonly PurchaseStatus[] = ['Draft', 'Pending Approval', 'Cancelled']
