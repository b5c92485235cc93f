import { stateMachine } from '#shared/state-machine.ts'

/** The statuses of stock transfers and kits in the specification. */
export const documentStatuses = ['pending', 'completed', 'cancelled'] as const
export type DocumentStatus = (typeof documentStatuses)[number]

export const documentStatusNames: Record<DocumentStatus, string> = {
  pending: 'Pending',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

/** Only pending documents can be cancelled; completed ones stay so. Being in transit is a fact within pending. */
const documentMoves = {
  edit: { from: ['pending'], to: 'pending' },
  chooseLots: { from: ['pending'], to: 'pending' },
  dispatch: { from: ['pending'], to: 'pending' },
  undispatch: { from: ['pending'], to: 'pending' },
  complete: { from: ['pending'], to: 'completed' },
  cancel: { from: ['pending'], to: 'cancelled' },
  takeApart: { from: ['completed'], to: 'completed' },
} as const satisfies Record<string, { from: readonly DocumentStatus[]; to: DocumentStatus }>
export type DocumentTransition = keyof typeof documentMoves

export const documentMachine = stateMachine<DocumentStatus, DocumentTransition>(
  documentStatuses,
  'pending',
  documentMoves,
)

/** Completed documents can't be deleted. */
export const isDeletable = (status: DocumentStatus) => status !== 'completed'

/** What became of dispatched goods that did not arrive. */
export const restKinds = ['return', 'write_off'] as const
export type RestKind = (typeof restKinds)[number]
export const restNames: Record<RestKind, string> = { return: 'Back to the source', write_off: 'Written off' }

export const writeOffReasons = ['damaged_quantity', 'lost_stock', 'other'] as const
