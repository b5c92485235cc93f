import type { Right } from '#shared/http/route.ts'
import { stateMachine } from '#shared/state-machine.ts'

export const countStatuses = ['PLANNED', 'COUNTING', 'REVIEW', 'APPLIED', 'CANCELLED'] as const
export type CountStatus = (typeof countStatuses)[number]

export const countStatusNames: Record<CountStatus, string> = {
  PLANNED: 'Planned',
  COUNTING: 'Counting',
  REVIEW: 'Review',
  APPLIED: 'Posted',
  CANCELLED: 'Cancelled',
}

/** The state machine of counts, with the right for each transition: approving moves stock, so it needs the strongest. */
const countMoves = {
  start: { from: ['PLANNED'], to: 'COUNTING', right: 'inventory.edit' },
  finish: { from: ['COUNTING'], to: 'REVIEW', right: 'inventory.edit' },
  recount: { from: ['REVIEW'], to: 'COUNTING', right: 'inventory.edit' },
  approve: { from: ['REVIEW'], to: 'APPLIED', right: 'inventory.delete' },
  cancel: { from: ['PLANNED', 'COUNTING', 'REVIEW'], to: 'CANCELLED', right: 'inventory.edit' },
} as const satisfies Record<string, { from: readonly CountStatus[]; to: CountStatus; right: Right }>
export type CountTransition = keyof typeof countMoves

export const countMachine = stateMachine<CountStatus, CountTransition>(countStatuses, 'PLANNED', countMoves)

/** Why a transition of a count is not possible, for the button and the refusal; null if it is. */
export function whyNotCount(
  move: CountTransition,
  { number, status }: { number: string; status: CountStatus },
): string | null {
  if (countMachine.next(status, move)) return null
  const { phase, first } = phases[status]
  const isPast = !first || countStatuses.indexOf(countMoves[move].to) <= countStatuses.indexOf(status)
  return isPast ? `${number} is already ${phase}.` : `${number} is ${phase}. ${first}`
}
/** Why nothing can be counted now; null if it can. */
export function whyNotCounting({ status }: { status: CountStatus }): string | null {
  if (status === 'COUNTING') return null
  if (status === 'PLANNED') return 'The count is not started yet.'
  return status === 'CANCELLED' ? 'This count is cancelled.' : 'This count is finished.'
}

/** The description of a count in each status, and what has to be done before the next steps. */
const phases: Record<CountStatus, { phase: string; first?: string }> = {
  PLANNED: { phase: 'planned', first: 'Start counting first.' },
  COUNTING: { phase: 'being counted', first: 'Finish counting first.' },
  REVIEW: { phase: 'in review' },
  APPLIED: { phase: 'posted' },
  CANCELLED: { phase: 'cancelled' },
}

export interface Tolerance {
  percent: number
  pieces: number
}

/** True if a difference exceeds the tolerance and needs a recount: larger than both the pieces and the percentage. */
export function exceeds(tolerance: Tolerance, counted: number, expected: number): boolean {
  const difference = Math.abs(counted - expected)
  return difference > tolerance.pieces && difference * 100 > tolerance.percent * expected
}

/**
 * The state of a line after it was counted: a large difference is settled by a recount with the same difference. Differences
 * are compared, not quantities, as goods may have moved in between.
 */
export function stateAfter(
  tolerance: Tolerance,
  now: { counted: number; expected: number },
  before: { counted: number; expected: number } | null,
): 'counted' | 'recount' {
  if (!exceeds(tolerance, now.counted, now.expected)) return 'counted'
  return before && now.counted - now.expected === before.counted - before.expected ? 'counted' : 'recount'
}

/** Statuses of open counts. */
export const openCounts: readonly CountStatus[] = ['PLANNED', 'COUNTING', 'REVIEW']
/** Statuses of open counts with lines. */
export const startedCounts: readonly CountStatus[] = ['COUNTING', 'REVIEW']
