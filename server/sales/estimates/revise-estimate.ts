import { lineColumns } from './line-columns.ts'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { addDays } from '#shared/dates.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { assertLiving } from '#server/kernel/assert-living.ts'
import { numbered } from '#server/kernel/numbers.ts'
import { statusEntry } from '#server/kernel/status-history.ts'
import type { Work } from '#server/kernel/work.ts'
import { assertNotPast } from './estimate-draft.ts'
import {
  type LockedEstimate,
  lockEstimate,
  transitionEstimate,
  estimateHistory,
  recordEstimateEvent,
  assertEstimateTransition,
} from './estimate-lock.ts'

/** Days that a copy or revision is valid by default. */
const usualDays = 30
const maxRevisions = 1000

/** Creates a draft with the same lines and prices, under its own number. Returns its id. */
export async function duplicateEstimate(work: Work, id: string): Promise<string> {
  const estimate = await lockEstimate(work, id)
  assertEstimateTransition(work, estimate, 'duplicate')
  const copy = newId()
  const { rows } = await sql<{ number: string }>`with ${numbered(work, 'EST')} select number from numbered`.execute(
    work.tx,
  )
  await copyEstimate(work, estimate, {
    id: copy,
    number: rows[0]?.number ?? '',
    validUntil: addDays(work.today, usualDays),
  })
  return copy
}

/**
 * Creates a draft that replaces an estimate. The old one stays readable; if it was sent or accepted, it is cancelled, so that the
 * customer can't accept it any more. Returns the draft's id.
 */
export async function reviseEstimate(work: Work, id: string, validUntil: string | undefined): Promise<string> {
  const estimate = await lockEstimate(work, id)
  assertEstimateTransition(work, estimate, 'revise')
  if (validUntil) assertNotPast(work, validUntil)
  const { revision, number } = await nextRevision(work, estimate)
  const copy = newId()
  if (estimate.status === 'Sent' || estimate.status === 'Accepted') {
    await transitionEstimate(work, estimate, 'cancel', { cancelReason: `Revised as ${number}` })
  } else await recordEstimateEvent(work, estimate, 'revise', `Revised as ${number}`)
  await copyEstimate(work, estimate, {
    id: copy,
    number,
    revision,
    validUntil: validUntil ?? addDays(work.today, usualDays),
  })
  return copy
}

/** The next revision with a free number: numbers of deleted revisions are not reused. */
async function nextRevision(work: Work, { number, revision }: LockedEstimate) {
  const { rows } = await sql<{ revision: number; number: string }>`select r.revision, n.number from generate_series(
      ${revision + 1}::int, ${revision + maxRevisions}::int) r(revision),
      lateral (select concat(${number.replace(/-R\d+$/, '')}::text, '-R', r.revision) as number) n
    where not exists (select 1 from estimates e where e.number = n.number) order by r.revision limit 1`.execute(work.tx)
  const [next] = rows
  if (!next) throw new Refusal('INVALID_TRANSITION', 'It has been revised too often. Duplicate it instead.')
  return next
}

interface Copy {
  id: string
  number: string
  validUntil: string
  /** Set for a revision, not for a duplicate. */
  revision?: number
}

async function copyEstimate(work: Work, estimate: LockedEstimate, copy: Copy): Promise<void> {
  const isRevision = copy.revision !== undefined
  const { rows: lines } = await sql<{ item: string | null }>`select item_id as item from estimate_lines
    where estimate_id = ${estimate.id}`.execute(work.tx)
  await assertLiving(work, { accounts: [estimate.accountId], items: lines.map((line) => line.item) })
  await work.tx
    .insertInto('estimates')
    .columns([
      'id',
      'number',
      'revision',
      'revises_id',
      'account_id',
      'opportunity_id',
      'status',
      'estimate_date',
      'valid_until',
      'reference',
      'notes',
      'discount_kind',
      'discount_value',
      'discount',
      'tax',
      'total',
      'line_count',
      'ship_to_id',
      'bill_to_id',
      'new_ship_to',
      'created_by',
      'created_at',
      'updated_at',
    ])
    .expression(sql`select ${copy.id}, ${copy.number}, ${copy.revision ?? 1}, ${isRevision ? estimate.id : null}::uuid, account_id,
      ${isRevision ? sql`opportunity_id` : sql`null::uuid`}, 'Draft', ${work.today}, ${copy.validUntil},
      ${isRevision ? sql`reference` : sql`null::text`}, notes, discount_kind, discount_value, discount, tax, total, line_count,
      ship_to_id, bill_to_id, new_ship_to, ${work.caller.userId}, ${work.now}, ${work.now} from estimates where id = ${estimate.id}`)
    .execute()
  await work.tx
    .insertInto('estimate_lines')
    .columns(lineColumns)
    .expression(sql`select gen_random_uuid(), ${copy.id}::uuid, position, kind, item_id, service_type_id, name, sku, unit, quantity,
      price_tier, own_price, unit_price, total, discount, tax_name, tax_kind, tax_rate, tax
    from estimate_lines where estimate_id = ${estimate.id}`)
    .execute()
  const from = isRevision ? `Revises ${estimate.number}` : `Copied from ${estimate.number}`
  const created = { id: copy.id, status: null }
  await statusEntry(work, estimateHistory, created, { move: 'create', to: 'Draft', reason: from }).execute()
  work.audit('estimate.created', 'estimate', copy.id, { number: copy.number, from: estimate.number })
  work.announce('sales_order_updated', { salesOrderId: copy.id })
}
