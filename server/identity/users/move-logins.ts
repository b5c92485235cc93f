import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import type { Work } from '#server/kernel/work.ts'
import { nextVersion } from '#server/db/next-version.ts'

/** Locks the logins of a customer; call it before the customer is locked. */
export async function lockLogins(work: Work, accountId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from users where account_id = ${accountId}
    order by id for no key update`.execute(work.tx)
  work.locks.take('users', ...rows.map(({ id }) => id))
}

/** Moves the locked logins to another customer. A login added meanwhile isn't locked: then the merge has to be retried. */
export async function moveLogins(work: Work, from: string, to: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from users where account_id = ${from} order by id`.execute(
    work.tx,
  )
  try {
    work.locks.take('users', ...rows.map(({ id }) => id))
  } catch {
    throw new Refusal('REQUEST_IN_PROGRESS', 'A login was just added to this customer. Try again.')
  }
  await work.tx
    .updateTable('users')
    .set({ account_id: to, version: nextVersion, updated_at: work.now })
    .where('account_id', '=', from)
    .execute()
}
