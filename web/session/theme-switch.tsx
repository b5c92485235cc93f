import { setTheme, useTheme } from './theme.ts'
import { SwitchField } from '#web/ui/choice-field.tsx'

/** The theme of the signed-in user; it takes effect at once and in this browser. */
export function ThemeSwitch() {
  const theme = useTheme()
  return (
    <SwitchField
      label="Dark theme"
      help="Saved for you in this browser."
      checked={theme === 'dark'}
      onCheckedChange={(dark) => setTheme(dark ? 'dark' : 'light')}
    />
  )
}
