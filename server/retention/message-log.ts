import { sql } from 'kysely'
import type { messagesApi, ResultRow, Results, RetentionMessage } from '#shared/retention/messages-api.ts'
import { resultDays } from '#shared/retention/messages-api.ts'
import { compareGroups, type Tally } from '#shared/retention/hold-out.ts'
import type { RequestOf } from '#shared/http/route.ts'
import type { Db } from '#server/db/database.ts'
import { containing, listPage, pageOfRows, sortOf } from '#server/db/keyset.ts'
import { selection } from '#server/db/selection.ts'
import { withdrawalSql } from './candidate-conditions.ts'

type LogQuery = RequestOf<(typeof messagesApi.listMessages)['spec']>['query']
type ResultQuery = RequestOf<(typeof messagesApi.listResults)['spec']>['query']

const states = { Sent: 'sent', Failed: 'failed' } as const

/** The log of sent and failed messages. `timeZone`: the time zone of the days `from` and `to`. */
export async function listMessages(db: Db, timeZone: string, query: LogQuery) {
  const where = [sql`m.at is not null`]
  if (query.customer) where.push(sql`m.account_id = ${query.customer}`)
  if (query.type) where.push(sql`m.channel = ${query.type}`)
  if (query.status) where.push(sql`m.state = ${states[query.status]}`)
  if (query.from) where.push(sql`m.at >= (${query.from}::date)::timestamp at time zone ${timeZone}`)
  if (query.to) where.push(sql`m.at < (${query.to}::date + 1)::timestamp at time zone ${timeZone}`)
  if (query.q) {
    const like = containing(query.q)
    where.push(sql`(m.account_id in (select h.id from accounts h where (h.name || ' ' || coalesce(h.code, '')) ilike ${like})
      or m.to_address ilike ${like})`)
  }
  const listed = await listPage(
    db,
    {
      columns: selection<
        Omit<RetentionMessage, 'customer'> & { accountId: string; name: string },
        { a: 'accounts'; m: 'retention_messages'; c: 'retention_customers' }
      >({
        id: 'm.id',
        accountId: 'm.account_id',
        name: 'a.name',
        type: 'm.channel',
        status: sql`case m.state when 'sent' then 'Sent' else 'Failed' end`,
        timestamp: sql`m.at`,
        to: 'm.to_address',
        subject: 'm.subject',
        message: 'm.body',
        step: 'm.step',
        trigger: 'm.trigger',
        problem: 'm.problem',
        isUncertain: 'm.is_uncertain',
        deliveredAt: 'm.delivered_at',
        isResent: sql`exists (select 1 from retention_messages n where n.resend_of = m.id)`,
        withdrawal: withdrawalSql,
      }),
      from: sql`retention_messages m join accounts a on a.id = m.account_id
        left join retention_customers c on c.account_id = m.account_id`,
      narrow: sql`retention_messages m`,
      where,
      sort: { by: sql`m.at`, type: 'timestamptz', descending: sortOf(query.sort).descending },
      id: sql`m.id`,
      planEachTime: Boolean(query.q),
    },
    query,
  )
  return pageOfRows(listed, ({ accountId, name, ...row }) => ({ ...row, customer: { id: accountId, name } }))
}

/** The orders after a step, from the day after it, within the result period. */
const ordersAfter = sql`(select count(*) from sales_orders o where o.account_id = t.account_id and o.deleted_at is null
  and o.status <> 'CANCELLED' and o.order_date > t.at::date and o.order_date <= t.at::date + ${sql.lit(resultDays)})`
const dayMs = 86_400_000
/** First steps of the last year whose result period is over. By assignment (intention to treat): failed messages count, too. */
const compared = (now: Date) => [
  sql`t.step = 1`,
  sql`t.kind <> 'call'`,
  sql`t.at <= ${new Date(now.getTime() - (resultDays + 1) * dayMs)}`,
  sql`t.at > ${new Date(now.getTime() - 365 * dayMs)}`,
]

const kinds = { message: 'message', heldOut: 'held out' } as const
const none: Tally = { customers: 0, orders: 0, squares: 0 }

/** The results of messages, compared with held-out customers. */
export async function getResults(db: Db, now: Date): Promise<Results> {
  const { rows } = await sql<
    Tally & { kind: string }
  >`select kind, count(*) as customers, sum(orders)::bigint as orders,
      sum(orders * orders)::bigint as squares
    from (select t.kind, ${ordersAfter} as orders from retention_steps t where ${sql.join(compared(now), sql` and `)}) f
    group by kind`.execute(db)
  const of = (kind: string) => rows.find((row) => row.kind === kind) ?? none
  return compareGroups(of(kinds.message), of(kinds.heldOut))
}

export async function listResults(db: Db, now: Date, query: ResultQuery) {
  const where = compared(now)
  if (query.group) where.push(sql`t.kind = ${kinds[query.group]}`)
  const listed = await listPage(
    db,
    {
      columns: selection<
        Omit<ResultRow, 'customer'> & { accountId: string; name: string },
        { t: 'retention_steps'; a: 'accounts' }
      >({
        id: 't.id',
        accountId: 't.account_id',
        name: 'a.name',
        group: sql`case t.kind when 'message' then 'message' else 'heldOut' end`,
        timestamp: 't.at',
        orders: ordersAfter,
      }),
      from: sql`retention_steps t join accounts a on a.id = t.account_id`,
      where,
      sort: { by: sql`t.at`, type: 'timestamptz', descending: sortOf(query.sort).descending },
      id: sql`t.id`,
    },
    query,
  )
  return pageOfRows(listed, ({ accountId, name, ...row }) => ({ ...row, customer: { id: accountId, name } }))
}
