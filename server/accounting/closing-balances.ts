import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#server/db/database.ts'
import type { JobHandler } from '#server/kernel/job-contract.ts'
import { holdClosedUntil } from '#server/kernel/posting-date.ts'
import { balancesByRole, firstDay, linesBetween } from './journal-query.ts'

const timeout = '30min'

/** After a period is closed, stores each account's balance at its end: nothing changes it any more. */
export const closingBalancesJob = ({ database }: { database: Database }): JobHandler<'store-closing-balances'> => ({
  run: () => storeClosingBalances(database),
  // For a period that was closed by a version without this job.
  async missing() {
    const { rows } = await sql`select 1 from period_lock p where p.closed_until is not null
      and not exists (select 1 from closing_balances b where b.closed_until = p.closed_until)`.execute(database.db)
    return rows.length > 0 ? [{ data: {} }] : []
  },
})

async function storeClosingBalances(database: Database): Promise<void> {
  await database.db.transaction().execute(async (tx) => {
    await sql.raw(`set local statement_timeout = '${timeout}'`).execute(tx)
    // Locks the period, so that it can't be reopened meanwhile.
    const closedUntil = await holdClosedUntil(tx)
    if (closedUntil === null || (await isStored(tx, closedUntil))) return
    await tx
      .insertInto('closing_balances')
      .columns(['closed_until', 'role', 'key', 'amount'])
      .expression(sql`select ${closedUntil}::date, role, key, amount::bigint from (${balancesByRole(closedUntil)}) b`)
      .execute()
  })
}

async function isStored(tx: Tx, closedUntil: string): Promise<boolean> {
  const { rows } = await sql`select 1 from closing_balances where closed_until = ${closedUntil} limit 1`.execute(tx)
  return rows.length > 0
}

/** Stored balances that differ from the journal: closed_until, role, key, stored and said (by the journal). */
export const wrongClosingBalances: RawBuilder<unknown> = sql`
  with periods as materialized (select distinct closed_until from closing_balances),
  ${linesBetween(sql.lit(firstDay), sql`(select max(closed_until) from periods)`)},
  moved as materialized (select day, role, key, sum(amount) as amount from lines group by 1, 2, 3),
  said as (select p.closed_until, m.role, m.key, sum(m.amount) as amount from periods p join moved m on m.day <= p.closed_until
    group by 1, 2, 3 having sum(m.amount) <> 0)
  select coalesce(c.closed_until, s.closed_until) as closed_until, coalesce(c.role, s.role) as role, coalesce(c.key, s.key) as key,
    coalesce(c.amount, 0) as stored, coalesce(s.amount, 0) as said
  from closing_balances c full join said s on (s.closed_until, s.role, s.key) = (c.closed_until, c.role, c.key)
  where c.amount is distinct from s.amount`
