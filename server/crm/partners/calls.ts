import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { type AccountCalls, type CallTask, whyCallNotMarked } from '#shared/crm/partners/calls-api.ts'
import { Refusal } from '#shared/http/refusal.ts'
import type { Db } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import { accountKind } from './accounts.ts'
import { getPartner, lockPartner } from './partners.ts'

const maxListed = 20

const callColumns = [
  't.id',
  't.note',
  't.due_date as dueDate',
  't.created_at as createdAt',
  't.done_at as doneAt',
  sql<string | null>`(select name from users where id = t.done_by)`.as('doneBy'),
] as const

export async function listCalls(db: Db, accountId: string): Promise<AccountCalls> {
  await getPartner(db, accountKind, accountId)
  const data = await db
    .selectFrom('call_tasks as t')
    .select(callColumns)
    .where('t.account_id', '=', accountId)
    .orderBy(sql`t.done_at is not null`)
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(maxListed)
    .execute()
  return { data }
}

export async function createCall(
  work: Work,
  call: { accountId: string; note: string | null; dueDate: string },
): Promise<string> {
  const { accountId, note, dueDate } = call
  await lockPartner(work.tx, accountKind, accountId)
  const id = newId()
  await work.tx
    .insertInto('call_tasks')
    .values({
      id,
      account_id: accountId,
      note,
      due_date: dueDate,
      created_by: work.caller.userId,
      created_at: work.now,
    })
    .execute()
  work.audit('account.call.planned', 'account', accountId, { dueDate })
  work.announce('account_updated', { accountId })
  return id
}

/** Throws NOT_FOUND and INVALID_TRANSITION. */
export async function markCall(work: Work, id: string, isDone: boolean): Promise<CallTask> {
  const { rows: found } = await sql<{ accountId: string; doneAt: string | null }>`select t.account_id as "accountId",
      t.done_at as "doneAt"
    from call_tasks t where t.id = ${id} for no key update`.execute(work.tx)
  const [task] = found
  if (!task) throw new Refusal('NOT_FOUND')
  const why = whyCallNotMarked(task, isDone)
  if (why) throw new Refusal('INVALID_TRANSITION', why)
  const rows = await work.tx
    .updateTable('call_tasks as t')
    .set({ done_at: isDone ? work.now : null, done_by: isDone ? work.caller.userId : null })
    .where('t.id', '=', id)
    .returning(callColumns)
    .execute()
  work.audit(isDone ? 'account.call.made' : 'account.call.reopened', 'account', task.accountId)
  work.announce('account_updated', { accountId: task.accountId })
  return rows[0] as CallTask
}
