import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { z } from 'zod'
import type { OpportunityInput, opportunitiesApi } from '#shared/crm/opportunities/api.ts'
import { isOpenStage, type OpportunityStage, whyNotStage } from '#shared/crm/opportunities/opportunity-stages.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import { assertLiving } from '#server/kernel/assert-living.ts'
import { softDelete } from '#server/kernel/changes.ts'
import type { Work } from '#server/kernel/work.ts'
import { nextVersion } from '#server/db/next-version.ts'
import { fieldChanges } from '#server/crm/partners/field-changes.ts'
import { ownerOfNew } from '#server/crm/partners/owners.ts'
import { getOpportunity } from './opportunity-rows.ts'
import { recordPipelineTransition } from './pipeline-transitions.ts'

type Input = z.output<typeof OpportunityInput>
type Move = RequestOf<(typeof opportunitiesApi.moveOpportunity)['spec']>['body']

export async function createOpportunity(work: Work, input: Input): Promise<string> {
  const id = newId()
  const { accountId, prospectId } = await whoseOf(work, input)
  await work.tx
    .insertInto('opportunities')
    .values({
      id,
      title: input.title,
      account_id: accountId,
      prospect_id: prospectId,
      stage: 'New',
      value: input.value,
      expected_close: input.expectedClose ?? null,
      notes: input.notes,
      owner_id: ownerOfNew(work.caller),
      created_by: work.caller.userId,
      created_at: work.now,
      updated_at: work.now,
    })
    .execute()
  await recordPipelineTransition(work, id, null, 'New')
  work.audit('opportunity.created', 'opportunity', id, { title: input.title, value: String(input.value) })
  announce(work, id)
  return id
}

export async function updateOpportunity(work: Work, id: string, version: number, input: Input): Promise<void> {
  // Locks the customer or prospect first: prospects are locked before opportunities.
  const { accountId, prospectId } = await whoseOf(work, input, id)
  await lockOpportunity(work, id, version)
  const before = await fieldsOf(work, id)
  await work.tx
    .updateTable('opportunities')
    .set({
      title: input.title,
      account_id: accountId,
      prospect_id: prospectId,
      value: input.value,
      expected_close: input.expectedClose ?? null,
      notes: input.notes,
      version: nextVersion,
      updated_at: work.now,
    })
    .where('id', '=', id)
    .execute()
  work.audit('opportunity.updated', 'opportunity', id, { changes: fieldChanges(before, await fieldsOf(work, id)) })
  announce(work, id)
}

/**
 * Throws VERSION_CONFLICT if another user has moved it first, INVALID_TRANSITION if the stages don't allow it, NOT_READY if it
 * is opened again and its customer or prospect is deleted.
 */
export async function moveOpportunity(work: Work, id: string, version: number, move: Move): Promise<void> {
  if (isOpenStage(move.stage)) await assertPartnerLiving(work, id)
  const { stage: from } = await lockOpportunity(work, id, version)
  const why = whyNotStage(from, move.stage)
  if (why) throw new Refusal('INVALID_TRANSITION', why, { details: { stage: from } })
  await work.tx
    .updateTable('opportunities')
    .set({
      stage: move.stage,
      lost_reason: move.lostReason ?? null,
      lost_note: move.stage === 'Lost' ? move.lostNote : null,
      closed_at: isOpenStage(move.stage) ? null : work.now,
      version: nextVersion,
      updated_at: work.now,
    })
    .where('id', '=', id)
    .execute()
  const reason = move.lostReason ? [move.lostReason, move.lostNote].filter(Boolean).join(': ') : null
  await recordPipelineTransition(work, id, from, move.stage, reason)
  work.audit('opportunity.moved', 'opportunity', id, { from, to: move.stage, reason })
  announce(work, id)
}

export async function deleteOpportunity(work: Work, id: string): Promise<void> {
  await softDelete(work.tx, 'opportunities', id, work.caller.userId)
  work.audit('opportunity.deleted', 'opportunity', id)
  announce(work, id)
}

/** Called before the opportunity is locked; if a prospect became a customer, only the customer has to exist. */
async function assertPartnerLiving(work: Work, id: string): Promise<void> {
  const { rows } = await sql<{ account: string | null; prospect: string | null }>`select account_id as account,
    prospect_id as prospect from opportunities where id = ${id}`.execute(work.tx)
  const { account = null, prospect = null } = rows[0] ?? {}
  await assertLiving(work, account ? { accounts: [account] } : { prospects: [prospect] })
}

/** The fields of the form, as displayed. */
async function fieldsOf(work: Work, id: string) {
  const { title, account, prospect, value, expectedClose, notes } = await getOpportunity(work.tx, id)
  return { title, customer: account?.name ?? null, prospect: prospect?.name ?? null, value, expectedClose, notes }
}

async function lockOpportunity(work: Work, id: string, version: number): Promise<{ stage: OpportunityStage }> {
  work.locks.take('opportunity', id)
  const { rows } = await sql<{ stage: OpportunityStage; version: number }>`select stage, version from opportunities
    where id = ${id} and deleted_at is null for no key update`.execute(work.tx)
  const [row] = rows
  if (!row) throw new Refusal('NOT_FOUND')
  if (row.version !== version) throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: row.version } })
  return row
}

/**
 * The customer and prospect of an opportunity, locked so that they aren't deleted meanwhile. A converted prospect sets the
 * customer, too.
 */
async function whoseOf(work: Work, { accountId, prospectId }: Input, opportunityId: string | null = null) {
  let account = accountId ?? null
  if (prospectId) {
    const { rows } = await sql<{ account_id: string | null }>`select p.account_id from prospects p
      where p.id = ${prospectId} and (p.deleted_at is null
        or exists (select 1 from opportunities o where o.id = ${opportunityId}::uuid and o.prospect_id = p.id))
      for share of p`.execute(work.tx)
    const [prospect] = rows
    if (!prospect) throw invalid('prospectId', 'is not a prospect')
    if (account && prospect.account_id && prospect.account_id !== account)
      throw invalid('accountId', 'is another customer than the prospect has become')
    account ??= prospect.account_id
  }
  if (account) {
    const { rows } = await sql`select 1 from accounts a where a.id = ${account} and (a.deleted_at is null
        or exists (select 1 from opportunities o where o.id = ${opportunityId}::uuid and o.account_id = a.id))
      for share of a`.execute(work.tx)
    if (rows.length === 0) throw invalid('accountId', 'is not a customer')
  }
  return { accountId: account, prospectId: prospectId ?? null }
}

/** Opportunities are announced as accounts, to users who may view both. */
const announce = (work: Work, id: string) => work.announce('account_updated', { accountId: id })
