import type { PurchaseEvent, PurchaseTransition } from '#shared/purchasing/orders/purchase-transitions.ts'

/** Each event as the predicate of a sentence: "Ana placed the order". */
const past: Record<PurchaseTransition | PurchaseEvent | 'create', string> = {
  create: 'created the order',
  place: 'placed the order',
  submit: 'asked for approval',
  approve: 'approved the order',
  redraft: 'moved the order back to draft',
  receivePart: 'received part of the order',
  receiveRest: 'received the rest',
  takeBackPart: 'reversed a receipt',
  takeBackAll: 'reversed the only receipt',
  close: 'closed the order short',
  reopen: 'reopened the order',
  cancel: 'cancelled the order',
  send: 'issued the order to the supplier',
  return: 'sent goods back',
}

/** The text for a transition or event in the history. */
export const purchaseMoveWords = (move: string): string => past[move as keyof typeof past] ?? move
