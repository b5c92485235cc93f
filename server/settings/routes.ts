import { settingsApi } from '#shared/settings/api.ts'
import type { Serve } from '#server/http/serve.ts'
import { getSavedSettings, putSettings } from './settings.ts'

export function serveSettings({ read, write }: Serve): void {
  read(settingsApi.getSettings, ({ db }) => getSavedSettings(db))
  write(settingsApi.putSettings, (work, { body, version }) => putSettings(work, body, version))
}
