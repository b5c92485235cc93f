import { sql } from 'kysely'
import { Refusal } from '#shared/http/refusal.ts'
import { defaultRetentionSettings, type RetentionSettings } from '#shared/retention/settings-api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Work } from '#server/kernel/work.ts'
import { announceRetention } from './announce.ts'

interface Saved {
  data: RetentionSettings
  /** For If-Match; 1 before anything was saved. */
  version: number
}

/** What was never saved has its default. */
export async function getRetentionSettings(db: Db | Tx): Promise<Saved> {
  const { rows } = await sql<{ content: Partial<RetentionSettings>; version: number }>`select content, version
    from retention_settings`.execute(db)
  const [row] = rows
  return { data: { ...defaultRetentionSettings, ...row?.content }, version: row?.version ?? 1 }
}

/** Throws VERSION_CONFLICT unless `version` is the one that is saved. */
export async function putRetentionSettings(work: Work, content: RetentionSettings, version: number): Promise<Saved> {
  const { rows } = await sql<{ version: number }>`insert into retention_settings as s (content, version, updated_at)
    select ${JSON.stringify(content)}::jsonb, 2, ${work.now}
      where ${version} = 1 or exists (select 1 from retention_settings)
    on conflict (id) do update set content = excluded.content, version = s.version + 1, updated_at = excluded.updated_at
      where s.version = ${version}
    returning version`.execute(work.tx)
  const saved = rows[0]?.version
  if (saved === undefined) {
    const latest = await getRetentionSettings(work.tx)
    throw new Refusal('VERSION_CONFLICT', undefined, { details: { version: latest.version } })
  }
  work.audit('retention.settings', 'settings', null, content)
  announceRetention(work)
  return { data: content, version: saved }
}

/** Nothing is sent by itself until somebody switches it on again. Answers whether it was on. */
export async function stopAutomaticSending(tx: Tx): Promise<boolean> {
  const { rows } = await sql`update retention_settings set version = version + 1, updated_at = moment(),
      content = jsonb_set(content, '{automatic}', 'false')
    where (content ->> 'automatic')::boolean returning id`.execute(tx)
  return rows.length > 0
}
