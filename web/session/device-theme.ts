import { useEffect } from 'react'
import { useMediaQuery } from '#web/ui/media-query.ts'

/** For public pages opened by a link: there is no user and no chosen theme, so the device's preference applies. */
export function useDeviceTheme() {
  const isDark = useMediaQuery('(prefers-color-scheme: dark)')
  useEffect(() => {
    const { classList } = document.documentElement
    const before = classList.contains('dark')
    classList.toggle('dark', isDark)
    return () => void classList.toggle('dark', before)
  }, [isDark])
}
