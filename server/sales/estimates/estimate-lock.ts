import { sql } from 'kysely'
import type { NewShipTo } from '#shared/crm/partners/postal-address.ts'
import { Refusal, type RefusalCode } from '#shared/http/refusal.ts'
import {
  type EstimateAction,
  type EstimateTransition,
  estimateTransitions,
  type EstimateStatus,
  whyNotEstimate,
} from '#shared/sales/estimates/estimate-transitions.ts'
import { whyDeleted } from '#shared/http/why-deleted.ts'
import { statusEntry } from '#server/kernel/status-history.ts'
import type { Work } from '#server/kernel/work.ts'
import { nextVersion } from '#server/db/next-version.ts'

/** The deleted records that a copy of estimate `e` of customer `a` would refer to, as `assertLiving` finds them. */
export const deletedNames = sql`array((select a.name where a.deleted_at is not null and a.merged_into is null)
  union all (select i.name from items i where i.deleted_at is not null
    and i.id in (select l.item_id from estimate_lines l where l.estimate_id = e.id) order by i.id))`

export const estimateHistory = { moves: 'estimate_moves', key: 'estimate_id' } as const

/** An estimate that this transaction has locked. */
export interface LockedEstimate {
  id: string
  number: string
  revision: number
  status: EstimateStatus
  accountId: string
  accountActive: boolean
  deleted: string[]
  opportunityId: string | null
  validUntil: string
  shipToId: string | null
  billToId: string | null
  newShipTo: NewShipTo | null
  isRevised: boolean
  hasLink: boolean
  version: number
}

/** Locks an estimate and reads it. Throws NOT_FOUND. */
export async function lockEstimate(work: Work, id: string): Promise<LockedEstimate> {
  work.locks.take('estimate', id)
  const held = await sql`select 1 from estimates where id = ${id} and deleted_at is null for no key update`.execute(
    work.tx,
  )
  if (held.rows.length === 0) throw new Refusal('NOT_FOUND')
  // A separate statement, so that it sees what was committed while we waited for the lock.
  const { rows } = await sql<LockedEstimate>`select e.id, e.number, e.revision, e.status, e.account_id as "accountId",
      a.status = 'active' and a.deleted_at is null as "accountActive", ${deletedNames} as deleted, e.opportunity_id as "opportunityId", e.valid_until as "validUntil",
      e.ship_to_id as "shipToId", e.bill_to_id as "billToId", e.new_ship_to as "newShipTo",
      exists (select 1 from estimates r where r.revises_id = e.id and r.deleted_at is null) as "isRevised",
      exists (select 1 from estimate_links k where k.estimate_id = e.id and k.revoked_at is null and k.expires_at > moment())
        as "hasLink", e.version
    from estimates e join accounts a on a.id = e.account_id where e.id = ${id}`.execute(work.tx)
  const [row] = rows
  if (!row) throw new Refusal('NOT_FOUND')
  return row
}

const refusalCodes: Partial<Record<EstimateAction | 'duplicate', RefusalCode>> = {
  edit: 'NOT_EDITABLE',
  duplicate: 'CUSTOMER_INACTIVE',
}

/** Throws with the reason unless the action is open now. */
export function assertEstimateTransition(
  work: Work,
  estimate: LockedEstimate,
  action: EstimateAction | 'duplicate',
): void {
  const why = whyNotEstimate(action, { ...estimate, today: work.today })
  if (!why) return
  const code = why === whyDeleted(estimate.deleted) ? 'NOT_READY' : (refusalCodes[action] ?? 'INVALID_TRANSITION')
  throw new Refusal(code, why, { details: { status: estimate.status } })
}

/** Runs a transition of the transition table on a locked estimate and records it. */
export async function transitionEstimate(
  work: Work,
  estimate: LockedEstimate,
  move: EstimateTransition,
  more: { reason?: string | null; orderId?: string; cancelReason?: string } = {},
): Promise<void> {
  const { to } = estimateTransitions[move]
  const reason = more.reason ?? more.cancelReason ?? null
  await work.tx
    .with('moved', () => statusEntry(work, estimateHistory, estimate, { move, to, reason }))
    .updateTable('estimates')
    .set({
      status: to,
      version: nextVersion,
      updated_at: work.now,
      order_id: sql<string>`coalesce(${more.orderId ?? null}::uuid, order_id)`,
      cancel_reason: more.cancelReason ?? null,
    })
    .where('id', '=', estimate.id)
    .execute()
  announceEstimateEvent(work, estimate, { move, to, reason })
}

/** Records an event that leaves the status unchanged. */
export async function recordEstimateEvent(
  work: Work,
  estimate: Pick<LockedEstimate, 'id' | 'status'>,
  move: string,
  reason: string | null,
): Promise<void> {
  const event = { move, to: estimate.status, reason }
  await statusEntry(work, estimateHistory, estimate, event).execute()
  announceEstimateEvent(work, estimate, event)
}

function announceEstimateEvent(
  work: Work,
  estimate: Pick<LockedEstimate, 'id' | 'status'>,
  { move, to, reason }: { move: string; to: EstimateStatus; reason: string | null },
): void {
  work.audit(`estimate.${move}`, 'estimate', estimate.id, { from: estimate.status, to, reason })
  work.announce('sales_order_updated', { salesOrderId: estimate.id })
}
