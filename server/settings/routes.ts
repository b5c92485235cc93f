import { settingsApi } from '#shared/settings/api.ts'
import type { MailSender } from '#server/delivery/mail-sender.ts'
import { changeSettings } from '#server/flows/deliveries/change-settings.ts'
import type { Serve } from '#server/http/serve.ts'
import { listNextNumbers, setFirstNumber } from '#server/kernel/number-series.ts'
import { listSettingsApi } from '#shared/settings/list-settings-api.ts'
import { listViewsApi } from '#shared/settings/list-views-api.ts'
import { numberingApi } from '#shared/settings/numbering-api.ts'
import { forgetListSettings, getListSettings, putListSettings } from './list-settings.ts'
import { createView, deleteView, listViews, setDefaultView, updateView } from './list-views.ts'
import { getSavedSettings, getSettings } from './settings.ts'

export function serveSettings({ read, write }: Serve, isMailSetUp: MailSender['isSetUp']): void {
  read(settingsApi.getSettings, async ({ db }) => ({
    ...(await getSavedSettings(db)),
    isMailSetUp: await isMailSetUp(db),
  }))
  write(settingsApi.putSettings, async (work, { body, version }) => ({
    ...(await changeSettings(work, body, version)),
    isMailSetUp: await isMailSetUp(work.tx),
  }))
  read(numberingApi.listNextNumbers, ({ db }) => listNextNumbers(db))
  write(numberingApi.setFirstNumber, async (work, { params, body }) => {
    const started = await setFirstNumber(work, params.series, body)
    work.announce('settings_updated', await getSettings(work.tx))
    return started
  })
  read(listSettingsApi.getListSettings, ({ db, caller }) => getListSettings(db, caller.userId))
  write(listSettingsApi.putListSettings, (work, { params, body }) => putListSettings(work, params.list, body))
  write(listSettingsApi.forgetListSettings, (work, { params }) => forgetListSettings(work, params.list))
  read(listViewsApi.listViews, async ({ db, caller, query }) => ({ data: await listViews(db, caller, query.list) }))
  write(listViewsApi.createView, (work, { body }) => createView(work, body))
  write(listViewsApi.updateView, (work, { params, body, version }) => updateView(work, params.id, version, body))
  write(listViewsApi.deleteView, (work, { params }) => deleteView(work, params.id))
  write(listViewsApi.setDefaultView, (work, { params, body }) => setDefaultView(work, params.list, body.view))
}
