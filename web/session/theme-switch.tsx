import { setTheme, useTheme } from './theme.ts'
import { SwitchField } from '#web/ui/choice-field.tsx'

/** Switches the theme of the signed-in user, in this browser only; takes effect at once. */
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
