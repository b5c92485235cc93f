import { stateMachine } from '#shared/state-machine.ts'

export const prospectStatuses = ['New', 'Contacted', 'Follow-up', 'Converted', 'Disqualified'] as const
export type ProspectStatus = (typeof prospectStatuses)[number]

/** Open prospects: only they can be due. */
export const openProspectStatuses = ['New', 'Contacted', 'Follow-up'] as const satisfies readonly ProspectStatus[]

/** The state machine of prospects. A converted prospect is a customer and stays converted. */
const prospectMoves = {
  renew: { from: ['Contacted', 'Follow-up', 'Disqualified'], to: 'New' },
  contact: { from: ['New', 'Follow-up', 'Disqualified'], to: 'Contacted' },
  followUp: { from: ['New', 'Contacted', 'Disqualified'], to: 'Follow-up' },
  disqualify: { from: ['New', 'Contacted', 'Follow-up'], to: 'Disqualified' },
  convert: { from: ['New', 'Contacted', 'Follow-up'], to: 'Converted' },
} as const satisfies Record<string, { from: readonly ProspectStatus[]; to: ProspectStatus }>
export type ProspectTransition = keyof typeof prospectMoves

export const prospectMachine = stateMachine<ProspectStatus, ProspectTransition>(prospectStatuses, 'New', prospectMoves)

/** The statuses that users set; Converted is set by the conversion. */
export const settableProspectStatuses = ['New', 'Contacted', 'Follow-up', 'Disqualified'] as const

/** Why a prospect can't change from one status to another; null if they can. */
export function whyNotProspectStatus(from: ProspectStatus, to: ProspectStatus): string | null {
  if (from === to) return `The prospect is already ${to}.`
  if (from === 'Converted') return 'The prospect has been converted to a customer.'
  return prospectMachine.movesFrom(from).some((move) => prospectMoves[move].to === to)
    ? null
    : `A prospect can’t change from ${from} to ${to}.`
}
