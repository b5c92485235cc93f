import { useEffect } from 'react'
import { useMediaQuery } from '#web/ui/media-query.ts'

/** For pages behind a link: nobody's theme is known there, so the device's own holds. */
export function useDeviceTheme() {
  const isDark = useMediaQuery('(prefers-color-scheme: dark)')
  useEffect(() => {
    const { classList } = document.documentElement
    const before = classList.contains('dark')
    classList.toggle('dark', isDark)
    return () => void classList.toggle('dark', before)
  }, [isDark])
}
