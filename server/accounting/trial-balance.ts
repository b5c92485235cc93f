import type { TrialBalance } from '#shared/accounting/journal-api.ts'
import { addDays } from '#shared/dates.ts'
import { formatAmount, sum } from '#shared/money.ts'
import type { Db } from '#server/db/database.ts'
import { getChart } from './chart.ts'
import { assertDays } from './journal.ts'
import { balancesOf, firstDay, turnoverOf } from './journal-query.ts'

interface Balance {
  account: string
  name: string
  amount: string
}
interface Turnover {
  account: string
  name: string
  debit: string
  credit: string
}

/** The opening balance of every account, its debits and credits in the period, and its closing balance. Throws INVALID. */
export async function getTrialBalance(db: Db, from: string, until: string): Promise<TrialBalance> {
  assertDays(from, until)
  const { chart } = await getChart(db)
  const [before, within] = await Promise.all([
    from > firstDay ? balancesOf<Balance>(addDays(from, -1), chart).execute(db) : { rows: [] },
    turnoverOf<Turnover>(from, until, chart).execute(db),
  ])
  const names = new Map([...before.rows, ...within.rows].map(({ account, name }) => [account, name]))
  const rows = [...names].toSorted().map(([account, name]) => {
    const isOf = (row: { account: string }) => row.account === account
    const opening = BigInt(before.rows.find(isOf)?.amount ?? 0)
    const sums = within.rows.find(isOf)
    const [debit, credit] = [BigInt(sums?.debit ?? 0), BigInt(sums?.credit ?? 0)]
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
