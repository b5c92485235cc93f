import { settingsApi } from '#shared/settings/api.ts'
import type { Serve } from '#server/http/serve.ts'
import { listSettingsApi } from '#shared/settings/list-settings-api.ts'
import { forgetListSettings, getListSettings, putListSettings } from './list-settings.ts'
import { getSavedSettings, putSettings } from './settings.ts'

export function serveSettings({ read, write }: Serve): void {
  read(settingsApi.getSettings, ({ db }) => getSavedSettings(db))
  write(settingsApi.putSettings, (work, { body, version }) => putSettings(work, body, version))
  read(listSettingsApi.getListSettings, ({ db, caller }) => getListSettings(db, caller.userId))
  write(listSettingsApi.putListSettings, (work, { params, body }) => putListSettings(work, params.list, body))
  write(listSettingsApi.forgetListSettings, (work, { params }) => forgetListSettings(work, params.list))
}
