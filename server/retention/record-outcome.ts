import { sql } from 'kysely'
import type { Channel } from '#shared/retention/channels.ts'
import type { Work } from '#server/kernel/work.ts'
import { getCompany } from './company.ts'
import { renderMessage, templateValues } from './template-values.ts'

/** Marks a customer's waiting message as sent, or as failed with a problem, without sending it: for the demo company. */
export async function recordOutcome(work: Work, accountId: string, problem: string | null): Promise<void> {
  const { rows } = await sql<{
    id: string
    channel: Channel
    name: string
    lastOrderDate: string
    subject: string
    body: string
  }>`select m.id, m.channel, a.name, m.spell as "lastOrderDate", p.subject, p.body
    from retention_messages m join accounts a on a.id = m.account_id
    join retention_templates p on p.channel = m.channel and p.step = m.step
    where m.account_id = ${accountId} and m.state = 'waiting'`.execute(work.tx)
  const company = await getCompany(work.tx)
  const [waiting] = rows
  if (!waiting) return
  const { id, channel, name, lastOrderDate, ...template } = waiting
  const values = templateValues({ name, lastOrderDate, usualItems: [] }, company, work.today)
  const { subject, body } = renderMessage(channel, template, values)
  await work.tx
    .updateTable('retention_messages')
    .set({ state: problem === null ? 'sent' : 'failed', problem, subject, body, started_at: work.now, at: work.now })
    .where('id', '=', id)
    .execute()
}
