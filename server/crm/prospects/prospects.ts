import { sql } from 'kysely'
import { assertUnused } from '#server/kernel/assert-unused.ts'
import { v7 as newId } from 'uuid'
import type { z } from 'zod'
import { Refusal } from '#shared/http/refusal.ts'
import { type ProspectStatus, whyNotProspectStatus } from '#shared/crm/prospects/prospect-transitions.ts'
import type { NewProspect, ProspectInput } from '#shared/crm/prospects/api.ts'
import { softDelete } from '#server/kernel/changes.ts'
import type { Work } from '#server/kernel/work.ts'
import { recordPipelineTransition } from '#server/crm/opportunities/pipeline-transitions.ts'
import { nextVersion } from '#server/db/next-version.ts'
import { fieldChanges } from '#server/crm/partners/field-changes.ts'
import { ownerOfNew } from '#server/crm/partners/owners.ts'
import { getProspect, type LockedProspect } from './prospect-rows.ts'

type Input = z.output<typeof ProspectInput>

const columnsOf = ({ followUpDate, ...rest }: Input) => ({ ...rest, follow_up_date: followUpDate ?? null })

export async function createProspect(work: Work, { status, ...input }: z.output<typeof NewProspect>): Promise<string> {
  const id = newId()
  const values = {
    id,
    status,
    ...columnsOf(input),
    owner_id: ownerOfNew(work.caller),
    created_by: work.caller.userId,
    created_at: work.now,
  }
  await work.tx.insertInto('prospects').values(values).execute()
  await recordPipelineTransition(work, id, null, status)
  work.audit('prospect.created', 'prospect', id, { ...input, status })
  announce(work, id)
  return id
}

export async function updateProspect(work: Work, id: string, version: number, input: Input): Promise<void> {
  await lockProspect(work, id, version)
  const before = await fieldsOf(work, id)
  const change = { ...columnsOf(input), version: version + 1, updated_at: work.now }
  await work.tx.updateTable('prospects').set(change).where('id', '=', id).execute()
  work.audit('prospect.updated', 'prospect', id, { changes: fieldChanges(before, await fieldsOf(work, id)) })
  announce(work, id)
}

/** Throws INVALID_TRANSITION if the state machine doesn't allow it. */
export async function setProspectStatus(
  work: Work,
  id: string,
  version: number,
  { status, reason }: { status: ProspectStatus; reason: string | null },
): Promise<void> {
  const prospect = await lockProspect(work, id, version)
  assertProspectTransition(prospect, status)
  await work.tx
    .updateTable('prospects')
    .set({
      status,
      disqualify_reason: status === 'Disqualified' ? reason : null,
      version: nextVersion,
      updated_at: work.now,
    })
    .where('id', '=', id)
    .execute()
  await recordPipelineTransition(work, id, prospect.status, status, reason)
  work.audit('prospect.statusSet', 'prospect', id, { from: prospect.status, to: status, reason })
  announce(work, id)
}

export async function setFollowUp(work: Work, id: string, version: number, date: string | null): Promise<void> {
  await lockProspect(work, id, version)
  const before = await fieldsOf(work, id)
  await work.tx
    .updateTable('prospects')
    .set({ follow_up_date: date, version: nextVersion, updated_at: work.now })
    .where('id', '=', id)
    .execute()
  work.audit('prospect.followUpSet', 'prospect', id, { changes: fieldChanges(before, await fieldsOf(work, id)) })
  announce(work, id)
}

/** Refused while an opportunity without a customer is open. */
export async function deleteProspect(work: Work, id: string): Promise<void> {
  // Marking it as deleted is the lock: commands that write its opportunities lock the row, so one waits for the other.
  await softDelete(work.tx, 'prospects', id, work.caller.userId)
  await assertUnused(work.tx, 'prospects', id)
  work.audit('prospect.deleted', 'prospect', id)
  announce(work, id)
}

/** The fields of the form, as displayed. */
async function fieldsOf(work: Work, id: string) {
  const { name, contact, email, phone, address, country, source, followUpDate, labels, notes } = await getProspect(
    work.tx,
    id,
  )
  return { name, contact, email, phone, address, country, source, followUpDate, labels, notes }
}

/** Locks a prospect until the commit; `version` 0: any. Throws NOT_FOUND, VERSION_CONFLICT. */
export async function lockProspect(work: Work, id: string, version = 0): Promise<LockedProspect> {
  work.locks.take('prospect', id)
  const { rows } =
    await sql<LockedProspect>`select id, name, contact, email, phone, address, country, labels, notes, status,
    owner_id as "ownerId", version from prospects where id = ${id} and deleted_at is null for no key update`.execute(
      work.tx,
    )
  const [row] = rows
  if (!row) throw new Refusal('NOT_FOUND')
  if (version > 0 && row.version !== version)
    throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: row.version } })
  return row
}

export function assertProspectTransition({ status }: LockedProspect, to: ProspectStatus): void {
  const why = whyNotProspectStatus(status, to)
  if (why) throw new Refusal('INVALID_TRANSITION', why, { details: { status } })
}

/** Prospects are announced as accounts, to users who may view both. */
const announce = (work: Work, id: string) => work.announce('account_updated', { accountId: id })
