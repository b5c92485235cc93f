import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { PageLoading } from '#web/ui/page-loading.tsx'

/** The loading indicator is shown at least this long, so that it is noticed. */
const durationMs = 300

/** "Loading page..." beside the page, never instead of it; shown until the next page's code has loaded. */
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
