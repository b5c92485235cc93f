import { formatDay } from '#shared/format-day.ts'
import { sql } from 'kysely'
import { chartOf, type JournalAccount } from '#shared/accounting/accounts.ts'
import type { Chart, DatevHeader } from '#shared/accounting/journal-api.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { ChangedMeanwhile } from '#server/kernel/last-change.ts'
import { holdClosedUntil } from '#server/kernel/posting-date.ts'
import type { Work } from '#server/kernel/work.ts'
import { oneOf } from '#server/db/one-of.ts'
import { firstDay, linesBetween } from './journal-query.ts'

/** The check of closed periods reads the journal of all years, which takes long for a large company. */
const checkTimeout = '120s'

/** The accounts that the journal books to; version 1 means that nobody has changed the defaults yet. */
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

/** Replaces the accounts and, if given, the DATEV header. Throws VERSION_CONFLICT, PERIOD_CLOSED. */
export async function putChart(
  work: Work,
  version: number,
  { accounts, datev }: { accounts: readonly JournalAccount[]; datev?: DatevHeader | undefined },
): Promise<Chart> {
  // Holds the closed period until the commit.
  const closedUntil = await holdClosedUntil(work.tx)
  const before = await getChart(work.tx)
  const { consultant, client, fiscalMonth } = datev ?? before.datev
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
  if (rows.length === 0) throw new ChangedMeanwhile(latest.version, { entity: 'settings', acts: ['journal.accounts'] })
  if (closedUntil) await assertClosedStays(work, closedUntil, before.chart, latest.chart)
  work.audit('journal.accounts', 'settings', null, { accounts, ...(datev && { datev }) })
  return latest
}

const accountOf = (chart: readonly JournalAccount[], role: string, key: string) =>
  chart.find((one) => one.role === role && one.key === key) ?? chart.find((one) => one.role === role && one.key === '')

/** What was posted in a closed period keeps its account number and name. Throws PERIOD_CLOSED. */
async function assertClosedStays(
  { tx }: Work,
  closedUntil: string,
  before: readonly JournalAccount[],
  after: readonly JournalAccount[],
): Promise<void> {
  const isSame = (role: string, key: string) => {
    const [then, now] = [accountOf(before, role, key), accountOf(after, role, key)]
    return then?.number === now?.number && then?.name === now?.name
  }
  const roles = [
    ...new Set([...before, ...after].filter(({ role, key }) => !isSame(role, key)).map(({ role }) => role)),
  ]
  if (roles.length === 0) return
  await sql.raw(`set local statement_timeout = '${checkTimeout}'`).execute(tx)
  const { rows } = await sql<{ role: string; key: string }>`/* plan each time */
    with ${linesBetween(sql`${firstDay}`, sql`${closedUntil}`)}
    select distinct role, key from lines where role in ${oneOf(roles)} and amount <> 0 order by role, key`.execute(tx)
  const moved = rows.find(({ role, key }) => !isSame(role, key))
  const account = moved && accountOf(before, moved.role, moved.key)
  if (!account) return
  throw new Refusal(
    'PERIOD_CLOSED',
    `The books are closed up to ${formatDay(closedUntil)}, and ${account.number} ${account.name} has postings in that period: it keeps its number and name. Reopen the period first.`,
    { details: { closedUntil } },
  )
}
