import type { ReactNode } from 'react'
import type { ApiError } from '#web/api/api-error.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

type SummaryFrameProps = {
  /** "customer" */
  what: string
  query: { error: ApiError | null; isFetching: boolean; refetch: () => unknown }
  name: string | undefined
  /** Shown beside the name: a status. */
  badge: ReactNode
  children: ReactNode
}

/** The frame of a record in a split view: its name, or the error that prevents showing it. */
export function SummaryFrame({ what, query, name, badge, children }: SummaryFrameProps) {
  const { error, isFetching, refetch } = query
  if (error)
    return (
      <div className="rounded-lg border border-line bg-card">
        {error.status === 404 ? (
          <EmptyState kind="no-match" title="No longer available">
            It may have been deleted. Choose another from the list.
          </EmptyState>
        ) : (
          <ErrorState what={`This ${what}`} error={error} onRetry={() => void refetch()} retrying={isFetching} />
        )}
      </div>
    )
  return (
    <section aria-label={name ?? 'Loading'} className="flex min-w-0 flex-col gap-6">
      {name ? (
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="font-semibold text-xl tracking-tight">{name}</h2>
          {badge}
        </div>
      ) : (
        <SkeletonText lines={8} />
      )}
      {children}
    </section>
  )
}
