import { type RawBuilder, sql } from 'kysely'
import type { Contact } from '#shared/crm/contacts/api.ts'
import type { AccountMergeField, ContactMergeField } from '#shared/crm/partners/merge-api.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { Work } from '#server/kernel/work.ts'
import { getContact } from '#server/crm/contacts/contacts.ts'
import { fieldChanges } from './field-changes.ts'

export interface Merging {
  id: string
  version: number
  otherId: string
  otherVersion: number
}

/** The columns of each field. */
const accountColumns: Record<AccountMergeField, readonly string[]> = {
  name: ['name'],
  code: ['code'],
  email: ['email'],
  phone: ['phone'],
  address: ['address', 'country', 'latitude', 'longitude'],
  taxNumber: ['tax_number'],
  // Merged by invoicing.
  taxExempt: [],
  status: ['status'],
  owner: ['owner_id'],
  priceTier: ['price_tier'],
  paymentTermsDays: ['payment_terms_days'],
  creditLimit: ['credit_limit'],
  minShelfLifeDays: ['min_shelf_life_days'],
  delivery: ['delivery_windows', 'delivery_note'],
  notes: ['notes'],
}
const contactColumns: Record<ContactMergeField, readonly string[]> = {
  name: ['name'],
  position: ['position'],
  email: ['email'],
  phone: ['phone'],
  affiliation: ['account_id', 'supplier_id', 'affiliation'],
  status: ['status'],
  notes: ['notes'],
}

/** Locks both in the order of their ids; 404 if one is deleted, 412 if one has another version. */
export async function lockBoth(work: Work, table: 'accounts' | 'contacts', merging: Merging): Promise<void> {
  const { id, version, otherId, otherVersion } = merging
  if (id === otherId) throw invalid('otherId', 'is the same one')
  const { rows } = await sql<{ id: string; version: number }>`select id, version from ${sql.table(table)}
    where id in (${id}, ${otherId}) and deleted_at is null order by id for no key update`.execute(work.tx)
  const held = new Map(rows.map((row) => [row.id, row.version]))
  for (const [one, read] of [
    [id, version],
    [otherId, otherVersion],
  ] as const) {
    const current = held.get(one)
    if (current === undefined) throw new Refusal('NOT_FOUND')
    if (current !== read) throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: current } })
  }
}

/** Copies the chosen values, deletes the other record, and redirects its id, and the ids redirected to it, to the remaining one. */
async function join(work: Work, table: 'accounts' | 'contacts', { id, otherId }: Merging, columns: readonly string[]) {
  const own: RawBuilder<unknown>[] = columns.map((column) => sql`${sql.ref(column)} = o.${sql.ref(column)}`)
  if (table === 'accounts')
    own.push(sql`labels = (select coalesce(array_agg(label order by first), '{}') from (select label, min(at) as first
      from unnest(k.labels || o.labels) with ordinality as l(label, at) group by label order by first limit 20) l)`)
  const sets = [...own, sql`version = k.version + 1`, sql`updated_at = ${work.now}`]
  // The other is marked as deleted first, which frees unique values.
  await sql`update ${sql.table(table)} set deleted_at = ${work.now}, deleted_by = ${work.caller.userId},
    merged_into = ${id}, version = version + 1 where id = ${otherId}`.execute(work.tx)
  await sql`update ${sql.table(table)} set merged_into = ${id} where merged_into = ${otherId}`.execute(work.tx)
  await sql`update ${sql.table(table)} k set ${sql.join(sets)} from ${sql.table(table)} o
    where k.id = ${id} and o.id = ${otherId}`.execute(work.tx)
}

export const joinAccounts = (work: Work, merging: Merging, take: readonly AccountMergeField[]) =>
  join(
    work,
    'accounts',
    merging,
    take.flatMap((field) => accountColumns[field]),
  )

/** Merges two contacts. */
export async function mergeContacts(
  work: Work,
  merging: Merging,
  take: readonly ContactMergeField[],
): Promise<Contact> {
  await lockBoth(work, 'contacts', merging)
  const before = await getContact(work.tx, merging.id)
  const other = await getContact(work.tx, merging.otherId)
  await join(
    work,
    'contacts',
    merging,
    take.flatMap((field) => contactColumns[field]),
  )
  const after = await getContact(work.tx, merging.id)
  const changes = fieldChanges(before, after)
  work.audit('contact.merged', 'contact', after.id, { name: other.name, otherId: other.id, changes })
  work.audit('contact.mergedInto', 'contact', other.id, { name: after.name, into: after.id })
  if (after.account)
    work.audit('account.contact.merged', 'account', after.account.id, { name: other.name, contactId: after.id })
  work.announce('account_updated', { accountId: after.account?.id ?? after.id })
  return after
}

/** Moves this feature's records of a customer. Commands that write them lock the customer, so none is added meanwhile. */
export async function moveOwn(work: Work, from: string, to: string): Promise<void> {
  const move = (table: 'contacts' | 'addresses' | 'partner_notes' | 'call_tasks') =>
    sql`update ${sql.table(table)} set account_id = ${to} where account_id = ${from}`.execute(work.tx)
  const bump = (table: 'prospects' | 'opportunities') =>
    sql`update ${sql.table(table)} set account_id = ${to}, version = version + 1, updated_at = ${work.now}
      where account_id = ${from}`.execute(work.tx)
  await move('call_tasks')
  await move('contacts')
  await move('addresses')
  await move('partner_notes')
  await bump('prospects')
  await bump('opportunities')
}
