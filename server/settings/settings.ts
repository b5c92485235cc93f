import { sql } from 'kysely'
import { isTimeZone } from '#shared/dates.ts'
import { invalid, Refusal } from '#shared/http/refusal.ts'
import { Settings } from '#shared/settings/api.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { requireSudo, type Work } from '#server/db/work.ts'

export interface SavedSettings {
  data: Settings
  /** For If-Match; 1 before anything was saved. */
  version: number
}

/** The company settings; what was never saved has its default. */
export async function getSettings(db: Db | Tx): Promise<Settings> {
  return (await getSavedSettings(db)).data
}

export async function getSavedSettings(db: Db | Tx): Promise<SavedSettings> {
  const { rows } = await sql<{ content: unknown; version: number }>`select content, version from settings`.execute(db)
  return { data: Settings.parse(rows[0]?.content ?? {}), version: rows[0]?.version ?? 1 }
}

/** Replaces them; throws CHANGED_MEANWHILE unless `version` is the one that stands, or 0. */
export async function putSettings(work: Work, settings: Settings, version: number): Promise<SavedSettings> {
  if (!isTimeZone(settings.timeZone)) throw invalid('timeZone', 'is not a time zone')
  const { security } = await getSettings(work.tx)
  if (security.requireSecondFactorForAdmins !== settings.security.requireSecondFactorForAdmins) requireSudo(work.caller)
  const { rows } = await sql<{ version: number }>`insert into settings as s (id, content, version)
    select 1, ${JSON.stringify(settings)}::jsonb, 2 where ${version} in (0, 1) or exists (select 1 from settings)
    on conflict (id) do update set content = excluded.content, version = s.version + 1, updated_at = now()
      where ${version} in (0, s.version)
    returning version`.execute(work.tx)
  const saved = rows[0]?.version
  if (saved === undefined) {
    const standing = await getSavedSettings(work.tx)
    throw new Refusal('CHANGED_MEANWHILE', undefined, { details: { version: standing.version } })
  }
  work.audit('settings.updated', 'settings', null, settings)
  work.announce('settings_updated', settings)
  return { data: settings, version: saved }
}
