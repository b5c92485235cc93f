import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { matchRoutes } from 'react-router'
import { prefetchRead, type PageRead } from '#web/api/query.ts'
import { readListQuery } from '#web/lists/list-query.ts'
import { paths } from '#web/paths.ts'
import { redirectOf } from '#web/session/guard.ts'
import { getSession, onSessionChange } from '#web/session/session.ts'
import type { PageRow } from './page-row.tsx'

/** Delay before prefetching, so that a pointer just passing over a link prefetches nothing. */
const hoverMs = 80
type Page = Awaited<ReturnType<PageRow['lazy']>>
const signs = ['pointerover', 'pointerdown', 'focusin'] as const

/** Prefetches the queries of a page. */
function pagePrefetcher(client: QueryClient, pages: readonly PageRow[]) {
  const table = pages.map((page) => ({ path: page.path, handle: page }))
  const prefetchReads = (page: Page, id: string | undefined, search: URLSearchParams) => {
    const { user } = getSession()
    const reads: PageRead[] = [
      ...(page.record && id ? [{ route: page.record, input: { params: { id } } }] : []),
      ...(page.listed ? [{ route: page.listed, input: { query: readListQuery(page.listed, search).query } }] : []),
      ...((user && page.reads?.(search, user)) ?? []),
    ]
    for (const read of reads) void prefetchRead(client, read).catch(() => {})
  }
  /**
   * Resolves with a function that prefetches the page's queries, once its code has loaded; with undefined if no page
   * matches.
   */
  const loadPage = async ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) => {
    const match = matchRoutes(table, pathname)?.at(-1)
    if (!match) return undefined
    const page = await match.route.handle.lazy()
    return () => prefetchReads(page, match.params['id'], new URLSearchParams(search))
  }
  return loadPage
}

/**
 * Prefetches the first page before the layout renders: its code at once, its queries when the user is known. That is the
 * page at the current URL, or the one that the user is redirected to.
 */
export function prefetchFirstPage(client: QueryClient, pages: readonly PageRow[], isKnown: (path: string) => boolean) {
  const loadPage = pagePrefetcher(client, pages)
  const load = async (address: { pathname: string; search: string }) => {
    try {
      return await loadPage(address)
    } catch {
      // The error is shown when the page is opened.
      return undefined
    }
  }
  const opened = isKnown(location.pathname) ? location : { pathname: paths.dashboard, search: '' }
  const { pathname } = opened
  let requestReads: (() => void) | undefined
  const loading = load(opened).then((request) => (requestReads = request))
  const stopWaiting = onSessionChange(() => {
    const { state, user } = getSession()
    if (state === 'checking') return
    stopWaiting()
    if (!user) return
    const home = redirectOf(user, pathname)
    if (home !== null) void load({ pathname: home, search: '' }).then((request) => request?.())
    else if (requestReads) requestReads()
    else void loading.then((request) => request?.())
  })
}

/** Prefetches a page's code and queries when a link to it is hovered, focused or pressed: before the click. */
export function usePrefetch(pages: readonly PageRow[]) {
  const client = useQueryClient()
  useEffect(() => {
    const loadPage = pagePrefetcher(client, pages)
    let wait: ReturnType<typeof setTimeout> | undefined
    const begin = ({ target, type }: Event) => {
      clearTimeout(wait)
      const link = target instanceof Element ? linkAt(target) : null
      // If prefetching fails, the page loads (or shows the error) when it is opened.
      if (!link || !navigator.onLine) return
      const { pathname, search } = link
      const prefetch = () =>
        loadPage({ pathname, search }).then(
          (request) => request?.(),
          () => {},
        )
      wait = setTimeout(() => void prefetch(), type === 'pointerdown' ? 0 : hoverMs)
    }
    for (const sign of signs) document.addEventListener(sign, begin)
    return () => {
      clearTimeout(wait)
      for (const sign of signs) document.removeEventListener(sign, begin)
    }
  }, [client, pages])
}

/** The link that a click here follows: the element's own, or that of its table row. */
function linkAt(target: Element): HTMLAnchorElement | null {
  const link =
    target.closest<HTMLAnchorElement>('a[href]') ??
    target.closest('[data-row]')?.querySelector<HTMLAnchorElement>('a[data-row-link]')
  return link && link.origin === location.origin && link.pathname !== location.pathname ? link : null
}
