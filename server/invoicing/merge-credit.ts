import { sql } from 'kysely'
import { formatAmount } from '#shared/money.ts'
import type { Db } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import { lockCredit, moveCredit } from './credit.ts'

/** Locks the money of two customers to be merged, before their orders and invoices. Returns the credit of the first. */
export async function lockCredits(work: Work, from: string, to: string): Promise<number> {
  const held = new Map<string, number>()
  for (const id of [from, to].toSorted()) held.set(id, await lockCredit(work, id))
  return held.get(from) ?? 0
}

/**
 * Moves one customer's credit to another, by an entry of each: earlier entries stay where they were booked, and both credits
 * equal the sum of their entries. Both must be locked; `credit` is the whole credit of `from`, in minor units.
 */
export async function mergeCredit(work: Work, from: string, to: string, credit: number): Promise<void> {
  if (credit === 0) return
  await moveCredit(work, from, [{ accountId: from, kind: 'MOVED', amount: -credit, sourceId: to }])
  await moveCredit(work, to, [{ accountId: to, kind: 'MOVED', amount: credit, sourceId: from }])
}

/** The customer's credit. */
export async function readCredit(db: Db, accountId: string): Promise<string> {
  const { rows } = await sql<{
    credit: number
  }>`select credit from customer_credit where account_id = ${accountId}`.execute(db)
  return formatAmount(rows[0]?.credit ?? 0)
}
