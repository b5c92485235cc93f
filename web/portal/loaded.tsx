import { type ReactNode, use } from 'react'
import type { ApiError } from '#web/api/api-error.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState, WhoPermits } from '#web/ui/error-state.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { usePortal } from './portal-context.ts'

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

/** That a user may not do what a page is for ("place orders"), and whom to ask. The office only looks. */
export function NotAllowed({ act }: { act: string }) {
  const { home } = usePortal()
  const who = use(WhoPermits)
  return (
    <EmptyState kind="no-permission" title={`You can’t ${act}`}>
      {home.user.isOffice ? 'This view is read-only.' : `Ask ${who} for permission to ${act}.`}
    </EmptyState>
  )
}
