import { sql } from 'kysely'
import { isTimeZone } from '#shared/dates.ts'
import { invalid } from '#shared/http/refusal.ts'
import { Settings } from '#shared/settings/api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Work } from '#server/db/work.ts'

/** The company settings; what was never saved has its default. */
export async function getSettings(db: Db | Tx): Promise<Settings> {
  const { rows } = await sql<{ content: unknown }>`select content from settings`.execute(db)
  return Settings.parse(rows[0]?.content ?? {})
}

export async function putSettings(work: Work, settings: Settings): Promise<Settings> {
  if (!isTimeZone(settings.timeZone)) throw invalid('timeZone', 'is not a time zone')
  await sql`insert into settings (id, content) values (1, ${JSON.stringify(settings)}::jsonb)
    on conflict (id) do update set content = excluded.content, version = settings.version + 1, updated_at = now()`.execute(
    work.tx,
  )
  work.audit('settings.updated', 'settings', null, settings)
  work.announce('settings_updated', settings)
  return settings
}
