import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { type AccountCalls, type CallTask, whyCallNotMarked } from '#shared/crm/partners/calls-api.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { Db } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import { accountKind } from './accounts.ts'
import { fieldChanges } from './field-changes.ts'
import { lockPartner, mayOwn } from './partners.ts'

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
  const { rows } = await sql<Pick<AccountCalls, 'owner' | 'people'>>`select
      (select json_build_object('id', u.id, 'name', u.name) from users u where u.id = a.owner_id and ${mayOwn}) as owner,
      (select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name) order by lower(u.name), u.id), '[]')
        from users u where ${mayOwn}) as people
    from accounts a where a.id = ${accountId} and a.deleted_at is null`.execute(db)
  const [account] = rows
  if (!account) throw new Refusal('NOT_FOUND')
  const data = await db
    .selectFrom('call_tasks as t')
    .select(callColumns)
    .where('t.account_id', '=', accountId)
    .orderBy(sql`t.done_at is not null`)
    .orderBy('t.created_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(maxListed)
    .execute()
  return { ...account, data }
}

export async function listOwners(db: Db) {
  const { rows } = await sql<AccountCalls['people'][number]>`select u.id, u.name from users u where ${mayOwn}
    order by lower(u.name), u.id`.execute(db)
  return { data: rows }
}

/** Throws NOT_FOUND, and INVALID for who is nobody of the office. */
export async function setOwner(work: Work, accountId: string, ownerId: string | null): Promise<AccountCalls> {
  if (ownerId) {
    const { rows } = await sql`select 1 from users u where u.id = ${ownerId} and ${mayOwn}`.execute(work.tx)
    if (rows.length === 0) throw invalid('ownerId', 'is nobody who works here')
  }
  await sql`select 1 from accounts where id = ${accountId} for no key update`.execute(work.tx)
  const before = await listCalls(work.tx, accountId)
  await work.tx
    .updateTable('accounts')
    .set({ owner_id: ownerId, updated_at: work.now })
    .where('id', '=', accountId)
    .execute()
  const after = await listCalls(work.tx, accountId)
  const changes = fieldChanges({ owner: before.owner?.name }, { owner: after.owner?.name })
  work.audit('account.owner', 'account', accountId, { ownerId, changes })
  work.announce('account_updated', { accountId })
  return after
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
