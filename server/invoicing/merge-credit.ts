import { sql } from 'kysely'
import { formatAmount } from '#shared/money.ts'
import type { Db } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import { lockCredit, moveCredit } from './credit.ts'

/** Holds the money of two customers who become one, before their orders and invoices. Answers the credit of the first. */
export async function lockCredits(work: Work, from: string, to: string): Promise<number> {
  const held = new Map<string, number>()
  for (const id of [from, to].toSorted()) held.set(id, await lockCredit(work, id))
  return held.get(from) ?? 0
}

/**
 * Gives what we owe one customer to another, by a row of each: what led there stays where it was booked, and both are the sum
 * of their rows. Both must be locked; `credit` is all of it, in minor units.
 */
export async function mergeCredit(work: Work, from: string, to: string, credit: number): Promise<void> {
  if (credit === 0) return
  await moveCredit(work, from, [{ accountId: from, kind: 'MOVED', amount: -credit, sourceId: to }])
  await moveCredit(work, to, [{ accountId: to, kind: 'MOVED', amount: credit, sourceId: from }])
}

/** What we owe a customer. */
export async function readCredit(db: Db, accountId: string): Promise<string> {
  const { rows } = await sql<{
    credit: number
  }>`select credit from customer_credit where account_id = ${accountId}`.execute(db)
  return formatAmount(rows[0]?.credit ?? 0)
}
