import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { Refusal } from '#shared/http/refusal.ts'
import { nothingToResend, type Withdrawal, whyNotResent, whyNotRun } from '#shared/retention/messages-api.ts'
import { all } from '#server/db/keyset.ts'
import { queueJob } from '#server/kernel/queue-job.ts'
import type { Work } from '#server/kernel/work.ts'
import { announceRetention } from './announce.ts'
import { candidateSource, candidateSql, type Moment, withdrawalSql } from './candidate-conditions.ts'
import { isResendable } from './candidates.ts'
import { stopAutomaticSending } from './settings.ts'

/**
 * Queues a message for every candidate who is not excluded, and records those who are held out. The key of a step is customer,
 * spell and step, so that a concurrent run adds nothing.
 */
export async function queueMessages(work: Work, moment: Moment, accountIds?: readonly string[]) {
  const found = candidateSql(moment)
  const where = [...found.where, sql`not ${found.isPrevented}`]
  if (accountIds) where.push(sql`c.account_id = any(${accountIds}::uuid[])`)
  const { rows } = await sql<{ queued: number; heldOut: number }>`with ready as materialized (
      select c.account_id, c.last_order_date as spell, ${found.step} as step, ${found.trigger} as trigger,
        ${found.channel} as channel, ${found.address} as address, ${found.excludedBy.heldOut} as held_out
      from ${candidateSource} where ${all(where)} order by c.account_id),
    noted as (
      insert into retention_steps (account_id, spell, step, kind, trigger, at)
      select account_id, spell, step, case when held_out then 'held out' else 'message' end, trigger, ${work.now}::timestamptz
      from ready on conflict do nothing returning account_id, spell, step, kind),
    queued as (
      insert into retention_messages (id, account_id, spell, step, trigger, channel, to_address, queued_at)
      select gen_random_uuid(), r.account_id, r.spell, r.step, r.trigger, r.channel, r.address, ${work.now}::timestamptz
      from ready r join noted n using (account_id, spell, step) where n.kind = 'message' returning 1)
    select (select count(*) from queued) as queued,
      (select count(*) from noted where kind = 'held out') as "heldOut"`.execute(work.tx)
  const { queued = 0, heldOut = 0 } = rows[0] ?? {}
  if (queued > 0) await queueJob(work.tx, 'send-retention-messages', {})
  work.audit('retention.run', 'retention', null, { queued, heldOut })
  if (queued + heldOut > 0) announceRetention(work)
  return { queued, heldOut }
}

/** The same as a user's action: throws NOT_READY if nobody would get a message. */
export async function runNow(work: Work, moment: Moment, accountIds?: readonly string[]) {
  const done = await queueMessages(work, moment, accountIds)
  const why = whyNotRun({ ready: done.queued, heldOut: done.heldOut })
  if (why) throw new Refusal('NOT_READY', why)
  return done
}

/** Withdraws waiting messages; their customers become candidates again. */
export async function stopMessages(work: Work): Promise<{ withdrawn: number }> {
  const { rows } = await sql<{ withdrawn: number }>`with gone as (
      delete from retention_messages where state = 'waiting' returning account_id, spell, step, resend_of),
    open as (
      delete from retention_steps t using gone g where g.resend_of is null
        and (t.account_id, t.spell, t.step) = (g.account_id, g.spell, g.step))
    select count(*) as withdrawn from gone`.execute(work.tx)
  await stopAutomaticSending(work.tx)
  const withdrawn = rows[0]?.withdrawn ?? 0
  work.audit('retention.stopped', 'retention', null, { withdrawn })
  announceRetention(work)
  return { withdrawn }
}

/**
 * Queues a failed message again, once, as a new row. Throws NOT_FOUND, INVALID_TRANSITION, ALREADY_DONE, and NOT_READY if the
 * customer would not get it any more.
 */
export async function resendMessage(work: Work, id: string): Promise<{ queued: number }> {
  const { rows } = await sql<{ state: string; isResent: boolean; withdrawal: Withdrawal | null }>`select m.state,
      exists (select 1 from retention_messages n where n.resend_of = m.id) as "isResent", ${withdrawalSql} as withdrawal
    from retention_messages m join accounts a on a.id = m.account_id
      join retention_customers c on c.account_id = m.account_id
    where m.id = ${id} and m.at is not null for no key update of m`.execute(work.tx)
  const [row] = rows
  if (!row) throw new Refusal('NOT_FOUND')
  const closed = whyNotResent({ ...row, status: row.state === 'failed' ? 'Failed' : 'Sent' })
  if (closed) throw new Refusal(closed.code, closed.reason)
  await work.tx
    .insertInto('retention_messages')
    .columns(['id', 'account_id', 'spell', 'step', 'trigger', 'channel', 'to_address', 'resend_of', 'queued_at'])
    .expression(sql`select ${newId()}, m.account_id, m.spell, m.step, m.trigger, m.channel,
      coalesce(case m.channel when 'Email' then a.email else a.phone end, m.to_address), m.id, ${work.now}
    from retention_messages m join accounts a on a.id = m.account_id where m.id = ${id}`)
    .execute()
  return queueAgain(work, 1, id)
}

export async function resendFailed(work: Work): Promise<{ queued: number }> {
  const since = new Date(work.now.getTime() - 30 * 86_400_000)
  const done = await work.tx
    .insertInto('retention_messages')
    .columns(['id', 'account_id', 'spell', 'step', 'trigger', 'channel', 'to_address', 'resend_of', 'queued_at'])
    .expression(sql`select gen_random_uuid(), m.account_id, m.spell, m.step, m.trigger, m.channel,
      coalesce(case m.channel when 'Email' then a.email else a.phone end, m.to_address), m.id, ${work.now}::timestamptz
    from retention_messages m join accounts a on a.id = m.account_id
    where m.at > ${since} and ${isResendable} order by m.id`)
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirstOrThrow()
  const count = Number(done.numInsertedOrUpdatedRows ?? 0)
  if (count === 0) throw new Refusal('NOT_READY', nothingToResend)
  return queueAgain(work, count, null)
}

async function queueAgain(work: Work, count: number, id: string | null): Promise<{ queued: number }> {
  await queueJob(work.tx, 'send-retention-messages', {})
  work.audit('retention.resent', 'retention', id, { queued: count })
  announceRetention(work)
  return { queued: count }
}
