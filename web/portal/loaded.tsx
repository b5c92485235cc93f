import type { ReactNode } from 'react'
import type { ApiError } from '#web/api/api-error.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

type LoadedQuery<T> = { data: T | undefined; error: ApiError | null; isFetching: boolean; refetch: () => unknown }

type LoadedProps<T> = {
  /** What is loaded, for the error message: "Invoices". */
  what: string
  query: LoadedQuery<T>
  children: (data: T) => ReactNode
}

/** Renders a query's data, or its loading or error state. */
export function Loaded<T>({ what, query, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (!query.error) return <SkeletonText lines={6} />
  if (query.error.status === 404)
    return (
      <EmptyState kind="no-match" title="Not found">
        It doesn’t exist, or you don’t have access to it.
      </EmptyState>
    )
  return <ErrorState what={what} error={query.error} retrying={query.isFetching} onRetry={() => void query.refetch()} />
}
