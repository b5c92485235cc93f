import { type Settings, settingsApi } from '#shared/settings/api.ts'
import { overDefaults } from '#shared/settings/over-defaults.ts'
import type { Client } from './client.ts'

/** A partial change of the settings, also of single fields of a section. Sections that are null stay as they are. */
export type SettingsChange = {
  [Section in keyof Settings]?:
    | (Settings[Section] extends object ? Partial<Settings[Section]> : Settings[Section])
    | null
}

/** The current settings, as an administrator reads them. */
export async function readSettings(admin: Client) {
  const { data, version, isCurrencyFixed } = await admin.do(settingsApi.getSettings, {})
  return { data: overDefaults(data), version, isCurrencyFixed }
}

/** The current settings with a change, as an administrator would send them. */
export async function settingsWith(admin: Client, change: SettingsChange) {
  const { data, version } = await readSettings(admin)
  const sections = Object.entries(change).flatMap(([name, value]) => {
    if (value === null) return []
    const current = data[name as keyof Settings]
    return [[name, typeof current === 'object' && typeof value === 'object' ? { ...current, ...value } : value]]
  })
  return { body: { ...data, ...Object.fromEntries(sections) } as Settings, version }
}

/** Changes some of the settings as an administrator. */
export async function changeSettings(admin: Client, change: SettingsChange) {
  const { body, version } = await settingsWith(admin, change)
  return admin.do(settingsApi.putSettings, { body }, { version })
}
