import { useEffect, useRef } from 'react'
import { useLocation, useMatches } from 'react-router'
import { pageTitleId } from '#web/ui/page-header.tsx'

const heading = () => document.getElementById(pageTitleId)

/** Calls `act` now and after every DOM change; returns a stop function. */
function whenPageChanges(act: () => void) {
  const observer = new MutationObserver(act)
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  act()
  return () => observer.disconnect()
}

/** Sets the document title from the page's heading; until there is one, from the route table. */
export function useTitle() {
  const title = (useMatches().at(-1)?.handle as { title?: string } | undefined)?.title
  useEffect(() => {
    const name = (text: string | null | undefined) => {
      const wanted = text ? `${text} · Wardstock` : 'Wardstock'
      if (document.title !== wanted) document.title = wanted
    }
    return whenPageChanges(() => name(heading()?.textContent ?? title))
  }, [title])
}

/**
 * After navigation, moves the focus to the page's heading as soon as it is rendered, unless the user has focused
 * something else. A heading that replaces another, such as a skeleton's, gets the focus too.
 */
export function useHeadingFocus() {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    const start = document.activeElement
    let given: HTMLElement | null = null
    let isElsewhere = false
    const stop = whenPageChanges(() => {
      if (isElsewhere) return
      const now = document.activeElement
      isElsewhere = now !== null && now !== document.body && now !== given && (now !== start || now.matches(fields))
      const target = heading()
      if (isElsewhere || !target || target === given) return
      given = target
      target.focus({ preventScroll: true })
    })
    const giveUp = setTimeout(stop, 10_000)
    return () => {
      stop()
      clearTimeout(giveUp)
    }
  }, [pathname])
}

const fields = 'input, textarea, select'
