import { sql } from 'kysely'
import type { Channel } from '#shared/retention/channels.ts'
import type { UsualItem } from '#shared/retention/candidates-api.ts'
import { businessDate } from '#shared/dates.ts'
import type { Tx } from '#server/db/database.ts'
import type { CommandDeps } from '#server/kernel/command.ts'
import { type JobHandler, JobInterrupted } from '#server/kernel/job-contract.ts'
import { systemCaller } from '#server/kernel/work.ts'
import { announcedRetention } from './announce.ts'
import { isStillWanted } from './candidate-conditions.ts'
import { quietNow } from './quiet-countries.ts'
import { rhythmOf } from './rhythm.ts'
import { getRetentionSettings } from './settings.ts'
import { type CompanyBlock, renderMessage, templateValues } from './template-values.ts'

interface OutgoingMessage {
  id: string
  to: string
  subject: string | null
  body: string
  company: string
  /** Path below PUBLIC_URL with which the customer opts out; null for a test. */
  unsubscribePath: string | null
}

/** Sends a message by channel: throws if it was refused, an `UncertainOutcome` if the result is unknown. */
export type SendMessage = Record<Channel, (message: OutgoingMessage) => Promise<{ providerId: string | null }>>

/** It is unknown whether the message was accepted: the response got lost. */
export class UncertainOutcome extends Error {}

interface Parts extends CommandDeps {
  send: SendMessage
}

const lanes = 4
/** An older attempt has died with its process: the timeouts of gateways are far shorter. */
const abandonedMs = 5 * 60_000
const uncertain = 'The server stopped while it was being sent. It may have arrived.'

/**
 * Sends waiting messages, each at most once: the attempt is stored before the message is sent. Failures are logged with the
 * reason, and only a user can resend them.
 */
export function messageJob(parts: Parts): JobHandler<'send-retention-messages'> {
  const { database } = parts
  return {
    async run({ signal }) {
      await failAbandoned(parts)
      const drain = async () => {
        for (let next = await begin(parts); next; next = await begin(parts)) {
          await deliver(parts, next)
          if (signal.aborted) throw new JobInterrupted()
        }
      }
      const ended = await Promise.allSettled(Array.from({ length: lanes }, drain))
      parts.publish([announcedRetention(systemCaller.userId)], 'send-retention-messages')
      for (const one of ended) if (one.status === 'rejected') throw one.reason
    },
    async missing() {
      const { rows } = await sql`select 1 from retention_messages where state = 'waiting' limit 1`.execute(database.db)
      return rows.map(() => ({ data: {} }))
    },
  }
}

/** Messages that were being sent when their process died are not sent again. */
export async function failAbandoned({ database, clock }: Pick<Parts, 'database' | 'clock'>): Promise<void> {
  const now = clock()
  await database.db
    .updateTable('retention_messages')
    .set({ state: 'failed', is_uncertain: true, problem: uncertain, at: now })
    .where('state', '=', sql.lit('sending'))
    .where('started_at', '<', new Date(now.getTime() - abandonedMs).toISOString())
    .execute()
}

interface Waiting {
  id: string
  accountId: string
  spell: string
  channel: Channel
  to: string
  name: string
  isWanted: boolean
  unsubscribeKey: string
  templateSubject: string
  templateBody: string
  usualItems: UsualItem[]
  company: CompanyBlock
}

/** Begins to send one message that is due; null if there is none. Customers who ordered or opted out meanwhile get none. */
async function begin(parts: Parts): Promise<(OutgoingMessage & { channel: Channel }) | null> {
  const now = parts.clock()
  const timeZone = parts.timeZone()
  for (;;) {
    const taken = await parts.database.transaction(async (tx) => {
      const found = await takeWaiting(tx, now, timeZone)
      if (!found) return null
      if (!found.isWanted) {
        await sql`delete from retention_messages where id = ${found.id}`.execute(tx)
        return 'withdrawn' as const
      }
      const { id, to, channel, company, unsubscribeKey } = found
      const about = { name: found.name, lastOrderDate: found.spell, usualItems: found.usualItems }
      const { subject, body } = renderMessage(
        channel,
        { subject: found.templateSubject, body: found.templateBody },
        templateValues(about, company, businessDate(now, timeZone)),
      )
      await tx
        .updateTable('retention_messages')
        .set({ state: 'sending', started_at: now, subject, body })
        .where('id', '=', id)
        .execute()
      return {
        id,
        to,
        channel,
        subject,
        body,
        company: company.name,
        unsubscribePath: `/unsubscribe/${unsubscribeKey}`,
      }
    })
    if (taken !== 'withdrawn') return taken
  }
}

async function takeWaiting(tx: Tx, now: Date, timeZone: string): Promise<Waiting | null> {
  const { data: settings } = await getRetentionSettings(tx)
  const quiet = quietNow(now, timeZone, settings)
  const isElsewhere = sql`coalesce(lower(a.country) = any(${quiet.others}::text[]), false)`
  const mayGo = quiet.company ? isElsewhere : sql`not ${isElsewhere}`
  const { rows } = await sql<Waiting>`with next as materialized (
      select m.id from retention_messages m join accounts a on a.id = m.account_id
      where m.state = 'waiting' and ${mayGo} order by m.queued_at, m.id limit 1 for update of m skip locked)
    select m.id, m.account_id as "accountId", m.spell, m.channel, m.to_address as "to", a.name,
      ${isStillWanted} as "isWanted",
      c.unsubscribe_key as "unsubscribeKey", p.subject as "templateSubject", p.body as "templateBody",
      r.items as "usualItems", json_build_object(
        'name', coalesce((select content #>> '{company,name}' from settings), 'Wardstock'),
        'phone', (select content #>> '{company,phone}' from settings)) as company
    from next join retention_messages m on m.id = next.id join accounts a on a.id = m.account_id
      join retention_customers c on c.account_id = a.id
      join retention_templates p on p.channel = m.channel and p.step = m.step
      cross join lateral ${rhythmOf(sql`a.id`, sql`m.spell`)} r`.execute(tx)
  return rows[0] ?? null
}

async function deliver({ database: { db }, clock, send }: Parts, message: OutgoingMessage & { channel: Channel }) {
  const { id } = message
  try {
    const { providerId } = await send[message.channel](message)
    await db
      .updateTable('retention_messages')
      .set({ state: 'sent', at: clock(), provider_id: providerId })
      .where('id', '=', id)
      .where('state', '=', sql.lit('sending'))
      .execute()
  } catch (error) {
    await db
      .updateTable('retention_messages')
      .set({
        state: 'failed',
        at: clock(),
        problem: (error as Error).message.slice(0, 300),
        is_uncertain: error instanceof UncertainOutcome,
      })
      .where('id', '=', id)
      .where('state', '=', sql.lit('sending'))
      .execute()
  }
}
