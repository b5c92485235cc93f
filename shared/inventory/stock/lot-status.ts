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

/** The status, or that it has expired; expired lots needn't be blocked. */
export const lotStateName = (status: LotStatus, isExpired: boolean): string =>
  isExpired && !isBlocked({ lotStatus: status }) ? 'Expired' : lotStatusNames[status]

/** Filters of a list of lots: one status, or all that prevent selling. */
export const lotFilters = [...lotStatuses, 'BLOCKED'] as const
export const lotFilterNames: Record<(typeof lotFilters)[number], string> = {
  ...lotStatusNames,
  BLOCKED: 'Blocked',
}

/** The state machine of lots. A recall blocks them; if it is withdrawn, they go into quarantine. */
export const lotTransitions = {
  hold: { from: ['AVAILABLE'], to: 'ON_HOLD' },
  quarantine: { from: ['AVAILABLE', 'ON_HOLD'], to: 'QUARANTINED' },
  release: { from: ['ON_HOLD', 'QUARANTINED'], to: 'AVAILABLE' },
  recall: { from: ['AVAILABLE', 'ON_HOLD', 'QUARANTINED'], to: 'RECALLED' },
  withdraw: { from: ['RECALLED'], to: 'QUARANTINED' },
} as const satisfies Record<string, { from: readonly LotStatus[]; to: LotStatus }>
export type LotTransition = keyof typeof lotTransitions

export const lotMachine = stateMachine<LotStatus, LotTransition>(lotStatuses, 'AVAILABLE', lotTransitions)

/** Why a transition of a lot is not possible, for the button and the refusal; null if it is. */
export function whyNotLot(
  move: LotTransition,
  { lotNumber, status }: { lotNumber: string; status: LotStatus },
): string | null {
  if (lotMachine.next(status, move)) return null
  const first = status === 'RECALLED' ? ' Close or withdraw its recall first.' : ''
  return `Lot ${lotNumber} is ${lotStatusNames[status].toLowerCase()}.${first}`
}

/** The transitions of users. */
const lotActions = ['hold', 'quarantine', 'release'] as const satisfies readonly LotTransition[]
export type LotAction = (typeof lotActions)[number]

/** The filters of expiry lists, in days from today. */
export const expiryWindows = ['expired', '30', '90', '180'] as const
export type ExpiryWindow = (typeof expiryWindows)[number]
export const expiryWindowNames: Record<ExpiryWindow, string> = {
  expired: 'Expired',
  '30': 'Within 30 days',
  '90': 'Within 90 days',
  '180': 'Within 180 days',
}
