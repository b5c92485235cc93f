import { defaultSettings, type Settings } from './api.ts'

type Section = Record<string, unknown>
const isSection = (value: unknown): value is Section =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Saved or visible settings, with defaults for missing fields. They are not validated again: values that an older version
 * accepted can be read, and are refused with the next change.
 */
export const overDefaults = (content: unknown): Settings => over(defaultSettings, content) as Settings

function over(defaults: object, saved: unknown): Section {
  if (!isSection(saved)) return defaults as Section
  return Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => {
      const savedValue = saved[name]
      if (isSection(value)) return [name, over(value, savedValue)]
      return [name, savedValue === undefined ? value : savedValue]
    }),
  )
}
