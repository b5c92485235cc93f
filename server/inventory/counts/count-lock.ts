import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import {
  countMachine,
  type CountTransition,
  type CountStatus,
  type Tolerance,
  whyNotCount,
} from '#shared/inventory/counts/count-transitions.ts'
import type { Work } from '#server/kernel/work.ts'
import { writeStatus } from '#server/kernel/status-history.ts'

export interface LockedCount {
  id: string
  number: string
  status: CountStatus
  blind: boolean
  tolerance: Tolerance
  version: number
}

/**
 * Locks a count: exclusively `to move` it, or shared with other counters `to count` in it. Throws NOT_FOUND, VERSION_CONFLICT
 * unless `version` is the current one.
 */
export async function lockCount(
  work: Work,
  id: string,
  purpose: 'to move' | 'to count',
  version?: number,
): Promise<LockedCount> {
  work.locks.take('stockCount', id)
  const strength = purpose === 'to move' ? sql`for no key update` : sql`for share`
  const { rows } = await sql<Omit<LockedCount, 'tolerance'> & { percent: number; pieces: number }>`select id, number,
      status, blind, recount_percent as percent, recount_pieces as pieces, version
    from stock_counts where id = ${id} ${strength}`.execute(work.tx)
  const [row] = rows
  if (!row) throw new Refusal('NOT_FOUND')
  if (version !== undefined && row.version !== version) {
    throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: row.version } })
  }
  const { percent, pieces, ...count } = row
  return { ...count, tolerance: { percent, pieces } }
}

/** Throws INVALID_TRANSITION, with the open transitions, unless the table allows this one. */
export function assertTransition(count: LockedCount, move: CountTransition): CountStatus {
  const to = countMachine.next(count.status, move)
  if (to) return to
  throw new Refusal('INVALID_TRANSITION', whyNotCount(move, count) ?? undefined, {
    details: { status: count.status, allowed: countMachine.movesFrom(count.status) },
  })
}

export const countHistory = { documents: 'stock_counts', moves: 'stock_count_moves', key: 'count_id' } as const

/** Runs a transition of the transition table on a locked count and records it. */
export async function transitionCount(
  work: Work,
  count: LockedCount,
  move: CountTransition,
  reason: string | null = null,
): Promise<void> {
  const to = assertTransition(count, move)
  await writeStatus(work, countHistory, count, { move, to, reason })
  work.audit(`count.${move}`, 'stockCount', count.id, { number: count.number, from: count.status, to, reason })
  work.announce('inventory_transaction', { transactionId: count.id })
}
