import { sql } from 'kysely'
import { chartOf, type JournalAccount } from '#shared/accounting/accounts.ts'
import type { Chart, DatevHeader } from '#shared/accounting/journal-api.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'

/** The accounts that the journal books to; version 1 is before anybody chose any. */
export async function getChart(db: Db | Tx): Promise<Chart> {
  const { rows } = await sql<{
    content: JournalAccount[] | null
    version: number | null
    consultant: number | null
    client: number | null
    fiscal_month: number | null
    taxRates: string[] | null
  }>`
    select a.content, a.version, a.consultant, a.client, a.fiscal_month, (select array_agg(distinct name order by name) from (
        select r->>'name' as name from settings s, jsonb_array_elements(s.content #> '{tax,rates}') r
        union select tax_name from invoice_lines) t) as "taxRates"
    from (select) as one left join journal_accounts a on true`.execute(db)
  const [row] = rows
  const chosen = row?.content ?? []
  const datev = { consultant: row?.consultant ?? 1001, client: row?.client ?? 1, fiscalMonth: row?.fiscal_month ?? 1 }
  return { chosen, chart: chartOf(chosen), taxRates: row?.taxRates ?? [], datev, version: row?.version ?? 1 }
}

/** Replaces them, and what DATEV files name where it is given. Throws VERSION_CONFLICT. */
export async function putChart(
  work: Work,
  version: number,
  { accounts, datev }: { accounts: readonly JournalAccount[]; datev?: DatevHeader | undefined },
): Promise<Chart> {
  const { consultant, client, fiscalMonth } = datev ?? (await getChart(work.tx)).datev
  const rows = await work.tx
    .insertInto('journal_accounts')
    .columns(['id', 'content', 'version', 'updated_at', 'consultant', 'client', 'fiscal_month'])
    .expression(sql`select 1, ${JSON.stringify(accounts)}::jsonb, 2, ${work.now}::timestamptz, ${consultant}::int, ${client}::int, ${fiscalMonth}::int
      where ${version}::int = 1 or exists (select 1 from journal_accounts)`)
    .onConflict((oc) =>
      oc
        .column('id')
        .doUpdateSet((eb) => ({
          content: eb.ref('excluded.content'),
          consultant: eb.ref('excluded.consultant'),
          client: eb.ref('excluded.client'),
          fiscal_month: eb.ref('excluded.fiscal_month'),
          version: sql<number>`journal_accounts.version + 1`,
          updated_at: work.now,
        }))
        .where(sql<boolean>`journal_accounts.version = ${version}`),
    )
    .returning('version')
    .execute()
  const latest = await getChart(work.tx)
  if (rows.length === 0) throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: latest.version } })
  work.audit('journal.accounts', 'settings', null, { accounts, ...(datev && { datev }) })
  return latest
}
