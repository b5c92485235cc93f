import { type RawBuilder, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { z } from 'zod'
import type { Contact, ContactInput, contactsApi } from '#shared/crm/contacts/api.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import { lockVersion, softDelete } from '#server/kernel/changes.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { containing, type ListPlan, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import type { Work } from '#server/kernel/work.ts'
import { fieldChanges } from '#server/crm/partners/field-changes.ts'

type Input = z.output<typeof ContactInput>
type Query = RequestOf<(typeof contactsApi.listContacts)['spec']>['query']
export type ContactChoice = Omit<Query, 'limit' | 'cursor'>

const from = sql`contacts c left join accounts a on a.id = c.account_id left join suppliers s on s.id = c.supplier_id`
const columns = selection<Contact, { c: 'contacts' }>({
  id: 'c.id',
  name: 'c.name',
  email: 'c.email',
  phone: 'c.phone',
  position: 'c.position',
  affiliation: 'c.affiliation',
  status: 'c.status',
  notes: 'c.notes',
  createdAt: 'c.created_at',
  updatedAt: 'c.updated_at',
  version: 'c.version',
  account: sql`case when a.id is not null then json_build_object('id', a.id, 'name', a.name) end`,
  supplier: sql`case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end`,
})
const words = sql`(h.name || ' ' || coalesce(h.email, '') || ' ' || coalesce(h.phone, '') || ' '
  || coalesce(h.position, '') || ' ' || coalesce(h.affiliation, '') || ' ' || coalesce(h.notes, ''))`

const sorts = {
  name: { by: sql`lower(c.name)`, type: 'text' },
  createdAt: { by: sql`c.created_at`, type: 'timestamptz' },
  updatedAt: { by: sql`c.updated_at`, type: 'timestamptz' },
} as const satisfies Record<string, Omit<ListPlan['sort'], 'descending'>>

const belonging = {
  customer: sql`c.account_id is not null`,
  supplier: sql`c.supplier_id is not null`,
  other: sql`c.affiliation is not null`,
  nobody: sql`num_nonnulls(c.account_id, c.supplier_id, c.affiliation) = 0`,
}

/** Contacts whose name, or whose company's name, matches. */
function mentions(typed: string): RawBuilder<unknown> {
  const like = containing(typed)
  return sql`c.id in (select h.id from contacts h where h.deleted_at is null and ${words} ilike ${like}
    union select h.id from contacts h where h.account_id in (select id from accounts where lower(name) like lower(${like}) and deleted_at is null)
    union select h.id from contacts h where h.supplier_id in (select id from suppliers where lower(name) like lower(${like}) and deleted_at is null))`
}

/** The list plan of the address book, for pages and exports. */
export function contactPlan(choice: ContactChoice): ListPlan<Contact> {
  const { name, descending } = sortOf(choice.sort)
  const where: RawBuilder<unknown>[] = [sql`c.deleted_at is null`]
  if (choice.status) where.push(sql`c.status = ${choice.status}`)
  if (choice.at) where.push(belonging[choice.at])
  if (choice.account) where.push(sql`c.account_id = ${choice.account}`)
  if (choice.supplier) where.push(sql`c.supplier_id = ${choice.supplier}`)
  if (choice.q) where.push(mentions(choice.q))
  return {
    columns,
    from,
    narrow: sql`contacts c`,
    where,
    sort: { ...sorts[name], descending },
    id: sql`c.id`,
    planEachTime: Boolean(choice.q),
  }
}

export async function listContacts(db: Db, query: Query) {
  return pageOfRows(await listPage(db, contactPlan(query), query), (row) => row)
}

/** One contact; the id of a merged contact returns the one that it was merged into. */
export async function getContact(db: Db | Tx, id: string): Promise<Contact> {
  const { rows } = await sql<Contact>`select ${columns} from ${from} where c.deleted_at is null
    and c.id = coalesce((select merged_into from contacts where id = ${id}), ${id})`.execute(db)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

export async function createContact(work: Work, input: Input): Promise<Contact> {
  const id = newId()
  await holdAffiliation(work.tx, input)
  await work.tx
    .insertInto('contacts')
    .values({ id, ...columnsOf(input), created_at: work.now, updated_at: work.now })
    .execute()
  return auditContact(work, 'contact.created', id)
}

export async function updateContact(work: Work, id: string, version: number, input: Input): Promise<Contact> {
  await lockVersion(work.tx, 'contacts', id, version)
  await holdAffiliation(work.tx, input, id)
  const before = await getContact(work.tx, id)
  const change = { ...columnsOf(input), version: version + 1, updated_at: work.now }
  await work.tx.updateTable('contacts').set(change).where('id', '=', id).execute()
  return auditContact(work, 'contact.updated', id, before)
}

type Patch = RequestOf<(typeof contactsApi.changeContact)['spec']>['body']

/** Changes fields that contacts can share, in bulk: each field is independent, so no version is needed. */
export async function changeContact(work: Work, id: string, { status, unlink }: Patch): Promise<Contact> {
  await sql`select 1 from contacts where id = ${id} and deleted_at is null for no key update`.execute(work.tx)
  const before = await getContact(work.tx, id)
  if (before.id !== id) throw new Refusal('NOT_FOUND')
  const change = {
    ...(status && { status }),
    ...(unlink && { account_id: null, supplier_id: null, affiliation: null }),
    version: before.version + 1,
    updated_at: work.now,
  }
  await work.tx.updateTable('contacts').set(change).where('id', '=', id).execute()
  return auditContact(work, 'contact.updated', id, before)
}

export async function deleteContact(work: Work, id: string): Promise<void> {
  await softDelete(work.tx, 'contacts', id, work.caller.userId)
  const { rows } = await sql<{ name: string; account: string | null; supplier: string | null }>`select name,
    account_id as account, supplier_id as supplier from contacts where id = ${id}`.execute(work.tx)
  const [{ name, account, supplier } = { name: '', account: null, supplier: null }] = rows
  work.audit('contact.deleted', 'contact', id, { name })
  if (account) work.audit('account.contact.removed', 'account', account, { name, contactId: id })
  if (supplier) work.audit('supplier.contact.removed', 'supplier', supplier, { name, contactId: id })
  work.announce('account_updated', { accountId: account ?? supplier ?? id })
}

const columnsOf = ({ accountId, supplierId, ...rest }: Input) => ({
  ...rest,
  account_id: accountId ?? null,
  supplier_id: supplierId ?? null,
})

/**
 * Locks the account or supplier of the contact, so that it is neither deleted nor merged meanwhile. `contactId` may stay with a
 * deleted one.
 */
async function holdAffiliation(
  tx: Tx,
  { accountId, supplierId }: Input,
  contactId: string | null = null,
): Promise<void> {
  const hold = async (table: string, id: string, field: string, what: string) => {
    const { rows } = await sql`select 1 from ${sql.table(table)} p where p.id = ${id} and (p.deleted_at is null
        or exists (select 1 from contacts c where c.id = ${contactId}::uuid and p.id in (c.account_id, c.supplier_id)))
      for share of p`.execute(tx)
    if (rows.length === 0) throw invalid(field, `is not a ${what}`)
  }
  if (accountId) await hold('accounts', accountId, 'accountId', 'customer')
  if (supplierId) await hold('suppliers', supplierId, 'supplierId', 'supplier')
}

/** Audits a change of a contact, including its former and current company, whose timelines show it, too. */
async function auditContact(work: Work, act: string, id: string, before?: Contact): Promise<Contact> {
  const contact = await getContact(work.tx, id)
  const { name, account, supplier } = contact
  work.audit(act, 'contact', id, { ...(before && { changes: fieldChanges(before, contact) }), name })
  const sides = [
    { entity: 'account', now: account, past: before?.account ?? null },
    { entity: 'supplier', now: supplier, past: before?.supplier ?? null },
  ]
  for (const { entity, now, past } of sides) {
    if (now && now.id !== past?.id) work.audit(`${entity}.contact.added`, entity, now.id, { name, contactId: id })
    if (past && past.id !== now?.id) work.audit(`${entity}.contact.removed`, entity, past.id, { name, contactId: id })
    if (now && now.id === past?.id) work.audit(`${entity}.contact.changed`, entity, now.id, { name, contactId: id })
  }
  work.announce('account_updated', { accountId: account?.id ?? supplier?.id ?? id })
  return contact
}
