import { sql } from 'kysely'
import type { TrialBalance } from '#shared/accounting/journal-api.ts'
import type { JournalAccount } from '#shared/accounting/accounts.ts'
import { addDays } from '#shared/dates.ts'
import { formatAmount, sum } from '#shared/money.ts'
import type { Db } from '#server/db/database.ts'
import { getChart } from './chart.ts'
import { assertDays } from './journal.ts'
import { firstDay, ledgerOf } from './journal-query.ts'

interface Sums {
  account: string
  name: string
  debit: string
  credit: string
}

async function sumAccounts(db: Db, from: string, until: string, chart: readonly JournalAccount[]): Promise<Sums[]> {
  const { rows } = await sql<Sums>`/* plan each time */ with ${ledgerOf(from, until, chart)}
    select account, name, coalesce(sum(amount) filter (where amount > 0), 0)::text as debit,
      coalesce(-sum(amount) filter (where amount < 0), 0)::text as credit
    from ledger group by 1, 2 order by 1`.execute(db)
  return rows
}

/** What every account had before a period, what was booked to it in the period, and what it has then. Throws INVALID. */
export async function getTrialBalance(db: Db, from: string, until: string): Promise<TrialBalance> {
  assertDays(from, until)
  const { chart } = await getChart(db)
  const [before, within] = await Promise.all([
    from > firstDay ? sumAccounts(db, firstDay, addDays(from, -1), chart) : [],
    sumAccounts(db, from, until, chart),
  ])
  const names = new Map([...before, ...within].map(({ account, name }) => [account, name]))
  const find = (rows: readonly Sums[], account: string) => {
    const row = rows.find((one) => one.account === account)
    return { debit: BigInt(row?.debit ?? 0), credit: BigInt(row?.credit ?? 0) }
  }
  const rows = [...names].toSorted().map(([account, name]) => {
    const earlier = find(before, account)
    const opening = earlier.debit - earlier.credit
    const { debit, credit } = find(within, account)
    return { account, name, opening, debit, credit, closing: opening + debit - credit }
  })
  return {
    from,
    until,
    rows: rows.map(({ account, name, opening, debit, credit, closing }) => ({
      account,
      name,
      opening: formatAmount(opening),
      debit: formatAmount(debit),
      credit: formatAmount(credit),
      closing: formatAmount(closing),
    })),
    totals: {
      debit: formatAmount(sum(rows.map(({ debit }) => debit))),
      credit: formatAmount(sum(rows.map(({ credit }) => credit))),
    },
  }
}
