import { useCallback, useSyncExternalStore } from 'react'

/** Below this width the product is on a phone: a drawer for the sidebar, cards for table rows. */
export const phone = '(max-width: 767.98px)'

/** Below this width a row of buttons keeps the first of them; the others wait in a menu. */
export const narrow = '(max-width: 1023.98px)'

/** Below this width the lines of a form that is a table stand as cards: in columns nothing could be read. */
export const tablet = '(max-width: 1279.98px)'

/** Whether a media query holds, kept true while the window changes. */
export function useMediaQuery(query: string) {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
