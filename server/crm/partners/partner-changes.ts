import { sql } from 'kysely'
import { isSameLabel, maxLabels } from '#shared/crm/partners/labels.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { assertUnused } from '#server/kernel/assert-unused.ts'
import { softDelete } from '#server/kernel/changes.ts'
import type { Work } from '#server/kernel/work.ts'
import { fieldChanges } from './field-changes.ts'
import { type PartnerBase, getPartner, type PartnerKind } from './partners.ts'

interface Patch {
  status?: string | undefined
  addLabel?: string | undefined
  removeLabel?: string | undefined
  priceTier?: string | undefined
}

/** Changes fields that partners can share, in bulk: each field is independent, so no version is needed. */
export async function changePartner<Own>(
  work: Work,
  kind: PartnerKind<Own>,
  id: string,
  { status, addLabel, removeLabel, priceTier }: Patch,
): Promise<PartnerBase & Own> {
  const { rows } = await sql`select 1 from ${sql.table(kind.table)}
    where id = ${id} and deleted_at is null for no key update`.execute(work.tx)
  if (rows.length === 0) throw new Refusal('NOT_FOUND')
  const before = await getPartner(work.tx, kind, id)
  const remaining = before.labels.filter((label) => label !== removeLabel && !isSameLabel(label, addLabel ?? ''))
  const labels = addLabel ? [...remaining, addLabel] : remaining
  if (labels.length > maxLabels) throw new Refusal('IN_USE', `It has ${maxLabels} labels already.`)
  const tier = priceTier ? sql`, price_tier = ${priceTier}` : sql``
  await sql`update ${sql.table(kind.table)} set status = coalesce(${status ?? null}, status), labels = ${labels}::text[],
    version = version + 1, updated_at = ${work.now} ${tier} where id = ${id}`.execute(work.tx)
  return auditUpdate(work, kind, before)
}

/** Audits the changes since `before`. Returns the current partner. */
export async function auditUpdate<Own>(
  work: Work,
  kind: PartnerKind<Own>,
  before: PartnerBase & Own,
): Promise<PartnerBase & Own> {
  const { id } = before
  const after = await getPartner(work.tx, kind, id)
  work.audit(`${kind.entity}.updated`, kind.entity, id, { changes: fieldChanges(before, after) })
  work.announce('account_updated', { accountId: id })
  return after
}

/** Throws NOT_FOUND, IN_USE while open documents refer to it. */
export async function deletePartner(work: Work, { table, entity }: PartnerKind, id: string): Promise<void> {
  // Marking it as deleted is the lock: commands that write its records lock the row, so one waits for the other.
  await softDelete(work.tx, table, id, work.caller.userId)
  await assertUnused(work.tx, table, id)
  work.audit(`${entity}.deleted`, entity, id)
  work.announce('account_updated', { accountId: id })
}
