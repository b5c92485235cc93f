import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { matchRoutes } from 'react-router'
import type { Call, Route, RouteSpec } from '#shared/http/route.ts'
import { apiQuery } from '#web/api/query.ts'
import { readListQuery } from '#web/lists/list-query.ts'
import type { PageRow } from './page-row.tsx'

/** Long enough that a pointer which only passes by asks for nothing. */
const hoverMs = 80
const signs = ['pointerover', 'pointerdown', 'focusin'] as const

/** Loads code and content of a page as soon as somebody is about to open it: before the click, or while the finger is down. */
export function usePrefetch(pages: readonly PageRow[]) {
  const client = useQueryClient()
  useEffect(() => {
    const table = pages.map((page) => ({ path: page.path, handle: page }))
    const prefetch = async <S extends RouteSpec>(route: Route<S>, input: Omit<Call<S>, 'body'>) => {
      const query = apiQuery(route, input, { quiet: true })
      const stateOf = () => client.getQueryState(query.queryKey)
      if (stateOf()?.fetchStatus === 'fetching') return
      await client.prefetchQuery({ ...query, retry: false })
      // A page that was opened meanwhile waited for this answer: it asks as pages do, again and with a word.
      if (stateOf()?.status === 'error')
        await client.refetchQueries({ queryKey: query.queryKey, exact: true, type: 'active' })
    }
    const load = async (pathname: string, search: string) => {
      const match = matchRoutes(table, pathname)?.at(-1)
      if (!match) return
      const { record, listed } = await match.route.handle.lazy()
      const { id } = match.params
      if (record && id) await prefetch(record, { params: { id } })
      if (listed) await prefetch(listed, { query: readListQuery(listed, new URLSearchParams(search)).query })
    }
    let wait: ReturnType<typeof setTimeout> | undefined
    const begin = ({ target, type }: Event) => {
      clearTimeout(wait)
      const link = target instanceof Element ? linkAt(target) : null
      // What can't be loaded now is loaded, or told of, when the page is opened.
      if (!link || !navigator.onLine) return
      const { pathname, search } = link
      wait = setTimeout(() => void load(pathname, search).catch(() => {}), type === 'pointerdown' ? 0 : hoverMs)
    }
    for (const sign of signs) document.addEventListener(sign, begin)
    return () => {
      clearTimeout(wait)
      for (const sign of signs) document.removeEventListener(sign, begin)
    }
  }, [client, pages])
}

/** The link that a click here follows: the element's own, or that of the row of a list. */
function linkAt(target: Element): HTMLAnchorElement | null {
  const link =
    target.closest<HTMLAnchorElement>('a[href]') ??
    target.closest('[data-row]')?.querySelector<HTMLAnchorElement>('a[data-row-link]')
  return link && link.origin === location.origin && link.pathname !== location.pathname ? link : null
}
