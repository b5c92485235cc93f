import { settingsApi } from '#shared/settings/api.ts'
import type { Serve } from '#server/http/serve.ts'
import { getSettings, putSettings } from './settings.ts'

export function serveSettings({ read, write }: Serve): void {
  read(settingsApi.getSettings, async ({ db }) => ({ data: await getSettings(db) }))
  write(settingsApi.putSettings, async (work, { body }) => ({ data: await putSettings(work, body) }))
}
