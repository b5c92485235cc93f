import { keepPreviousData, type Query, QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { Call, Reply, Route, RouteSpec } from '#shared/http/route.ts'
import { ApiError } from './api-error.ts'
import { call } from './client.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
    queryMeta: { aside?: string }
  }
}

/** What the server refused it will refuse again; only silence and its own failures are worth another try. */
export function isWorthRetrying(failures: number, error: Error): boolean {
  if (error instanceof ApiError && error.status >= 400 && error.status < 500) return false
  return failures < 3
}

export const retryDelay = (attempt: number) => Math.min(1000 * 2 ** attempt, 30_000)

/** The data of the app: fresh for 5 minutes, asked again on focus and after a lost connection. */
export function newQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * 60_000,
        retry: isWorthRetrying,
        retryDelay,
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
        // 'always': without a connection a page says so instead of waiting without a word.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}

export type QueryInput<S extends RouteSpec> = Omit<Call<S>, 'body'>

/** A declared GET as a query: for `useQuery`, `useQueries`, prefetching and reading the cache. */
export function apiQuery<S extends RouteSpec>(route: Route<S>, input: QueryInput<S>, { quiet = false } = {}) {
  const { params, query } = input as { params?: unknown; query?: unknown }
  return queryOptions<Reply<S>, ApiError>({
    queryKey: [route.path, params ?? {}, query ?? {}],
    queryFn: ({ signal }) => call(route, input as Call<S>, { signal, quiet }),
  })
}

/** A declared GET and what a page asks it. */
export type PageRead = { route: Route; input: QueryInput<RouteSpec> }

export type QueryChoices = {
  enabled?: boolean
  /** The old rows stay while the next page or filter loads. */
  keepPrevious?: boolean
  /** Asks again every so many milliseconds, for work that goes on at the server. */
  every?: number | false
  /** No event tells that it changed: it is asked again whenever it is looked at, not only after 5 minutes. */
  untold?: boolean
  /** What it is called where it fails, "saved views": for a part that has no place of its own to say so (missing-parts.tsx). */
  aside?: string
}

/** The `aside` names under which pages that are open show the answer. */
export const asideOf = ({ observers }: Query): string[] =>
  observers.flatMap(({ options: { enabled, meta } }) => (enabled !== false && meta?.['aside'] ? [meta['aside']] : []))

/** When what was asked for ahead was answered: the page that opens then shows it without asking again, even what is untold. */
const answeredAhead = new WeakMap<object, number>()
const aheadMs = 5000
const untoldStaleTime = (query: { state: { dataUpdatedAt: number } }) =>
  answeredAhead.get(query) === query.state.dataUpdatedAt ? aheadMs : 0

/** Reads a declared GET before the page that shows it opens. */
export async function prefetchRead(client: QueryClient, { route, input }: PageRead) {
  const query = apiQuery(route, input, { quiet: true })
  const cached = () => client.getQueryCache().find({ queryKey: query.queryKey })
  if (cached()?.state.fetchStatus === 'fetching') return
  await client.prefetchQuery({ ...query, retry: false })
  const answered = cached()
  if (answered) answeredAhead.set(answered, answered.state.dataUpdatedAt)
  // A page that was opened meanwhile waited for this answer: it asks as pages do, again and with a word.
  if (answered?.state.status === 'error')
    await client.refetchQueries({ queryKey: query.queryKey, exact: true, type: 'active' })
}

/** Reads a declared GET; its key is [path, params, query]. */
export function useApiQuery<S extends RouteSpec>(route: Route<S>, input: QueryInput<S>, choices: QueryChoices = {}) {
  const { enabled = true, keepPrevious = false, every = false, untold = false, aside } = choices
  return useQuery({
    ...apiQuery(route, input),
    enabled,
    refetchInterval: every,
    ...(aside && { meta: { aside } }),
    ...(untold && { staleTime: untoldStaleTime }),
    ...(keepPrevious && { placeholderData: keepPreviousData }),
  })
}
