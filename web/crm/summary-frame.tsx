import type { ReactNode } from 'react'
import type { partnerStatuses } from '#shared/crm/api.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { PartnerStatus } from '#web/crm/partner-status.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

type SummaryFrameProps = {
  query: { error: ApiError | null; isFetching: boolean; refetch: () => unknown }
  name: string | undefined
  status: (typeof partnerStatuses)[number] | undefined
  children: ReactNode
}

/** Around one customer or supplier beside the list: its name, or why it is not shown. */
export function SummaryFrame({ query: { error, isFetching, refetch }, name, status, children }: SummaryFrameProps) {
  if (error)
    return (
      <div className="rounded-lg border border-line bg-card">
        {error.status === 404 ? (
          <EmptyState kind="no-match" title="Not there any more">
            It may have been deleted. Choose another of the list.
          </EmptyState>
        ) : (
          <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isFetching} />
        )}
      </div>
    )
  return (
    <section aria-label={name ?? 'Loading'} className="flex min-w-0 flex-col gap-6">
      {name && status ? (
        <div className="flex flex-wrap items-center gap-3">
          <h2 className="font-semibold text-xl tracking-tight">{name}</h2>
          <PartnerStatus status={status} />
        </div>
      ) : (
        <SkeletonText lines={8} />
      )}
      {children}
    </section>
  )
}
