import { useEffect } from 'react'
import { ApiError } from './api-error.ts'
import { downloadFrom } from './download.ts'
import { showError } from './toasts.ts'

/**
 * Links to files say why there is no file: left to the browser, a PDF that can't be drawn or an export that fails is a line in its
 * list of downloads at best. A link that is opened otherwise, in a tab of its own, is the browser's.
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
