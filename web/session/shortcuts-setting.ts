import { deviceSetting } from './device-setting.ts'

/** Single-key shortcuts can be turned off (WCAG 2.1.4). */
export const { useIsOn: useShortcutsOn, set: setShortcutsOn } = deviceSetting('shortcuts', true)
