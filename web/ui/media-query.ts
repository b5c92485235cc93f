import { useCallback, useSyncExternalStore } from 'react'

/** Below this width the phone layout applies: a drawer for the sidebar, cards for table rows. */
export const phone = '(max-width: 767.98px)'

/** Below this width a row of buttons keeps only the first; the others move into a menu. */
export const narrow = '(max-width: 1023.98px)'

/** Below this width the lines of a document form become cards, since columns would be too narrow to read. */
export const tablet = '(max-width: 1279.98px)'

/** Whether a media query matches; follows changes. */
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
