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

/** Refusals (4xx) are final; only a missing response and server errors are worth a retry. */
export function isWorthRetrying(failures: number, error: Error): boolean {
  if (error instanceof ApiError && error.status >= 400 && error.status < 500) return false
  return failures < 3
}

export const retryDelay = (attempt: number) => Math.min(1000 * 2 ** attempt, 30_000)

/** The query cache of the app: fresh for 5 minutes, refetched on focus and when the connection returns. */
export function newQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * 60_000,
        retry: isWorthRetrying,
        retryDelay,
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
        // 'always': when offline, a query fails and the page says so; by default it would pause silently.
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

/** A declared GET with the input of one page. */
export type PageRead = { route: Route; input: QueryInput<RouteSpec> }

export type QueryChoices = {
  enabled?: boolean
  /** Keeps the old rows while the next page or filter loads. */
  keepPrevious?: boolean
  /** Polling interval in milliseconds, for work that continues on the server. */
  every?: number | false
  /** No event announces its changes: always stale, so it is refetched on every mount and focus, not only after 5 minutes. */
  untold?: boolean
  /** Name for the error notice, such as "saved views": for a part that has no place for its own error (missing-parts.tsx). */
  aside?: string
}

/** The `aside` names that the mounted observers of a query give it. */
export const asideOf = ({ observers }: Query): string[] =>
  observers.flatMap(({ options: { enabled, meta } }) => (enabled !== false && meta?.['aside'] ? [meta['aside']] : []))

/** When a prefetched query was answered: the page that opens within 5 seconds doesn't refetch it, even if it is `untold`. */
const answeredAhead = new WeakMap<object, number>()
const aheadMs = 5000
const untoldStaleTime = (query: { state: { dataUpdatedAt: number } }) =>
  answeredAhead.get(query) === query.state.dataUpdatedAt ? aheadMs : 0

/** Prefetches a declared GET before the page that shows it opens. */
export async function prefetchRead(client: QueryClient, { route, input }: PageRead) {
  const query = apiQuery(route, input, { quiet: true })
  const cached = () => client.getQueryCache().find({ queryKey: query.queryKey })
  if (cached()?.state.fetchStatus === 'fetching') return
  await client.prefetchQuery({ ...query, retry: false })
  const answered = cached()
  if (answered) answeredAhead.set(answered, answered.state.dataUpdatedAt)
  // A page that opened meanwhile shares this failed, quiet fetch: refetch it normally, with retries and an error message.
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
