import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Call, Reply, Route, RouteSpec } from '#shared/http/route.ts'
import type { ApiError } from './api-error.ts'
import { call } from './client.ts'
import type { QueryInput } from './query.ts'

type Page<S extends RouteSpec> =
  Reply<S> extends { data: readonly unknown[]; nextCursor: string | null } ? Reply<S> : never

interface PageChoices {
  /** Rows of the first page. */
  first: number
  /** Rows of each further page; defaults to `first`. */
  more?: number
  enabled?: boolean
  /** Keeps the old rows while those of another filter load. */
  keepPrevious?: boolean
}

/**
 * A declared list loaded page by page, for “Show more”. Its query key begins like that of `useApiQuery`, so the same
 * events refetch it.
 */
export function useApiPages<S extends RouteSpec>(
  route: Route<S>,
  input: QueryInput<S>,
  { first, more = first, enabled = true, keepPrevious = false }: PageChoices,
) {
  const { params, query } = input as { params?: object; query?: object }
  const pages = useInfiniteQuery<Page<S>, ApiError, InfiniteData<Page<S>>, readonly unknown[], string | null>({
    queryKey: [route.path, params ?? {}, query ?? {}, 'in pages'],
    queryFn: ({ pageParam, signal }) => {
      const page = pageParam === null ? { limit: first } : { limit: more, cursor: pageParam }
      const options: object = { params, query: { ...query, ...page } }
      return call(route, options as Call<S>, { signal }) as Promise<Page<S>>
    },
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
  })
  const { data, error, isFetching, isFetchingNextPage, hasNextPage } = pages
  return {
    firstPage: data?.pages[0],
    rows: data?.pages.flatMap((page) => page.data) as Page<S>['data'] | undefined,
    error,
    isFetching,
    refetch: () => void pages.refetch(),
    hasMore: hasNextPage,
    isFetchingMore: isFetchingNextPage,
    fetchMore: () => void pages.fetchNextPage(),
  }
}
