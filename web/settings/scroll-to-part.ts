import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Scrolls to the part of the page in the URL's fragment (`#email`), once the page is rendered. */
export function useScrollToPart(isReady: boolean): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (isReady && hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [isReady, hash])
}
