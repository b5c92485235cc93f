import {
  type DocumentStatus,
  documentMachine,
  documentStatusNames,
  type DocumentTransition,
  isDeletable,
} from './stock-document.ts'

/** The facts that transitions of a transfer or a kit order depend on. */
interface DocumentFacts {
  number: string
  status: DocumentStatus
}

/** Why an action on a transfer or a kit order is not possible, for the button and the refusal; null if it is. */
function whyNotDocument(action: DocumentTransition | 'delete', { number, status }: DocumentFacts, instead: string) {
  if (action === 'delete') return isDeletable(status) ? null : `${number} is completed and can’t be deleted. ${instead}`
  if (documentMachine.next(status, action)) return null
  return action === 'takeApart'
    ? `${number} is ${documentStatusNames[status].toLowerCase()}: there are no packed kits to take apart.`
    : `${number} is already ${documentStatusNames[status].toLowerCase()}.`
}

export type TransferAction = Exclude<DocumentTransition, 'takeApart' | 'chooseLots'> | 'delete'
export interface TransferFacts extends DocumentFacts {
  /** Dispatched, and not received yet. */
  dispatched: boolean
}

export function whyNotTransfer(action: TransferAction, facts: TransferFacts): string | null {
  const why = whyNotDocument(action, facts, 'Transfer the goods back instead.')
  if (why) return why
  if (action === 'edit' && facts.dispatched) return `${facts.number} is in transit. Undo shipping first.`
  if (action === 'dispatch' && facts.dispatched) return `${facts.number} is already in transit.`
  if (action === 'undispatch' && !facts.dispatched) return `${facts.number} is not in transit.`
  return null
}

export type KitOrderAction = Exclude<DocumentTransition, 'dispatch' | 'undispatch'> | 'delete'
export interface KitOrderFacts extends DocumentFacts {
  quantity: number
  takenApart: number
}

export function whyNotKitOrder(action: KitOrderAction, facts: KitOrderFacts): string | null {
  const why = whyNotDocument(action, facts, 'Take its kits apart instead.')
  if (why) return why
  return action === 'takeApart' && facts.takenApart >= facts.quantity
    ? `All kits of ${facts.number} were taken apart.`
    : null
}
