import { sql } from 'kysely'
import { type JobName, jobLabels } from '#shared/jobs/job-names.ts'
import { recordAudit } from '#server/kernel/audit.ts'
import type { Tx } from '#server/db/database.ts'
import type { CommandDeps } from '#server/kernel/command.ts'
import { queueMail } from '#server/kernel/mail.ts'
import type { JobHandler, JobHandlers } from '#server/kernel/job-contract.ts'
import type { Announcement } from '#server/kernel/work.ts'

const failure = 'The server failed. The error has been logged.'

/**
 * Reports a job that has failed for good: calls its `onAbandon`, writes the audit log, and mails all administrators, once an hour
 * for each queue, but never about failed mails. An `account_updated` event of each administrator updates their notification bell
 * at once.
 */
export const reportFailedJob = (
  { database, publish }: Pick<CommandDeps, 'database' | 'publish'>,
  handlers: () => JobHandlers,
): JobHandler<'report-failed-job'> => ({
  async run({ id, data, failed }) {
    if (!failed) return
    const queue = failed.queue as JobName
    const administrators = await database.transaction(async (tx) => {
      const error = await errorOf(tx, queue, failed.id)
      // An administrator has run it again since.
      if (error === null) return []
      await handlers()[queue]?.onAbandon?.(
        tx,
        { id: failed.id, data: data as never },
        { why: failure, isCancelled: false },
      )
      const details = { job: queue, error }
      await recordAudit(tx, null, { act: 'job.failed', entity: 'job', entityId: failed.id, details })
      const found = await readAdministrators(tx)
      if (queue !== 'send-mail' && (await isFirstInAnHour(tx, queue, id))) await mailAll(tx, found, queue, error)
      return found
    })
    const news = administrators.map(
      ({ id: userId }): Announcement => ({
        name: 'account_updated',
        payload: { accountId: userId },
        to: { userId },
      }),
    )
    if (news.length > 0) publish(news, 'report-failed-job')
  },
})

async function errorOf(tx: Tx, queue: string, id: string): Promise<string | null> {
  const { rows } = await sql<{
    error: string | null
  }>`select coalesce(output ->> 'message', output #>> '{value,message}',
      'It ended without a word.') as error
    from pgboss.job where name = ${queue} and id = ${id} and state = 'failed' for update`.execute(tx)
  return rows[0]?.error ?? null
}

async function isFirstInAnHour(tx: Tx, queue: string, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from pgboss.job where name = 'report-failed-job' and source_name = ${queue}
    and id <> ${id} and state = 'completed' and completed_on > now() - interval '1 hour' limit 1`.execute(tx)
  return rows.length === 0
}

interface Administrator {
  id: string
  email: string
}

async function readAdministrators(tx: Tx): Promise<Administrator[]> {
  const { rows } = await sql<Administrator>`select id, email from users
    where role = 'admin' and suspended_at is null and deleted_at is null order by id`.execute(tx)
  return rows
}

async function mailAll(tx: Tx, to: readonly Administrator[], queue: JobName, error: string): Promise<void> {
  for (const { email } of to) {
    await queueMail(tx, {
      to: email,
      subject: `A background job has failed: ${jobLabels[queue]}`,
      lines: [
        `“${jobLabels[queue]}” failed after its last attempt: ${error}`,
        'You can see it, and run it again, under Settings → Background jobs.',
      ],
      link: { label: 'Open background jobs', path: '/settings/jobs?state=failed' },
    })
  }
}
