import { useEffect } from 'react'
import { ApiError } from './api-error.ts'
import { downloadFrom } from './download.ts'
import { showError } from './toasts.ts'

/**
 * Intercepts clicks on download links so that a failure shows its reason: the browser would at best list a failed PDF or
 * export among its downloads. Clicks with a modifier key, such as for a new tab, are left to the browser.
 */
export function useDownloadLinks(): void {
  useEffect(() => {
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [])
}

function onClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[download]') : null
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
  if (!link || !isPlain || event.defaultPrevented) return
  const { origin, pathname, href } = link
  if (origin !== location.origin || !pathname.startsWith('/api/')) return
  event.preventDefault()
  void downloadFrom(href).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    showError(error)
  })
}
