import type { z } from 'zod'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import type { Template, TemplateInput } from '#shared/retention/templates-api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { nextVersion } from '#server/db/next-version.ts'
import type { Work } from '#server/kernel/work.ts'
import { announceRetention } from './announce.ts'

const columns = ['id', 'channel', 'step', 'subject', 'body', 'updated_at as updatedAt', 'version'] as const
type Channel = Pick<Template, 'channel'>

export async function listTemplates(db: Db): Promise<Template[]> {
  return db
    .selectFrom('retention_templates')
    .select(columns)
    .$narrowType<Channel>()
    .orderBy('channel')
    .orderBy('step')
    .execute()
}

/** Throws NOT_FOUND. */
export async function getTemplate(db: Db | Tx, id: string): Promise<Template> {
  const rows = await db
    .selectFrom('retention_templates')
    .select(columns)
    .$narrowType<Channel>()
    .where('id', '=', id)
    .execute()
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
  const rows = await work.tx
    .updateTable('retention_templates')
    .set({
      subject: channel === 'SMS' ? '' : input.subject,
      body: input.body,
      version: nextVersion,
      updated_at: work.now,
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning(columns)
    .$narrowType<Channel>()
    .execute()
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
