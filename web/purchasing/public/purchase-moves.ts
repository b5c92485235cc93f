import type { PurchaseEvent, PurchaseTransition } from '#shared/purchasing/orders/purchase-transitions.ts'

/** What somebody did, as the rest of the sentence: "Ana placed the order". */
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

/** What a move of a purchase order's history is in words. */
export const purchaseMoveWords = (move: string): string => past[move as keyof typeof past] ?? move
