import { useState } from 'react'

const key = 'sidebar'

/** Whether the sidebar is narrow; the browser remembers it. */
export function useNarrowSidebar(): [boolean, () => void] {
  const [narrow, setNarrow] = useState(() => localStorage.getItem(key) === 'narrow')
  const toggle = () => {
    localStorage.setItem(key, narrow ? 'wide' : 'narrow')
    setNarrow(!narrow)
  }
  return [narrow, toggle]
}
