import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { PageLoading } from '#web/ui/page-loading.tsx'

/** How long a change of page is told, however fast the page is there. */
const durationMs = 300

/** "Loading page..." beside the page, never instead of it; longer while the page's code is still on its way. */
export function PageChange() {
  const { pathname } = useLocation()
  const next = useNavigation().location?.pathname
  const [settled, setSettled] = useState<string>()
  useEffect(() => {
    const wait = setTimeout(() => setSettled(pathname), durationMs)
    return () => clearTimeout(wait)
  }, [pathname])
  const isOnItsWay = next !== undefined && next !== pathname
  return isOnItsWay || settled !== pathname ? <PageLoading /> : null
}
