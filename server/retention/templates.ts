import { sql } from 'kysely'
import type { z } from 'zod'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { Template, TemplateInput } from '#shared/retention/templates-api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import { announceRetention } from './announce.ts'

const columns = sql`id, channel, step, subject, body, updated_at as "updatedAt", version`

export async function listTemplates(db: Db): Promise<Template[]> {
  const { rows } = await sql<Template>`select ${columns} from retention_templates order by channel, step`.execute(db)
  return rows
}

/** Throws NOT_FOUND. */
export async function getTemplate(db: Db | Tx, id: string): Promise<Template> {
  const { rows } = await sql<Template>`select ${columns} from retention_templates where id = ${id}`.execute(db)
  if (!rows[0]) throw new Refusal('NOT_FOUND')
  return rows[0]
}

export async function updateTemplate(
  work: Work,
  id: string,
  version: number,
  input: z.output<typeof TemplateInput>,
): Promise<Template> {
  const { channel } = await getTemplate(work.tx, id)
  requireSubject(channel, input.subject)
  const { rows } =
    await sql<Template>`update retention_templates set subject = ${channel === 'SMS' ? '' : input.subject},
      body = ${input.body}, version = version + 1, updated_at = ${work.now}
    where id = ${id} and version = ${version} returning ${columns}`.execute(work.tx)
  const [saved] = rows
  if (!saved) {
    const latest = await getTemplate(work.tx, id)
    throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: latest.version } })
  }
  work.audit('retention.template', 'retention', id, { channel, step: saved.step })
  announceRetention(work)
  return saved
}

export function requireSubject(channel: Template['channel'], subject: string): void {
  if (channel === 'Email' && subject === '') throw invalid('subject', 'is required')
}
