import { sql } from 'kysely'
import type { OptOut, optOutsApi } from '#shared/retention/opt-outs-api.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { Db } from '#server/db/database.ts'
import { containing, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import type { Work } from '#server/kernel/work.ts'
import { announceRetention } from './announce.ts'

type Query = RequestOf<(typeof optOutsApi.listOptOuts)['spec']>['query']
type Way = OptOut['optedOutBy']

export async function listOptOuts(db: Db, query: Query) {
  const where = [sql`c.opted_out_at is not null`, sql`a.deleted_at is null`]
  if (query.q) where.push(sql`(a.name || ' ' || coalesce(a.code, '')) ilike ${containing(query.q)}`)
  const listed = await listPage(
    db,
    {
      columns: selection<OptOut, { c: 'retention_customers'; a: 'accounts' }>({
        id: 'c.account_id',
        name: 'a.name',
        optedOutAt: sql`c.opted_out_at`,
        optedOutBy: sql`c.opted_out_by`,
      }),
      from: sql`retention_customers c join accounts a on a.id = c.account_id`,
      where,
      sort: { by: sql`c.opted_out_at`, type: 'timestamptz', descending: sortOf(query.sort).descending },
      id: sql`c.account_id`,
    },
    query,
  )
  return pageOfRows(listed, (row) => row)
}

/** Sets an opt-out by a user, on the customer's behalf. Throws INVALID if the customer doesn't exist. */
export async function setOptOut(work: Work, accountId: string, optedOut: boolean): Promise<{ optedOut: boolean }> {
  const { rows } = await sql`select 1 from accounts where id = ${accountId} and deleted_at is null`.execute(work.tx)
  if (rows.length === 0) throw invalid('accountId', 'is not a customer')
  await work.tx
    .insertInto('retention_customers')
    .values({ account_id: accountId })
    .onConflict((oc) => oc.doNothing())
    .execute()
  await write(work, [accountId], optedOut, 'Staff')
  return { optedOut }
}

/** The id of account `a`, or of the one that it was merged into. */
const currentId = sql<string>`coalesce(a.merged_into, a.id)`

/** Opts out by the link in a message. Throws TOKEN_INVALID for an unknown key. */
export async function unsubscribe(work: Work, key: string, optedOut: boolean, way: Way = 'Link') {
  const { rows } = await sql<{ id: string; company: string }>`select ${currentId} as id,
      coalesce((select content #>> '{company,name}' from settings), 'Wardstock') as company
    from retention_customers c join accounts a on a.id = c.account_id where c.unsubscribe_key = ${key} for share of a`.execute(
    work.tx,
  )
  const [row] = rows
  if (!row) throw new Refusal('TOKEN_INVALID', 'This link is not complete. Open it from the message again.')
  await write(work, [row.id], optedOut, way)
  return { company: row.company, optedOut }
}

/** Opts out by the reply STOP: all customers with this number, as it is unknown which of them replied. */
export async function optOutByPhone(work: Work, phone: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select ${currentId} as id from accounts a
    where a.phone is not null and length(phone_end(${phone})) >= 7 and phone_end(a.phone) = phone_end(${phone})
    order by a.id for share`.execute(work.tx)
  const ids = [...new Set(rows.map(({ id }) => id))]
  await work.tx
    .insertInto('retention_customers')
    .columns(['account_id'])
    .expression(sql`select unnest(${ids}::uuid[])`)
    .onConflict((oc) => oc.doNothing())
    .execute()
  await write(work, ids, true, 'SMS')
}

async function write(work: Work, ids: readonly string[], optedOut: boolean, way: Way): Promise<void> {
  await work.tx
    .updateTable('retention_customers')
    .set({ opted_out_at: optedOut ? work.now : null, opted_out_by: optedOut ? way : null })
    .where('account_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where(sql<boolean>`(opted_out_at is not null) <> ${optedOut}`)
    .execute()
  for (const id of ids) {
    work.audit(optedOut ? 'retention.optedOut' : 'retention.optedIn', 'account', id, { way })
    announceRetention(work, id)
  }
  if (ids.length === 0) work.audit('retention.optedOut', 'account', null, { way })
}
