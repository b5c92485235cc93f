import { stateMachine } from '#shared/state-machine.ts'
import { isBlocked } from './usable-lots.ts'

export const lotStatuses = ['AVAILABLE', 'ON_HOLD', 'QUARANTINED', 'RECALLED'] as const
export type LotStatus = (typeof lotStatuses)[number]

export const lotStatusNames: Record<LotStatus, string> = {
  AVAILABLE: 'Available',
  ON_HOLD: 'On hold',
  QUARANTINED: 'Quarantined',
  RECALLED: 'Recalled',
}

/** Its status, or that it has expired; nobody has to block one that has. */
export const lotStateName = (status: LotStatus, isExpired: boolean): string =>
  isExpired && !isBlocked({ lotStatus: status }) ? 'Expired' : lotStatusNames[status]

/** What a list of lots is narrowed to: one status, or all that keep a lot from being sold. */
export const lotFilters = [...lotStatuses, 'BLOCKED'] as const
export const lotFilterNames: Record<(typeof lotFilters)[number], string> = {
  ...lotStatusNames,
  BLOCKED: 'Blocked',
}

/** Every way in which a lot's status may change. Recalls recall and, when they are withdrawn, put into quarantine. */
export const lotTransitions = {
  hold: { from: ['AVAILABLE'], to: 'ON_HOLD' },
  quarantine: { from: ['AVAILABLE', 'ON_HOLD'], to: 'QUARANTINED' },
  release: { from: ['ON_HOLD', 'QUARANTINED'], to: 'AVAILABLE' },
  recall: { from: ['AVAILABLE', 'ON_HOLD', 'QUARANTINED'], to: 'RECALLED' },
  withdraw: { from: ['RECALLED'], to: 'QUARANTINED' },
} as const satisfies Record<string, { from: readonly LotStatus[]; to: LotStatus }>
export type LotTransition = keyof typeof lotTransitions

export const lotMachine = stateMachine<LotStatus, LotTransition>(lotStatuses, 'AVAILABLE', lotTransitions)

/** Why a lot can't be moved so, on its button and in the refusal; null where it can. */
export function whyNotLot(
  move: LotTransition,
  { lotNumber, status }: { lotNumber: string; status: LotStatus },
): string | null {
  if (lotMachine.next(status, move)) return null
  const first = status === 'RECALLED' ? ' Close or withdraw its recall first.' : ''
  return `Lot ${lotNumber} is ${lotStatusNames[status].toLowerCase()}.${first}`
}

/** The moves that a user makes on a lot. */
const lotActions = ['hold', 'quarantine', 'release'] as const satisfies readonly LotTransition[]
export type LotAction = (typeof lotActions)[number]

/** The windows of the lists of what expires soon, in days from today. */
export const expiryWindows = ['expired', '30', '90', '180'] as const
export type ExpiryWindow = (typeof expiryWindows)[number]
export const expiryWindowNames: Record<ExpiryWindow, string> = {
  expired: 'Expired',
  '30': 'Within 30 days',
  '90': 'Within 90 days',
  '180': 'Within 180 days',
}
