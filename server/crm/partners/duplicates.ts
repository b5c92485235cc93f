import { type RawBuilder, sql } from 'kysely'
import type { Duplicate } from '#shared/crm/partners/merge-api.ts'
import type { Db } from '#server/db/database.ts'

interface Like {
  name: string
  email: string
  phone: string
  taxNumber?: string
}

const maxDuplicates = 5
/** Names with a lower similarity are considered different. */
const leastAlike = 0.55
const minDigits = 6

interface DuplicateKind {
  table: 'accounts' | 'suppliers' | 'contacts' | 'prospects'
  /** Only customers and suppliers have a tax number. */
  hasTaxNumber: boolean
  about: RawBuilder<unknown>
}
export const duplicateKinds = {
  accounts: { table: 'accounts', hasTaxNumber: true, about: sql`concat_ws(' · ', t.code, t.country)` },
  suppliers: { table: 'suppliers', hasTaxNumber: true, about: sql`t.country` },
  contacts: {
    table: 'contacts',
    hasTaxNumber: false,
    about: sql`coalesce((select a.name from accounts a where a.id = t.account_id),
      (select s.name from suppliers s where s.id = t.supplier_id), t.affiliation)`,
  },
  prospects: { table: 'prospects', hasTaxNumber: false, about: sql`concat_ws(' · ', t.contact, t.country, t.status)` },
} as const satisfies Record<string, DuplicateKind>

/**
 * Possible duplicates: with a similar name (names with different digits are different), or the same email address, last digits
 * of the phone number or tax number. Each has its own index.
 */
export async function listDuplicates(
  db: Db,
  { table, hasTaxNumber, about }: DuplicateKind,
  like: Like,
): Promise<Duplicate[]> {
  const name = like.name.trim().toLowerCase()
  const email = like.email.trim().toLowerCase()
  const phone = like.phone.replace(/\D/g, '').slice(-8)
  const tax = (like.taxNumber ?? '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const digits = sql`regexp_replace(lower(t.name), '\\D', '', 'g') = ${name.replace(/\D/g, '')}`
  const reasons: [reason: string, where: RawBuilder<unknown>][] = []
  if (name.length >= 3)
    reasons.push([
      'name',
      sql`lower(t.name) % ${name} and similarity(lower(t.name), ${name}) >= ${leastAlike} and ${digits}`,
    ])
  if (email) reasons.push(['email', sql`lower(t.email) = ${email}`])
  if (phone.length >= minDigits) reasons.push(['phone', sql`phone_end(t.phone) = ${phone}`])
  if (tax && hasTaxNumber) reasons.push(['taxNumber', sql`plain_number(t.tax_number) = ${tax}`])
  if (reasons.length === 0) return []
  const found = reasons.map(
    ([reason, where]) => sql`(select t.id, ${reason}::text as reason from ${sql.table(table)} t
      where t.deleted_at is null and ${where} order by similarity(lower(t.name), ${name}) desc, t.id limit ${maxDuplicates})`,
  )
  const { rows } = await sql<Duplicate>`select t.id, t.name, nullif(${about}, '') as about, f.by from (
      select id, array_agg(reason) as by from (${sql.join(found, sql` union all `)}) f group by id) f
    join ${sql.table(table)} t on t.id = f.id
    order by cardinality(f.by) desc, similarity(lower(t.name), ${name}) desc, t.id limit ${maxDuplicates}`.execute(db)
  return rows
}
