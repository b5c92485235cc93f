import type { ApiError } from '#web/api/api-error.ts'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

type OrderLoadingProps = {
  title: string
  query: { error: ApiError | null; isFetching: boolean; refetch: () => unknown }
}

/** In the place of an order's form until the order is there, or why it can't be. */
export function OrderLoading({ title, query: { error, isFetching, refetch } }: OrderLoadingProps) {
  return (
    <>
      <PageHeader title={title} />
      <Card>
        {error ? (
          <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <SkeletonText lines={10} />
        )}
      </Card>
    </>
  )
}
