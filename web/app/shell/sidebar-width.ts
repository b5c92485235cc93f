import { useState } from 'react'
import { useMediaQuery } from '#web/ui/media-query.ts'

const key = 'sidebar'

/** Below this width the page needs the space, so the sidebar starts narrow. */
const small = '(max-width: 1199.98px)'

/** Whether the sidebar is narrow. On a wide screen the choice is stored; on a small one it is opened temporarily. */
export function useNarrowSidebar(): [boolean, () => void] {
  const [narrow, setNarrow] = useState(() => localStorage.getItem(key) === 'narrow')
  const [isOpened, setOpened] = useState(false)
  const isSmall = useMediaQuery(small)
  const toggle = () => {
    if (isSmall) return setOpened(!isOpened)
    localStorage.setItem(key, narrow ? 'wide' : 'narrow')
    setNarrow(!narrow)
  }
  return [isSmall ? !isOpened : narrow, toggle]
}
