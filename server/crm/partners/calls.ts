import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { AccountCalls, CallTask } from '#shared/crm/partners/calls-api.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { Db } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import { accountKind } from './accounts.ts'
import { lockPartner } from './partners.ts'

const maxListed = 20

const columns = sql`t.id, t.note, t.due_date as "dueDate", t.created_at as "createdAt", t.done_at as "doneAt",
  (select name from users where id = t.done_by) as "doneBy"`

/** Who may own a customer. */
const mayOwn = sql`u.role in ('admin', 'staff', 'sales_rep') and u.suspended_at is null`

export async function listCalls(db: Db, accountId: string): Promise<AccountCalls> {
  const { rows } = await sql<Pick<AccountCalls, 'owner' | 'people'>>`select
      (select json_build_object('id', u.id, 'name', u.name) from users u where u.id = a.owner_id) as owner,
      (select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name) order by lower(u.name), u.id), '[]')
        from users u where ${mayOwn}) as people
    from accounts a where a.id = ${accountId} and a.deleted_at is null`.execute(db)
  const [account] = rows
  if (!account) throw new Refusal('NOT_FOUND')
  const { rows: data } = await sql<CallTask>`select ${columns} from call_tasks t where t.account_id = ${accountId}
    order by t.done_at is not null, t.created_at desc, t.id desc limit ${maxListed}`.execute(db)
  return { ...account, data }
}

/** Throws NOT_FOUND, and INVALID for who is nobody of the office. */
export async function setOwner(work: Work, accountId: string, ownerId: string | null): Promise<AccountCalls> {
  if (ownerId) {
    const { rows } = await sql`select 1 from users u where u.id = ${ownerId} and ${mayOwn}`.execute(work.tx)
    if (rows.length === 0) throw invalid('ownerId', 'is nobody who works here')
  }
  const done = await sql`update accounts set owner_id = ${ownerId}, updated_at = ${work.now}
    where id = ${accountId} and deleted_at is null`.execute(work.tx)
  if (!done.numAffectedRows) throw new Refusal('NOT_FOUND')
  work.audit('account.owner', 'account', accountId, { ownerId })
  work.announce('account_updated', { accountId })
  return listCalls(work.tx, accountId)
}

export async function createCall(
  work: Work,
  call: { accountId: string; note: string | null; dueDate: string },
): Promise<string> {
  const { accountId, note, dueDate } = call
  await lockPartner(work.tx, accountKind, accountId)
  const id = newId()
  await sql`insert into call_tasks (id, account_id, note, due_date, created_by, created_at)
    values (${id}, ${accountId}, ${note}, ${dueDate}, ${work.caller.userId}, ${work.now})`.execute(work.tx)
  work.audit('account.call.planned', 'account', accountId, { dueDate })
  work.announce('account_updated', { accountId })
  return id
}

/** Throws NOT_FOUND and INVALID_TRANSITION. */
export async function markCall(work: Work, id: string, isDone: boolean): Promise<CallTask> {
  const { rows: found } = await sql<{ accountId: string; isDone: boolean }>`select t.account_id as "accountId",
      t.done_at is not null as "isDone"
    from call_tasks t where t.id = ${id} for no key update`.execute(work.tx)
  const [task] = found
  if (!task) throw new Refusal('NOT_FOUND')
  if (task.isDone === isDone)
    throw new Refusal('INVALID_TRANSITION', isDone ? 'This call was made already.' : 'This call is open already.')
  const { rows } = await sql<CallTask>`update call_tasks t set done_at = ${isDone ? work.now : null}::timestamptz,
      done_by = ${isDone ? work.caller.userId : null}::uuid where t.id = ${id} returning ${columns}`.execute(work.tx)
  work.audit(isDone ? 'account.call.made' : 'account.call.reopened', 'account', task.accountId)
  work.announce('account_updated', { accountId: task.accountId })
  return rows[0] as CallTask
}
