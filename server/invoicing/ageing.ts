import { type RawBuilder, sql } from 'kysely'
import { type AgeBucket, ageBuckets, ageDays } from '#shared/invoicing/ageing.ts'
import { formatAmount } from '#shared/money.ts'
import type { Db, Tx } from '#server/db/database.ts'

/** Open invoices `v`. */
export const isOpen = sql`v.deleted_at is null and v.voided_at is null and v.paid < v.total`

/** Open invoices in an ageing bucket, by the company's calendar. */
export function isOfAge(age: AgeBucket): RawBuilder<unknown> {
  const [from, to] = ageDays[age]
  const late = from === null ? sql`true` : sql`v.due_date <= company_today() - ${from}::int`
  const early = to === null ? sql`true` : sql`v.due_date >= company_today() - ${to}::int`
  return sql`(${isOpen} and ${late} and ${early})`
}

/** The balance due in each bucket; one statement over the open invoices. */
export async function sumAges(db: Db | Tx, accountId: string | undefined) {
  const ofAccount = accountId ? sql`v.account_id = ${accountId}` : sql`true`
  const columns = ageBuckets.map((age) => {
    const here = isOfAge(age)
    return sql`json_build_object('age', ${age}::text, 'due', coalesce(sum(v.total - v.paid) filter (where ${here}), 0)::text,
      'invoices', count(*) filter (where ${here}))`
  })
  const { rows } = await sql<{ ages: { age: AgeBucket; due: string; invoices: number }[] }>`
    select json_build_array(${sql.join(columns)}) as ages from invoices v where ${isOpen} and ${ofAccount}`.execute(db)
  return (rows[0]?.ages ?? []).map((one) => ({ ...one, due: formatAmount(BigInt(one.due)) }))
}
