import { sql } from 'kysely'
import { businessDate } from '#shared/dates.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { command, type CommandDeps } from '#server/kernel/command.ts'
import type { JobHandler } from '#server/kernel/job-contract.ts'
import { queueJob } from '#server/kernel/queue-job.ts'
import { systemCaller } from '#server/kernel/work.ts'
import { momentSql } from '#server/db/moment.ts'
import { queueMessages } from './queue-messages.ts'
import { refreshRhythms } from './rhythm.ts'
import { failAbandoned } from './send-messages.ts'
import { getRetentionSettings, stopAutomaticSending } from './settings.ts'

/** Every hour: computes rhythms, queues messages for new candidates, and sends messages that waited for the morning. */
export function retentionJob(deps: CommandDeps): JobHandler<'plan-retention'> {
  const { db } = deps.database
  return {
    async run({ signal }) {
      await failAbandoned(deps)
      await refreshRhythms(db, signal)
      const { data: settings } = await getRetentionSettings(db)
      const moment = { now: deps.clock(), timeZone: deps.timeZone(), settings }
      if (settings.automatic) {
        await command(
          deps,
          { caller: systemCaller, route: 'plan-retention', status: 204 },
          (work) => queueMessages(work, moment),
          () => '',
        )
      }
      const { rows } = await sql`select 1 from retention_messages where state = 'waiting' limit 1`.execute(db)
      if (rows.length > 0) await queueJob(db, 'send-retention-messages', {})
    },
  }
}

const batchSize = 5000

/** Every night: deletes messages older than the log's retention period, and old steps of spells that have ended. */
export async function purgeLog(db: Db, now: Date, timeZone: string): Promise<void> {
  const { data } = await getRetentionSettings(db)
  const before = new Date(now.getTime() - data.logRetentionDays * 86_400_000)
  for (;;) {
    const done = await sql`delete from retention_messages where id in (
      select id from retention_messages where at < ${before} order by at limit ${batchSize})`.execute(db)
    if (Number(done.numAffectedRows ?? 0) < batchSize) break
  }
  // 400 days, as the comparison with held-out customers looks back a year.
  await sql`delete from retention_steps t using retention_customers c where c.account_id = t.account_id
    and t.spell < c.last_order_date and t.at < ${businessDate(new Date(now.getTime() - 400 * 86_400_000), timeZone)}::date`.execute(
    db,
  )
}

/** After a restore: waiting messages may have been sent since the backup. Returns how many are held back. */
export async function holdBackMessages(tx: Tx): Promise<number> {
  await stopAutomaticSending(tx)
  const done = await tx
    .updateTable('retention_messages')
    .set({
      state: 'failed',
      is_uncertain: true,
      at: momentSql,
      problem: 'Held back by a restore: it may have been sent already.',
    })
    .where('state', 'in', [sql.lit('waiting'), sql.lit('sending')])
    .executeTakeFirstOrThrow()
  return Number(done.numUpdatedRows ?? 0)
}
